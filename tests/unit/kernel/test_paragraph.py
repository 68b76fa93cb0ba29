"""The derivation is recorded from the real run: steps, guards, figures, readings, flags."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from threading import Barrier

import pytest

from fokozat.kernel.paragraph import (
    Step,
    as_figure,
    as_json,
    collect_flags,
    explain,
    flag,
    note,
    note_reading,
    paragraph,
)


@dataclass(frozen=True)
class Law:
    edition: str = "minta-2012"
    unrecorded = True


@dataclass(frozen=True)
class Size:
    width: int
    extra: dict[str, object] = field(default_factory=dict)


LAW = Law()


@paragraph("1.§")
def total(law: Law, base: int, bonus: bool) -> int:
    return (free(law, base) or doubled(law, base)) + (halved(law, base=base) if bonus else 0)


@paragraph("1.§(1)", guard=True)
def free(law: Law, base: int) -> int | None:
    note(limit=100)
    return base if base > 100 else None


@paragraph("1.§(2)")
def doubled(law: Law, base: int) -> int:
    note_reading("doubling", "plain")
    note_reading("doubling", "plain")
    return 2 * base


@paragraph("1.§(3)")
def halved(law: Law, base: int) -> int:
    flag("halved")
    return base // 2


@paragraph("2.§")
def breaking(law: Law, base: int) -> int:
    doubled(law, base)
    raise ValueError(base)


def test_without_explain_a_rule_is_only_a_function() -> None:
    assert total(LAW, 10, True) == 25
    note(nobody="listens")
    note_reading("nobody", "listens")
    flag("nobody")


def test_a_rule_knows_its_paragraph() -> None:
    assert (total.paragraph, total.key, total.guard) == ("1.§", "total", False)
    assert (free.paragraph, free.guard) == ("1.§(1)", True)


def test_the_derivation_of_a_run() -> None:
    explained = explain(total, LAW, 10, bonus=True)
    edition = "minta-2012"
    assert explained.value == 25
    assert explained.step == Step(
        "total", "1.§", edition, 25, {"base": 10, "bonus": True},
        steps=(
            Step("doubled", "1.§(2)", edition, 20, {"base": 10}, readings=("doubling=plain",)),
            Step("halved", "1.§(3)", edition, 5, {"base": 10}, flags=("halved",)),
        ),
        not_applied=(Step("free", "1.§(1)", edition, None, {"base": 10, "limit": 100}),),
    )  # fmt: skip


def test_a_guard_that_applies_is_a_step_like_any_other() -> None:
    step = explain(total, LAW, 200, bonus=False).step
    assert [below.key for below in step.steps] == ["free"]
    assert step.not_applied == ()
    assert step.inputs == {"base": 200, "bonus": False}


def test_a_guard_may_be_explained_itself() -> None:
    assert explain(free, LAW, 10).step.value is None


def test_a_guard_that_finds_nought_applies() -> None:
    @paragraph("3.§", guard=True)
    def nought(law: Law) -> int:
        return 0

    @paragraph("4.§")
    def around(law: Law) -> int:
        return nought(law)

    assert [below.key for below in explain(around, LAW).step.steps] == ["nought"]


def test_an_exception_leaves_nothing_open() -> None:
    with pytest.raises(ValueError, match="7"):
        explain(breaking, LAW, 7)
    assert explain(doubled, LAW, 7).step.steps == ()
    with pytest.raises(ValueError, match="7"), collect_flags() as raised:
        breaking(LAW, 7)
    flag("late")
    assert not raised


def test_a_rule_that_fails_and_is_caught_leaves_no_step() -> None:
    @paragraph("5.§")
    def careful(law: Law, base: int) -> int:
        try:
            return breaking(law, base)
        except ValueError:
            return doubled(law, base)

    assert [below.key for below in explain(careful, LAW, 7).step.steps] == ["doubled"]


def test_flags_in_the_order_they_were_raised_each_once() -> None:
    with collect_flags() as raised:
        flag("b")
        flag("a")
        flag("b")
        with collect_flags() as inner:
            flag("c")
    assert list(raised) == ["b", "a"]
    assert list(inner) == ["c"]


def test_one_explain_within_another_stands_alone() -> None:
    @paragraph("6.§")
    def outer(law: Law) -> int:
        return int(explain(doubled, law, 4).value)

    step = explain(outer, LAW).step
    assert (step.value, step.steps) == (8, ())


def test_threads_do_not_see_one_another() -> None:
    both = Barrier(2, timeout=20)

    @paragraph("7.§")
    def meeting(law: Law, base: int) -> int:
        both.wait()
        found = doubled(law, base)
        both.wait()
        return found

    def explained(base: int) -> Step:
        return explain(meeting, LAW, base).step

    with ThreadPoolExecutor(2) as pool:
        steps = list(pool.map(explained, (1, 2)))
    assert [[(below.key, below.value) for below in step.steps] for step in steps] == [
        [("doubled", 2)],
        [("doubled", 4)],
    ]


def test_figures() -> None:
    assert as_figure([Size(3, {"x": 1}), {"day": date(2012, 3, 10)}, None]) == (
        {"width": 3},
        {"day": date(2012, 3, 10)},
        None,
    )
    for no_figure in (0.5, object(), {1, 2}):
        with pytest.raises(TypeError, match="no figure"):
            as_figure(no_figure)


def test_a_float_does_not_get_into_a_derivation() -> None:
    with pytest.raises(TypeError, match="no figure"):
        explain(doubled, LAW, 0.5)  # type: ignore[arg-type]


def test_figures_as_json() -> None:
    figure = {"a": Fraction(167, 3), "b": Fraction(3, 1), "c": 3, "d": (date(2012, 3, 10), None, True)}
    assert as_json(figure) == {"a": "167/3", "b": "3", "c": 3, "d": ["2012-03-10", None, True]}
