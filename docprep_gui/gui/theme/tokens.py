"""The frozen table of the look: colours by role in two instances, and sizes. No colour is written anywhere else.

Sizes are logical pixels at the platform's base size of text; `theme.px` scales them with the size of text.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from docprep_gui.domain.chunk import Priority, Route


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours by role, "#RRGGBB". Pairs end in `_bg` for the ground of the pill."""

    dark: bool
    window: str
    surface: str
    raised: str
    desk: str
    line: str
    edge: str
    control: str
    text: str
    muted: str
    faint: str
    hover: str
    pressed: str
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    high: str
    normal: str
    low: str
    hit: str
    hit_bg: str
    chunk_a: str
    chunk_b: str
    chunk_a_t: str
    chunk_b_t: str
    page_text: str
    page: str
    page_line: str
    rule: str
    rule_bg: str
    model: str
    model_bg: str
    local: str
    local_bg: str
    ocr: str
    ocr_bg: str
    ignore: str
    ignore_bg: str
    mask: str
    mask_bg: str
    error: str
    error_bg: str
    warn: str
    warn_bg: str
    ok: str
    ok_bg: str

    @property
    def focus(self) -> str:
        return self.accent

    def colours(self) -> dict[str, str]:
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "dark"}


LIGHT = Scheme(
    dark=False,
    window="#F2F1EE", surface="#FAF9F7", raised="#FFFFFF", desk="#E8E6E1", line="#E1DFD9", edge="#C4C1B8",
    control="#8C887E", text="#21201C", muted="#625F57", faint="#9B978E", hover="#ECEAE5", pressed="#E0DDD6",
    accent="#2A5AA7", accent_hover="#234D90", accent_soft="#E3EBF7", on_accent="#FFFFFF",
    high="#A93A1E", normal="#625F57", low="#847F75", hit="#B27A00", hit_bg="#FFE9A6",
    chunk_a="#D5E2F0", chunk_b="#EADFC8", chunk_a_t="#F3F7FB", chunk_b_t="#FBF8F1",
    page_text="#1B1A17", page="#FFFFFF", page_line="#55524B",
    rule="#17694B", rule_bg="#E0F1E9", model="#5B3FB5", model_bg="#ECE8FA", local="#7D5200", local_bg="#FAEFD8",
    ocr="#12637F", ocr_bg="#DFF0F5", ignore="#625F57", ignore_bg="#EAE8E3", mask="#8E2A63", mask_bg="#F8E3EF",
    error="#B3261E", error_bg="#FBE6E4", warn="#7D5200", warn_bg="#FAEFD8", ok="#17694B", ok_bg="#E0F1E9",
)

DARK = Scheme(
    dark=True,
    window="#1A1918", surface="#201F1E", raised="#292826", desk="#141312", line="#353330", edge="#4B4844",
    control="#827D75", text="#E9E6E0", muted="#ABA69D", faint="#716C65", hover="#2E2D2A", pressed="#393733",
    accent="#8DB2F2", accent_hover="#A5C3F6", accent_soft="#26344C", on_accent="#10203B",
    high="#F09A7E", normal="#ABA69D", low="#8C877E", hit="#E3B341", hit_bg="#5A4710",
    chunk_a="#35495F", chunk_b="#544A33", chunk_a_t="#252A30", chunk_b_t="#2D2A23",
    page_text="#E4E1DA", page="#272624", page_line="#8A857C",
    rule="#76CFA7", rule_bg="#1B382C", model="#BBA8F7", model_bg="#322A52", local="#E8B963", local_bg="#3D2F14",
    ocr="#7FC9E2", ocr_bg="#163742", ignore="#ABA69D", ignore_bg="#363430", mask="#F0A3CD", mask_bg="#4A2239",
    error="#FF9D94", error_bg="#4A201D", warn="#E8B963", warn_bg="#3D2F14", ok="#76CFA7", ok_bg="#1B382C",
)

ROUTE_PAIR: dict[Route, str] = {
    "rule_only": "rule", "model": "model", "local_only": "local", "ocr": "ocr", "ignore": "ignore",
}
ROUTE_ICON: dict[Route, str] = {
    "rule_only": "ring-tick", "model": "lozenge-plus", "local_only": "lock", "ocr": "scan", "ignore": "ring-slash",
}
PRIORITY_ROLE: dict[Priority, str] = {"high": "high", "medium": "normal", "low": "low"}

POINTS = {"display": 18.0, "title": 13.0, "heading": 11.0, "body": 10.0, "small": 9.0, "code": 9.0, "page": 10.5,
          "page_latin": 10.5}
"""Sizes of type in points on Windows and Linux."""
POINTS_MACOS = {"display": 24.0, "title": 17.0, "heading": 15.0, "body": 13.0, "small": 11.0, "code": 12.0,
                "page": 14.0, "page_latin": 14.0}

GRID, GAP, PADDING, GROUP, BLOCK = 4, 8, 12, 16, 24
RADIUS, RADIUS_CARD, RADIUS_BADGE = 4, 6, 3
PANE_HEADER, TAB, TREE_ROW, TABLE_ROW, LIST_ROW, TABLE_HEADER = 40, 36, 26, 29, 32, 26
BUTTON, BUTTON_SMALL, PILL, STATUS, RAIL, RAIL_EN, RAIL_ITEM = 28, 24, 20, 26, 64, 84, 54
ICON_ROW, ICON_TOOL, ICON_RAIL, ICON_DROP = 16, 18, 22, 36
LINE_TEXT, LINE_PAGE = 1.5, 1.62
