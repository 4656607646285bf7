"""Times as people say them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def about(seconds: float) -> str:
    """Rounded: seconds up to two minutes, then minutes, from three hours on hours."""
    if seconds < 120:
        return translate("Times", "about {n} s").format(n=max(1, round(seconds)))
    if seconds < 3 * 3600:
        return translate("Times", "about {n} min").format(n=round(seconds / 60))
    return translate("Times", "about {n} h").format(n=f"{seconds / 3600:.1f}".removesuffix(".0"))


def clock(seconds: float) -> str:
    """Minutes and seconds, "1:42"; from an hour on with hours."""
    whole = max(0, int(seconds))
    minutes, rest = divmod(whole, 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"
