"""From where a request comes: the address that the trusted proxy names, else the one that is connected."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

_HOUSEHOLD = 64  # an IPv6 connection owns that many bits at least, so they are one caller


def caller_of(request: HttpRequest) -> str:
    """An address to count by. Who is not behind our proxy can claim what it likes, nobody listens."""
    text = _forwarded(request) if settings.HTTPS else str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), _HOUSEHOLD), strict=False).network_address)
    return str(address)


def is_this_machine(request: HttpRequest) -> bool:
    """Whether somebody at the machine itself asks, by no proxy."""
    if settings.HTTPS:
        return False
    try:
        return ip_address(str(request.META.get("REMOTE_ADDR", ""))).is_loopback
    except ValueError:
        return False


def _forwarded(request: HttpRequest) -> str:
    """Our one proxy writes its caller behind whatever the caller itself wrote."""
    return str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip()
