"""Which backups stay: what holds for every row of days."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fokozat.kernel.errors import InvalidInput
from fokozat.office.backup_plan import Keep, Plan, kept, read_plan

MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
KEEPS = st.builds(Keep, st.integers(1, 10), st.integers(0, 6), st.integers(0, 14))


@given(st.frozensets(MOMENTS), KEEPS)
def test_it_keeps_some_of_them_the_newest_among_them_and_not_too_many(made: frozenset[datetime], keep: Keep) -> None:
    staying = kept(made, keep)
    assert staying <= made
    assert len(staying) <= keep.days + keep.weeks + keep.months
    if made:
        assert max(made) in staying


@given(st.frozensets(MOMENTS), KEEPS)
def test_tidying_twice_changes_nothing_more(made: frozenset[datetime], keep: Keep) -> None:
    staying = kept(made, keep)
    assert kept(staying, keep) == staying


@given(st.lists(MOMENTS, max_size=60), KEEPS)
def test_tidying_after_each_is_tidying_at_the_end(made: list[datetime], keep: Keep) -> None:
    """So it does not matter whether a server was tidied every day or once a year."""
    standing: frozenset[datetime] = frozenset()
    for moment in sorted(made):
        standing = kept(standing | {moment}, keep)
    assert standing == kept(made, keep)


@given(st.frozensets(MOMENTS, min_size=1), KEEPS, KEEPS)
def test_who_keeps_more_keeps_all_that_the_other_keeps(made: frozenset[datetime], one: Keep, more: Keep) -> None:
    larger = Keep(*(max(pair) for pair in zip(vars(one).values(), vars(more).values(), strict=True)))
    assert kept(made, one) <= kept(made, larger)


def test_a_backup_a_day_for_two_years() -> None:
    """7 days, 4 weeks, 12 months: every one of the last 7 days, the ends of 4 weeks, the ends of 12 months."""
    last = datetime(2026, 11, 19, 3, 0, tzinfo=UTC)  # a Thursday
    made = [last - timedelta(days=days) for days in range(730)]
    staying = sorted(kept(made, Keep()), reverse=True)
    assert staying[:7] == made[:7]
    sundays = [datetime(2026, 11, day, 3, tzinfo=UTC) for day in (15, 8, 1)]
    assert set(sundays) <= set(staying)
    assert datetime(2026, 10, 31, 3, tzinfo=UTC) in staying
    assert datetime(2025, 12, 31, 3, tzinfo=UTC) in staying
    assert len(staying) == 7 + 2 + 11


def test_the_plan_of_the_environment() -> None:
    home = Path("/data")
    assert read_plan({}, home) == Plan(home / "backups")
    told = {"FOKOZAT_BACKUPS": "daily", "FOKOZAT_BACKUP_FOLDER": "/far/away", "FOKOZAT_BACKUP_KEEP": "3, 2,1"}
    assert read_plan(told, home) == Plan(Path("/far/away"), True, Keep(3, 2, 1))


@pytest.mark.parametrize(
    ("name", "value"),
    [("FOKOZAT_BACKUPS", "hourly"), *(("FOKOZAT_BACKUP_KEEP", text) for text in ("7", "0,1,1", "a,b,c", "1,2,-3"))],
)
def test_what_is_no_plan_is_told(name: str, value: str) -> None:
    with pytest.raises(InvalidInput):
        read_plan({name: value}, Path("/data"))
