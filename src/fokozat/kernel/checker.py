"""A small checker, written apart from the rules: recomputes every value of a derivation from what stands in it.

It takes the tree as published (JSON), the tables of the regulation and one formula a step (both data), and asks
of every step: does the formula, fed with the step's inputs and the values of the steps below, give the value?
It shares no code with the rules: a slip there does not repeat itself here.

A formula is one expression: names are inputs; `step.x` is the value of the step below named x (None where there
is none), `steps.x` the list of all such values; `table.t` the rows of a table, `number.n` a number of the law;
`reading` the readings that the step used ("category_e=unrated"), or None.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import floor
from typing import Any

_OPERATORS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: lambda a, b: Fraction(a) / b,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
    ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "sum": sum, "min": min, "max": max, "len": len, "abs": abs, "floor": floor, "range": lambda *a: list(range(*a)),
    "first": lambda values: next(iter(values), None), "last": lambda values: list(values)[-1],
}  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """A step whose value does not follow from its inputs."""

    path: str
    key: str
    found: object
    expected: object


@dataclass(frozen=True)
class Checker:
    """The formulas and tables of one edition; `names` says under which name a step's value is used by the next."""

    formulas: Mapping[str, str]
    names: Mapping[str, str]
    tables: Mapping[str, list[Mapping[str, object]]]
    numbers: Mapping[str, object]

    def differences(self, tree: Mapping[str, Any], path: str = "") -> Iterator[Difference]:
        """Every step of the tree that does not hold, the deepest first."""
        here = f"{path}/{tree['key']}"
        for below in (*tree["steps"], *tree["not_applied"]):
            yield from self.differences(below, here)
        yield from self._broken_links(tree, here)
        expected = self.recompute(tree)
        found = _number(tree["value"])
        if expected != found or isinstance(expected, bool) != isinstance(found, bool):
            yield Difference(here, tree["key"], tree["value"], expected)

    def _broken_links(self, tree: Mapping[str, Any], here: str) -> Iterator[Difference]:
        """A step that uses a figure of an earlier one beside it must use the very same figure."""
        known: dict[str, object] = {}
        for step in tree["steps"]:
            for name in known.keys() & step["inputs"].keys():
                if _number(step["inputs"][name]) != known[name]:
                    yield Difference(f"{here}/{step['key']}.{name}", step["key"], step["inputs"][name], known[name])
            if step["key"] in self.names:
                known[self.names[step["key"]]] = _number(step["value"])

    def recompute(self, tree: Mapping[str, Any]) -> object:
        """The value of a step from its inputs and the values of the steps below it."""
        below: dict[str, list[object]] = {}
        for step in (*tree["steps"], *tree["not_applied"]):
            below.setdefault(step["key"], []).append(_number(step["value"]))
        names = {
            **{name: _number(value) for name, value in tree["inputs"].items()},
            "reading": tree["reading"],
            "step": {key: values[0] for key, values in below.items()},
            "steps": below,
            **self._law,
        }
        return _value(_parsed(self.formulas[tree["key"]]), names)

    @cached_property
    def _law(self) -> Mapping[str, Any]:
        """The tables and numbers as numbers, made once for all the trees of an edition."""
        return {
            "table": {name: [_number(row) for row in rows] for name, rows in self.tables.items()},
            "number": {name: _number(value) for name, value in self.numbers.items()},
        }


@cache
def _parsed(formula: str) -> ast.expr:
    return ast.parse(formula, mode="eval").body


def _number(figure: object) -> Any:
    """Exact numbers are written as text in a tree; here they become numbers again."""
    if isinstance(figure, str):
        try:
            return Fraction(figure)
        except (ValueError, ZeroDivisionError):
            return figure
    if isinstance(figure, Mapping):
        return {name: _number(each) for name, each in figure.items()}
    if isinstance(figure, list | tuple):
        return [_number(each) for each in figure]
    return figure


def _value(node: ast.AST, names: Mapping[str, Any]) -> Any:
    """The value of an expression; anything but arithmetic, choice and lists is refused."""
    match node:
        case ast.Constant() | ast.Name() | ast.Attribute() | ast.Subscript() | ast.List() | ast.Tuple() | ast.Dict():
            return _named(node, names)
        case ast.UnaryOp(ast.Not(), of):
            return not _value(of, names)
        case ast.UnaryOp(ast.USub(), of):
            return -_value(of, names)
        case ast.BinOp(left, op, right):
            return _operator(op)(_value(left, names), _value(right, names))
        case ast.BoolOp(op, parts):
            return _any_or_all(op, parts, names)
        case ast.Compare(left, ops, rights):
            sides = [_value(each, names) for each in (left, *rights)]
            return all(_operator(op)(a, b) for op, a, b in zip(ops, sides, sides[1:], strict=False))
        case ast.IfExp(test, then, otherwise):
            return _value(then if _value(test, names) else otherwise, names)
        case ast.Call(ast.Name(name), args, []) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(arg, names) for arg in args))
        case ast.GeneratorExp(what, [loop]) | ast.ListComp(what, [loop]):
            return list(_each(what, loop, names))
    raise ValueError(f"a formula may not say {ast.unparse(node)}")


def _operator(op: ast.operator | ast.cmpop) -> Callable[[Any, Any], Any]:
    if type(op) not in _OPERATORS:
        raise ValueError(f"a formula may not use {type(op).__name__}")
    return _OPERATORS[type(op)]


def _named(node: ast.AST, names: Mapping[str, Any]) -> Any:
    """What stands in the formula or is found under a name."""
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return names[name]
        case ast.Attribute(of, name):
            return _value(of, names).get(name, [] if isinstance(of, ast.Name) and of.id == "steps" else None)
        case ast.Subscript(of, at):
            return _value(of, names)[_value(at, names)]
        case ast.List(items) | ast.Tuple(items):
            return [_value(item, names) for item in items]
        case ast.Dict(keys, values) if None not in keys:
            return {_value(k, names): _value(v, names) for k, v in zip(keys, values, strict=True) if k is not None}
    raise ValueError(f"a formula may not say {ast.unparse(node)}")


def _any_or_all(op: ast.boolop, parts: list[ast.expr], names: Mapping[str, Any]) -> Any:
    wanted = isinstance(op, ast.Or)
    result: Any = None
    for part in parts:
        result = _value(part, names)
        if bool(result) is wanted:
            return result
    return result


def _each(what: ast.expr, loop: ast.comprehension, names: Mapping[str, Any]) -> Iterator[Any]:
    if not isinstance(loop.target, ast.Name):
        raise ValueError(f"a formula may not say {ast.unparse(loop.target)}")
    for item in _value(loop.iter, names):
        inner = {**names, loop.target.id: item}
        if all(_value(test, inner) for test in loop.ifs):
            yield _value(what, inner)
