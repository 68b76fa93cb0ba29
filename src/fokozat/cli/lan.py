"""`fokozat serve --lan`: under which addresses the other machines of the hall reach this one.

Nothing is sent to find out: the machine is asked for its own interfaces. Only IPv4 is listed, for people have to be
able to read the address from a screen and type it.
"""

import os
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput

EVERYWHERE = "0.0.0.0"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
# Bridges of virtual machines and containers: they lead to nobody in the hall.
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman", "ifb", "tun", "tap", "wg")
_HOMELY = (IPv4Network("192.168.0.0/16"), IPv4Network("10.0.0.0/8"), IPv4Network("172.16.0.0/12"))
_SIOCGIFADDR = 0x8915  # Linux: the address of an interface
_FOREIGN = "192.0.2.1"  # set apart for documents; a datagram socket is pointed at it and nothing is sent
_SCHEME_PORT = 80


@dataclass(frozen=True)
class Reached:
    """An address of this machine; `interface` is empty where the system did not name it."""

    address: str
    interface: str = ""


def addresses() -> tuple[Reached, ...]:
    """Every address of this machine, the likeliest of the hall first; loopback only if there is nothing else."""
    found = {each.address: each for each in (*_of_resolver(), *_of_interfaces())}
    outward = _outward()
    if outward and outward not in found:
        found[outward] = Reached(outward)
    return in_order(found.values(), outward)


def in_order(found: Iterable[Reached], outward: str) -> tuple[Reached, ...]:
    """The way out first, then what halls use; bridges of virtual machines and self-given addresses last."""

    def place(each: Reached) -> tuple[bool, bool, bool, int, IPv4Address]:
        address = IPv4Address(each.address)
        homely = next((at for at, network in enumerate(_HOMELY) if address in network), len(_HOMELY))
        virtual = each.interface.startswith(VIRTUAL)
        return virtual, address.is_link_local, each.address != outward, homely, address

    others = [each for each in found if not IPv4Address(each.address).is_loopback]
    return tuple(sorted(others, key=place))


def open_the_hall(host: str | None, port: int) -> tuple[str, ...]:
    """Tell the site, by its environment, where it is reached; the addresses, the likeliest first.

    `host` is one address of this machine where only that network shall be served.
    """
    if os.environ.get("FOKOZAT_HTTPS") == "1":
        raise InvalidInput("cli.lan-without-tls")
    if host:
        reached: tuple[Reached, ...] = (Reached(host),)
    else:
        reached = addresses()
    if not reached:
        raise InvalidInput("cli.no-lan")
    pages = tuple(page_of(each.address, port) for each in reached)
    hosts = (*LOOPBACK, *(each.address for each in reached), *_own_names(), *_named())
    os.environ["FOKOZAT_HOSTS"] = ",".join(dict.fromkeys(hosts))
    os.environ["FOKOZAT_HALL"] = " ".join(pages)
    return pages


def page_of(address: str, port: int) -> str:
    """What a person types; the usual port goes without saying."""
    return f"http://{address}/" if port == _SCHEME_PORT else f"http://{address}:{port}/"


def say_hall(screen: Screen, pages: tuple[str, ...]) -> None:
    """The addresses, the first as a picture for telephones, and what the hall should know."""
    screen.say("hall.reached", address=pages[0])
    for page in pages[1:]:
        screen.say("hall.also", address=page)
    if picture := _picture(pages[0], screen):
        screen.line()
        screen.line(picture)
    screen.say("hall.screen", address=f"{pages[0]}hall/")
    screen.say("hall.plain")


def _picture(page: str, screen: Screen) -> str:
    """The QR in half blocks; a terminal that cannot write them shows the address only."""
    import io

    import segno

    out = io.StringIO()
    segno.make(page, error="m", micro=False).terminal(out, border=2, compact=True)
    text = out.getvalue().rstrip("\n")
    try:
        text.encode(screen.out.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return text


def _of_interfaces() -> list[Reached]:
    """Each interface with its address, where the system can be asked (Linux)."""
    try:
        import fcntl
    except ImportError:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # without an address, or another system
                asked = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
                found.append(Reached(socket.inet_ntoa(answer[20:24]), name))
    return found


def _of_resolver() -> list[Reached]:
    """What the machine's own name stands for; no server is asked where the name is in its own table."""
    if hasattr(socket, "AF_PACKET"):
        return []  # Linux names its interfaces, and a resolver could ask outside
    with suppress(OSError):
        return [Reached(address) for address in socket.gethostbyname_ex(socket.gethostname())[2]]
    return []


def _outward() -> str:
    """The address that leads out, if any does."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_FOREIGN, 9))
        return str(probe.getsockname()[0])
    return ""


def _own_names() -> tuple[str, ...]:
    """The name of the machine, as the hall's network may know it."""
    name = socket.gethostname().partition(".")[0].lower()
    return (name, f"{name}.local") if name else ()


def _named() -> tuple[str, ...]:
    """What was named before stays allowed."""
    return tuple(host.strip() for host in os.environ.get("FOKOZAT_HOSTS", "").split(",") if host.strip())
