"""Addresses of model servers, and which of them are this machine. Pure."""

from __future__ import annotations

import ipaddress

from docprep_gui.domain.errors import SettingError


def normalise(url: str) -> str:
    """A base URL from what people type: "localhost:11434", ".../v1/", ".../v1/chat/completions". Without a path it
    ends with "/v1". SettingError("bad_endpoint") with `url`."""
    import httpx  # takes long, and many a start of the program has no address to look at

    text = url.strip()
    if "://" not in text:
        text = "http://" + text
    try:
        parsed = httpx.URL(text)
    except (httpx.InvalidURL, ValueError) as error:
        raise SettingError("bad_endpoint", url=url) from error
    if (
        parsed.scheme not in ("http", "https")
        or not parsed.host
        or parsed.userinfo
        or parsed.query
        or (parsed.port or 0) > 65535
    ):
        raise SettingError("bad_endpoint", url=url)
    path = parsed.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models") or "/v1"
    return str(parsed.copy_with(path=path, fragment=None))


def host(url: str) -> str:
    """The host of an endpoint, as trust is given to it; "" where there is none."""
    import httpx  # see `normalise`

    try:
        return httpx.URL(normalise(url)).host.lower()
    except SettingError:
        return ""


def is_local(url: str) -> bool:
    """Does the URL lead to this machine and nowhere else? Only "localhost" and loopback addresses do."""
    name = host(url)
    if name == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
