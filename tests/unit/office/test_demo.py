"""The demo's people and season: made up, the same for the same seed, and such as an edition takes."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from fokozat.formats import read_event
from fokozat.formats.event_document import write_event
from fokozat.kernel import LANGUAGES
from fokozat.kernel.alphabet import search_key, sort_key
from fokozat.kernel.event import Event
from fokozat.office.demo import SEED, Invented, dice_of, federation, file_name, invent_people, season
from fokozat.office.demo.people import grade_index, grades, is_minor
from fokozat.ratings import rate
from fokozat.regulations import edition_room

YEAR = 2026
SEEDS = (SEED, *range(12))
NAMES = [grade for grade, _ in grades()]


def people(seed: int = SEED) -> tuple[Invented, ...]:
    return invent_people(dice_of(seed, "people"), YEAR)


def events(seed: int = SEED) -> tuple[Event, ...]:
    return season(dice_of(seed, "season"), YEAR, people(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_sixty_people_none_like_another(seed: int) -> None:
    made = people(seed)
    assert Counter(each.club for each in made) == {0: 20, 1: 20, 2: 20}
    assert len({" ".join(sorted(search_key(each.shown_name).split())) for each in made}) == 60
    assert len({each.number for each in made}) == 60
    assert sum(is_minor(each, YEAR) for each in made) == 12
    assert all(YEAR - each.born.year < 13 for each in made if is_minor(each, YEAR))


@pytest.mark.parametrize("seed", SEEDS)
def test_titles_and_limits_reached_follow_from_the_points(seed: int) -> None:
    for each in people(seed):
        now, title = grade_index(each.points), NAMES.index(each.title)
        assert NAMES[now] == next(name for name, limit in reversed(grades()) if limit <= each.points)
        if each.reached:
            assert each.reached == (NAMES[now],)
            assert (title, now >= NAMES.index("3k")) == (now - 1, True)
        else:
            assert title in (now, now + 1)


def test_the_grades_are_those_of_the_regulation() -> None:
    """The demo keeps its own copy, for people are invented without the law; where the room has the table they agree."""
    assert [limit for _, limit in grades()] == sorted({limit for _, limit in grades()})
    assert [f"{kyu}k" for kyu in range(35, 0, -1)] + [f"{dan}d" for dan in range(1, 8)] == NAMES
    assert (dict(grades())["2d"], dict(grades())["4k"], dict(grades())["1d"]) == (2050, 1765, 1980)
    rows = edition_room("mgsz-2012").law().tables.get("grades", ())
    assert {str(row["grade"]): row["limit"] for row in rows}.items() <= dict(grades()).items()


def test_letters_that_show_how_languages_sort() -> None:
    letters = "".join(each.shown_name for each in people()).casefold()
    assert all(each in letters for each in ("cs", "gy", "zs", "ő", "õ", "š", "ž", "ä", "ü"))
    orders = {language: sorted(people(), key=lambda each: sort_key(each.family, language)) for language in LANGUAGES}
    assert len({tuple(each.number for each in order) for order in orders.values()}) == len(LANGUAGES)


def test_the_same_seed_gives_the_same_season_in_another_process() -> None:
    told = "\n".join(write_event(event) for event in events())
    program = (
        "from fokozat.office.demo import *; from fokozat.formats.event_document import write_event; import sys; "
        f"people = invent_people(dice_of({SEED}, 'people'), {YEAR}); "
        f"made = season(dice_of({SEED}, 'season'), {YEAR}, people); "
        "sys.stdout.reconfigure(encoding='utf-8'); print('\\n'.join(map(write_event, made)), end=''); "
        "assert 'django' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode() == told
    assert told != "\n".join(write_event(event) for event in events(1))


@pytest.mark.parametrize("seed", SEEDS)
def test_events_are_whole(seed: int) -> None:
    for event in events(seed):
        assert read_event(write_event(event).encode()) == event
        assert 20 <= len(event.players) <= 40
        assert len(event.rounds) == event.rounds_planned
        left = {entry.id: entry.withdrawn_after or len(event.rounds) for entry in event.players}
        met: list[frozenset[str | None]] = []
        for each in event.rounds:
            playing = [player for game in each.games for player in (game.first, game.second) if player]
            assert sorted(playing) == sorted(player for player, last in left.items() if last >= each.number)
            met += [frozenset((game.first, game.second)) for game in each.games if game.second]
        assert len(met) == len(set(met))
        assert all(game.result in ("first", "second") for _, game in event.games())
        assert max(Counter(game.first for _, game in event.games() if game.unplayed == "bye").values(), default=0) <= 1


def test_the_season_has_what_an_office_meets() -> None:
    made = events()
    assert len(made) == 6
    assert len({event.id for event in made}) == len({file_name(event) for event in made}) == 6
    assert all(one.start and other.start and one.start < other.start for one, other in pairwise(made))
    assert {event.board for event in made} == {"19x19", "13x13"}
    unplayed = [Counter(game.unplayed for _, game in event.games() if game.unplayed) for event in made]
    assert Counter({"bye": 3, "forfeit": 1}) in unplayed
    stones = [[game for _, game in event.games() if game.stones] for event in made]
    assert [bool(each) for each in stones] == [not event.even for event in made]
    assert all(game.receiver == game.first for each in stones for game in each)


def test_an_edition_takes_every_event() -> None:
    rated = [rate(event, "mgsz-2012") for event in events()]
    assert [each.multiplier for each in rated] == [25, 20, 5, 5, 35, 10]


def test_the_stronger_win_more_often_the_farther_apart_they_are() -> None:
    won: dict[int, list[int]] = {}
    for seed in range(30):
        for event in events(seed):
            points = {entry.id: Fraction(entry.rating or 0) for entry in event.players}
            for _, game in event.games():
                if event.even and game.second and not game.unplayed:
                    difference = points[game.first] - points[game.second]
                    band = min(int(abs(difference)) // 100, 3)
                    won.setdefault(band, []).append((difference >= 0) == (game.result == "first"))
    shares = [sum(won[band]) * 100 // len(won[band]) for band in sorted(won)]
    assert shares == sorted(shares)
    assert 55 < shares[0] < 70
    assert shares[3] > 97


def test_nobody_is_called_after_a_body_that_exists() -> None:
    assert {club["order"] for club in federation()["club"]} == {"family-first", "given-first"}
    assert all(entry.ids["mgsz"].startswith("DEMO-") for event in events() for entry in event.players)
