"""Which address of this machine is the hall's, and what is said about it."""

import io
import os

import pytest

from fokozat.cli.lan import Reached, addresses, in_order, open_the_hall, page_of, say_hall
from fokozat.cli.screen import Screen
from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FOKOZAT_HTTPS", "FOKOZAT_HOSTS", "FOKOZAT_HALL"):
        monkeypatch.setenv(name, "")  # so that it is put back afterwards
        monkeypatch.delenv(name)


def test_the_way_out_comes_first_and_bridges_last() -> None:
    found = [
        Reached("172.17.0.1", "docker0"), Reached("10.1.2.3", "eth1"), Reached("127.0.0.1", "lo"),
        Reached("169.254.7.7", "eth2"), Reached("192.168.1.5", "wlan0"), Reached("203.0.113.9", "eth3"),
    ]  # fmt: skip
    ordered = [each.address for each in in_order(found, "10.1.2.3")]
    assert ordered == ["10.1.2.3", "192.168.1.5", "203.0.113.9", "169.254.7.7", "172.17.0.1"]


def test_without_a_way_out_what_halls_use_comes_first() -> None:
    found = [Reached("172.16.0.9", "eth0"), Reached("192.168.1.50", "wlan0"), Reached("192.168.1.5", "wlan1")]
    assert [each.address for each in in_order(found, "")] == ["192.168.1.5", "192.168.1.50", "172.16.0.9"]


def test_this_machine_is_asked_and_loopback_is_left_out() -> None:
    assert all(not each.address.startswith("127.") for each in addresses())
    assert len({each.address for each in addresses()}) == len(addresses())


def test_the_site_learns_its_hosts_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOKOZAT_HOSTS", "club.example")
    assert open_the_hall("192.168.1.5", 8000) == ("http://192.168.1.5:8000/",)
    hosts = os.environ["FOKOZAT_HOSTS"].split(",")
    assert hosts[:4] == ["127.0.0.1", "localhost", "[::1]", "192.168.1.5"]
    assert "club.example" in hosts
    assert "*" not in hosts
    assert os.environ["FOKOZAT_HALL"] == "http://192.168.1.5:8000/"


def test_the_usual_port_goes_without_saying() -> None:
    assert page_of("192.168.1.5", 80) == "http://192.168.1.5/"


def test_plain_http_and_tls_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOKOZAT_HTTPS", "1")
    with pytest.raises(InvalidInput) as refused:
        open_the_hall("192.168.1.5", 8000)
    assert refused.value.key == "cli.lan-without-tls"
    assert "FOKOZAT_HALL" not in os.environ


def test_a_machine_without_a_network_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fokozat.cli.lan.addresses", lambda: ())
    with pytest.raises(InvalidInput) as refused:
        open_the_hall(None, 8000)
    assert refused.value.key == "cli.no-lan"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said(language: str) -> None:
    out = io.StringIO()
    say_hall(Screen(out, language), ("http://192.168.1.5:8000/", "http://10.0.0.2:8000/"))
    told = out.getvalue()
    assert "http://192.168.1.5:8000/hall/" in told
    assert "http://10.0.0.2:8000/" in told
    assert "http" in told.splitlines()[-1]
    picture = [line for line in told.splitlines() if "\N{FULL BLOCK}" in line]
    assert len({len(line) for line in picture}) == 1, "the QR is a square"
    assert len(picture) > 10


def test_a_terminal_that_cannot_write_blocks_shows_the_address_only() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="iso-8859-2")
    say_hall(Screen(out, "hu"), ("http://192.168.1.5:8000/",))
    out.seek(0)
    assert "\N{FULL BLOCK}" not in out.read()
