"""The independent checker: what a formula may say, and which differences it finds."""

from fractions import Fraction
from typing import Any

import pytest

from fokozat.kernel.checker import Checker

TABLES: dict[str, list[Any]] = {"time": [{"category": "A", "base": 90}, {"category": "B", "base": 60}]}


def node(key: str, value: object, inputs: dict[str, object] | None = None, **more: object) -> dict[str, Any]:
    return {"key": key, "value": value, "inputs": inputs or {}, "steps": [], "not_applied": [], "reading": None, **more}


def recomputed(formula: str, **inputs: object) -> object:
    return Checker({"it": formula}, {}, TABLES, {"limit": 80}).recompute(node("it", None, inputs))


SAYS: tuple[tuple[str, object], ...] = (
    *(("a + b", 9), ("a - b", 5), ("a * b", 14), ("a / b", Fraction(7, 2)), ("a // b", 3), ("a % b", 1), ("-a", -7)),
    *(("a == b", False), ("a != b", True), ("a < b", False), ("a <= 7", True), ("a > b", True), ("a >= 8", False)),
    *(("1 < b < a", True), ("1 < b > a", False), ("a in [2, 7]", True), ("a not in [2, 7]", False)),
    *(("none is None", True), ("a is not None", True), ("not a", False)),
    *(("a and b", 2), ("none and b", None), ("none or b", 2), ("a or b", 7), ("a if a > b else b", 7)),
    *(("[a, b]", [7, 2]), ("(a, b)", [7, 2]), ("{'x': a}", {"x": 7}), ("list[1]", 5), ("third * 3", 1)),
    *(("group.width", 3), ("group.height", None)),
    *(("sum(list)", 9), ("min(a, b)", 2), ("max(list)", 5), ("len(list)", 2), ("abs(-a)", 7), ("floor(third)", 0)),
    *(("range(1, 3)", [1, 2]), ("first(list)", 4), ("first([])", None), ("[n * 2 for n in list if n > 4]", [10])),
    ("first(row.category for row in table.time if row.base <= 70)", "B"),
    *(("number.limit + a", 87), ("reading", None), ("step.x", None), ("steps.x", [])),
)
DOES_NOT_SAY = (
    *("open('x')", "a.__class__()", "__import__('os')", "print(a)", "eval('a')", "list.append(1)", "unknown"),
    *("lambda: 1", "f'{a}'", "(c := 2)", "[*list]", "list[0:1]", "{1, 2}", "{n: 1 for n in list}"),
    *("a ** b", "a @ b", "~a", "a << b", "sum(list, start=1)"),
    *("[n for n in list for m in list]", "[n for n, m in list]"),
)


@pytest.mark.parametrize(("formula", "value"), SAYS)
def test_what_a_formula_says(formula: str, value: object) -> None:
    found = recomputed(formula, a=7, b=2, none=None, third="1/3", list=[4, 5], group={"width": 3})
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize("formula", DOES_NOT_SAY)
def test_a_formula_may_not_say_anything_else(formula: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        recomputed(formula, a=7, b=2, list=[4, 5], group={"width": 3})


@pytest.mark.parametrize("formula", ["a; b", "a = 1", "import os", "def f(): pass", ""])
def test_a_formula_is_one_expression(formula: str) -> None:
    with pytest.raises(SyntaxError):
        recomputed(formula, a=7)


CHECKER = Checker(
    {"total": "step.half + step.full", "half": "a / 2", "full": "a"}, {"half": "half", "full": "full"}, TABLES, {}
)


def tree(**changes: object) -> dict[str, Any]:
    half = node("half", changes.get("half", "3.5"), {"a": 7})
    full = node("full", 7, {"a": 7, "half": changes.get("link", "3.5")})
    return node("total", changes.get("total", "10.5"), {}, steps=[half, full])


def test_a_sound_derivation_has_no_difference() -> None:
    assert list(CHECKER.differences(tree())) == []


def test_a_wrong_value_is_found_with_its_path() -> None:
    [difference] = CHECKER.differences(tree(total="11.5"))
    assert (difference.path, difference.found, difference.expected) == ("/total", "11.5", Fraction(21, 2))


def test_the_deepest_difference_comes_first() -> None:
    paths = [difference.path for difference in CHECKER.differences(tree(half="4", link="4"))]
    assert paths == ["/total/half", "/total"]


def test_a_figure_that_differs_from_the_step_beside_it_is_found() -> None:
    [difference] = CHECKER.differences(tree(link="4.5"))
    assert (difference.path, difference.found, difference.expected) == ("/total/full.half", "4.5", Fraction(7, 2))


def test_a_step_that_did_not_apply_is_checked_too() -> None:
    checker = Checker({"total": "1", "guard": "a > 80"}, {}, TABLES, {})
    sound = node("total", 1, not_applied=[node("guard", False, {"a": 80})])
    assert list(checker.differences(sound)) == []
    wrong = node("total", 1, not_applied=[node("guard", False, {"a": 81})])
    assert [difference.key for difference in checker.differences(wrong)] == ["guard"]


def test_true_is_not_one() -> None:
    checker = Checker({"it": "1"}, {}, TABLES, {})
    assert [difference.found for difference in checker.differences(node("it", True))] == [True]
