"""Sentences put together from pieces, which no language but the writer's bears: found in Python and in templates."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from tests.house.words_asked import sources, tree_of

WORDED = ("say", "text", "word", "worded", "word_fault", "value_word", "verb_word")
LETTERS = re.compile(r"[^\W\d_]")
PIECE = re.compile(
    r"(?P<comment>\{%\s*comment.*?endcomment\s*%\}|\{#.*?#\}|<!--.*?-->|<script.*?</script>|<style.*?</style>)"
    r"|(?P<tag><(?:[^<>{]|\{(?![%{#])|\{%.*?%\}|\{\{.*?\}\})*>)"
    r"|(?P<say>\{%\s*say\s(?:(?!as\s+\w+\s*%\}).)*?%\})"
    r"|(?P<other>\{%.*?%\}|\{\{.*?\}\})",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r'([\w-]+)="((?:[^"{]|\{%.*?%\}|\{\{.*?\}\})*)"', re.DOTALL)
READ = ("aria-label", "title", "placeholder", "alt")
ALTERNATIVES = ("else", "elif", "endif", "if", "for", "endfor", "block", "endblock")
ENTITY = re.compile(r"&\w+;")
OWN = ("Fokozat",)


def joined_in_python() -> Iterator[tuple[str, int, str]]:
    """(file, line, source) of every worded piece that stands beside other words."""
    for path in sources(".py"):
        source = path.read_text(encoding="utf-8")
        for part in _functions(tree_of(path)):
            kept = _kept(part)
            for node in ast.walk(part):
                if _is_joined(node, kept):
                    yield path.name, node.lineno, ast.get_source_segment(source, node) or ""  # type: ignore[attr-defined]


def _functions(tree: ast.Module) -> list[ast.AST]:
    """The functions, for within one a name stands for what was said; methods are functions too."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def _kept(function: ast.AST) -> frozenset[str]:
    """The names that stand for a worded piece here."""
    assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return frozenset(
        target.id
        for node in assigned
        if any(_is_worded(each, frozenset()) for each in _branches(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    )


def _branches(value: ast.expr) -> tuple[ast.expr, ...]:
    return (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _is_joined(node: ast.AST, kept: frozenset[str]) -> bool:
    """An f-string or a sum of a worded piece and letters, or of two worded pieces with nothing between but spaces."""
    match node:
        case ast.JoinedStr(values=values):
            pieces = list(values)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            pieces = [left, right]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join"), args=[inner]):
            return not between.strip() and sum(_is_worded(each, kept) for each in ast.walk(inner)) > 1
        case _:
            return False
    worded = [_is_worded(each, kept) for each in pieces]
    texts = [str(each.value) if isinstance(each, ast.Constant) else None for each in pieces]
    if any(worded) and any(text and LETTERS.search(text) for text in texts):
        return True
    places = [at for at, is_worded in enumerate(worded) if is_worded]
    return any(all((text or "x").isspace() for text in texts[one + 1 : two]) for one, two in pairwise(places))


def _is_worded(node: ast.AST, kept: frozenset[str]) -> bool:
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    if isinstance(inner, ast.Name):
        return inner.id in kept
    return isinstance(inner, ast.Call) and getattr(inner.func, "attr", getattr(inner.func, "id", "")) in WORDED


def joined_in_templates() -> Iterator[tuple[str, int, str]]:
    """(file, line, run) of every run of text with literal words, or with two sentences and nothing between."""
    for path in sources(".html"):
        text = path.read_text(encoding="utf-8")
        for start, run in runs(text):
            if reason := wrong(run):
                yield path.name, text.count("\n", 0, start) + 1, f"{reason}: {' '.join(run.split())}"


def runs(text: str) -> Iterator[tuple[int, str]]:
    """The text between two tags of HTML, and each value of an attribute that is read out."""
    begin = 0
    for piece in PIECE.finditer(text):
        if piece.lastgroup in ("tag", "comment"):
            yield begin, text[begin : piece.start()]
            begin = piece.end()
        if piece.lastgroup == "tag":
            yield from ((piece.start(), value) for name, value in ATTRIBUTE.findall(piece[0]) if name in READ)
    yield begin, text[begin:]


def wrong(run: str) -> str:
    """What is wrong with a run: literal words, or two sentences side by side."""
    literal = ENTITY.sub("", PIECE.sub(" ", run))
    for own in OWN:
        literal = literal.replace(own, "")
    if LETTERS.search(literal):
        return "literal words"
    before, said = 0, False
    for piece in PIECE.finditer(run):
        if said and run[before : piece.start()].strip():
            said = False
        if piece.lastgroup == "say":
            if said:
                return "two sentences side by side"
            said = True
        elif piece.lastgroup == "other" and _parts(piece[0]):
            said = False
        before = piece.end()
    return ""


def _parts(tag: str) -> bool:
    """Whether a tag of the template begins another way through it."""
    return tag.startswith("{%") and tag.strip("{%} ").split(" ")[0] in ALTERNATIVES
