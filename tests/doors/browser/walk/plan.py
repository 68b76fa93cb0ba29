"""Which pages are walked, by whom, in which state: from the resolver, the table of rights and `routes.toml`."""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import override

from fokozat.kernel.words import LANGUAGES
from fokozat.office.rights import routes as rules
from fokozat.office.rights import verbs
from tests.doors.accounts.routes import Route, every_route

ENTRIES = tomllib.loads((Path(__file__).parent / "routes.toml").read_text(encoding="utf-8"))
THOROUGH = os.environ.get("FOKOZAT_THOROUGH") == "1"
HOUSES = ("demo", "full", "empty")
NEW = (
    "add [page.{name}] to tests/doors/browser/walk/routes.toml (its head explains the fields), "
    'or {name} = "reason" under [elsewhere] when it is no page'
)

Things = Mapping[str, Mapping[str, str]]
Look = tuple[str, int]  # theme, width

WIDE, NARROW = 1280, 360
LOOKS: tuple[Look, ...] = (("light", WIDE), ("dark", WIDE), ("light", NARROW), ("dark", NARROW))
# Text and width are checked in every language and at both widths. axe sees each theme and each width at least once
# of every page, and every language; FOKOZAT_THOROUGH=1 shows it everything.
SEEN: dict[str, dict[str, tuple[Look, ...]]] = {
    "demo": {"hu": (("light", WIDE), ("dark", NARROW)), "en": (("light", NARROW),), "et": (("dark", WIDE),)},
    "full": {"hu": (("light", NARROW),)},
    "empty": {"hu": (("light", WIDE),), "en": (("dark", NARROW),)},
    "bare": {"hu": (("light", WIDE),), "et": (("dark", NARROW),)},
    "faults": {"hu": (("dark", NARROW),), "et": (("light", WIDE),)},
    "missing": dict.fromkeys(LANGUAGES, (("light", NARROW),)),
    "forbidden": dict.fromkeys(LANGUAGES, (("dark", WIDE),)),
}
# a picture for who looks, although axe saw the same page with fewer rows in this look
DRAWN: dict[str, dict[str, tuple[Look, ...]]] = {"full": {"et": (("dark", WIDE),)}}


@dataclass(frozen=True)
class Visit:
    """A page in one state: where, by whom, in which language, and with which status it should answer."""

    route: str
    house: str
    state: str
    reader: str
    language: str
    address: str
    statuses: tuple[int, ...] = (200,)
    form: str = ""
    faulty: Mapping[str, str] = field(default_factory=dict)
    leads_on: bool = False
    faultless: bool = False  # no form of it can be faulty, or it is sent with faults in another visit

    @property
    def name(self) -> str:
        return f"{self.route}-{self.state}-{self.language}".replace("_", "-")

    @property
    def looks(self) -> tuple[Look, ...]:
        """The looks in which axe sees it."""
        return LOOKS if THOROUGH else SEEN[self.kind].get(self.language, ())

    @property
    def drawn(self) -> tuple[Look, ...]:
        """The looks of which a picture is kept."""
        return (*self.looks, *DRAWN.get(self.kind, {}).get(self.language, ()))

    @property
    def kind(self) -> str:
        return self.state.partition("-")[0]


def pages() -> list[Route]:
    """Every route that has an entry as a page, or none at all."""
    return [route for route in every_route() if not is_elsewhere(route.name)]


def is_elsewhere(name: str) -> bool:
    return name in ENTRIES["elsewhere"] or name.startswith(tuple(ENTRIES["elsewhere_under"]))


def entry_of(name: str) -> dict[str, Any]:
    """What `routes.toml` says about a page; an unknown one is an error that says what to do."""
    if name not in ENTRIES["page"]:
        raise AssertionError(f"the route {name} is not walked: {NEW.format(name=name)}")
    return dict(ENTRIES["page"][name])


