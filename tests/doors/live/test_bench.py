"""The bench of the live pages in small: nobody is left without the last change, and a loss would be said."""

import os

import pytest

from fokozat.cli.bench.live import Load, Run, at, judge, live

STREAMS, SECONDS = 20, 4


def test_all_readers_have_the_last_change() -> None:
    url = os.environ.get("DATABASE_URL", "")
    load = Load(STREAMS, SECONDS, 2 if url else 1, url)
    figures = live(load)
    assert len(figures) == 8
    [whole] = [figure for figure in figures if figure.what.endswith("have the last change")]
    assert (whole.median, whole.peer_median) == (100, 100)
    assert all(figure.median > 0 for figure in figures)


def run_of(*sent: float) -> Run:
    return Run(sent=list(sent))


def test_a_change_counts_as_there_with_itself_or_a_newer_one() -> None:
    run = run_of(10.0, 10.2, 10.4)
    judge(run, {"got": [(1, 10.1), (3, 10.9)], "wrong": []})
    assert run.waits == pytest.approx([0.1, 0.7, 0.5])
    assert run.whole == 1


@pytest.mark.parametrize(
    "got", [[], [(1, 10.1), (2, 10.3)], [(3, 10.5), (2, 10.6), (3, 10.7)]], ids=["nothing", "not the last", "backwards"]
)
def test_a_reader_without_the_last_change_or_with_steps_back_is_not_whole(got: list[tuple[int, float]]) -> None:
    run = run_of(10.0, 10.2, 10.4)
    judge(run, {"got": got, "wrong": []})
    assert run.whole == 0


def test_the_share_below_which_all_lie() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (at(values, 0.5), at(values, 0.99), at(values, 1.0), at([], 0.5)) == (51.0, 100.0, 100.0, 0.0)


def test_what_went_wrong_is_kept() -> None:
    run = run_of(10.0)
    judge(run, {"got": [(1, 10.1)], "wrong": ["the stream ended"]})
    assert run.wrong == ["the stream ended"]