def visits(route: Route, things: Mapping[str, Things]) -> Iterator[Visit]:
    """With data, with many rows, empty; then its faults, what is not there, and who may not see it."""
    entry = entry_of(route.name)
    for house in entry.get("houses", HOUSES):
        for language in LANGUAGES:
            yield from _shown(route, entry, house, language, things[house])
    home = entry.get("houses", HOUSES)[0]
    for language in LANGUAGES if entry.get("faulty") else ():
        yield from _faulty(route, entry, home, language, things[home])
    yield from _refused(route, sum(map(ord, route.name)))


def _shown(route: Route, entry: Mapping[str, Any], house: str, language: str, things: Things) -> Iterator[Visit]:
    addresses = list(_addresses(route, entry, language, things))
    for at, (place, address) in enumerate((*addresses, *_also(entry, addresses))):
        more = at >= len(addresses)  # a question can be a wrong one
        if more and house != "demo":
            continue
        for reader in readers(route.name, entry, language):
            state = f"{house}{place}{f'-{reader}' if THOROUGH else ''}"
            yield Visit(
                route.name, house, state, reader, language, address,
                (200, 422) if more else (200,), leads_on="leads_on" in entry,
                faultless=bool({"faulty", "faultless"} & set(entry)),
            )  # fmt: skip


def _also(entry: Mapping[str, Any], addresses: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for at, query in enumerate(entry.get("also", ())):
        yield f"-also{at + 1}", f"{addresses[0][1]}{query}"


def _addresses(route: Route, entry: Mapping[str, Any], language: str, things: Things) -> Iterator[tuple[str, str]]:
    """The address with the things that this installation has; none where it has not."""
    wanted = entry.get("put", ())
    with override(language):
        if not wanted:
            yield "", route.address()
        for name in [wanted] if isinstance(wanted, str) else wanted:
            if name in things:
                yield ("" if isinstance(wanted, str) else f"-{name}"), route.address(**things[name])


def _faulty(route: Route, entry: Mapping[str, Any], house: str, language: str, things: Things) -> Iterator[Visit]:
    for place, address in list(_addresses(route, entry, language, things))[:1]:
        yield Visit(
            route.name, house, f"faults{place}", readers(route.name, entry, "en")[0], language, address,
            (200, 409, 422), entry.get("form", "form[method=post]"), entry["faulty"], "leads_on" in entry,
        )  # fmt: skip


def _refused(route: Route, turn: int) -> Iterator[Visit]:
    """What is not there, and a player where officers are asked; each page in one language in turn."""
    language = LANGUAGES[turn % len(LANGUAGES)]
    with override(language):
        address = route.address()
    rule = rules().get(route.name, "")
    if " " in rule and "player" not in _may(rule):
        yield Visit(route.name, "demo", "forbidden", "player", language, address, (403,))
    if route.names and rule not in ("", "signed-in") and not route.name.startswith(("account_", "mfa_")):
        kept = {} if "edition" not in route.names else {"edition": "there-is-none"}
        with override(language):
            yield Visit(route.name, "demo", "missing", "administrator", language, route.address(**kept), (404,))


def readers(name: str, entry: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """Who may see it: of several one a language, in a thorough walk each."""
    able = _able(rules().get(name, ""), entry.get("as", ()))
    return able if THOROUGH else (able[(language == "hu") % len(able)],)


def _able(rule: str, wanted: str | Sequence[str]) -> tuple[str, ...]:
    if wanted:
        return (wanted,) if isinstance(wanted, str) else tuple(wanted)
    if rule == "anyone":
        return ("visitor", "administrator")
    if rule == "signed-in" or (" " in rule and _may(rule) == ("player",)):
        return ("player", "administrator")
    return ("administrator",)


def _may(rule: str) -> tuple[str, ...]:
    verb, _, kind = rule.partition(" ")
    return tuple(verbs().get(kind, {}).get(verb, ()))
