"""The rows of a table as HTML, written straight: a cross table of 400 rows has too many cells for a template.

Every text goes through `escape`; what is set in unescaped was made by the server (`Cell.html`, `Why.opened`).
"""

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from fokozat.web.tables import AWAY, NAME, TEXT, Action, Cell, Column, Row, Table


def rows_html(table: Table, token: str) -> SafeString:
    """All rows; `token` is for the forms of their buttons."""
    starts = [(_start(column, table), "</th>" if column.kind == NAME else "</td>") for column in table.columns]
    return mark_safe("".join(_row(row, starts, token) for row in table.rows))  # every text was escaped in _cell


def actions_html(actions: tuple[Action, ...], token: str) -> SafeString:
    """Links and buttons; each says in full what it is about to who hears it."""
    return mark_safe(" ".join(_action(action, token) for action in actions))  # every text was escaped in _action


def _row(row: Row, starts: list[tuple[tuple[str, str], str]], token: str) -> str:
    cells = "".join(
        f"{bare if cell.bare else start}{_cell(cell, token)}{end}"
        for ((start, bare), end), cell in zip(starts, row.cells, strict=True)
    )
    names = " ".join(name for name, holds in (("own", row.own), ("above", row.below)) if holds)
    below = f'<tr class="below"><td colspan="{len(starts)}">{row.below}</td></tr>' if row.below else ""
    opened = "".join(_opened(cell, len(starts)) for cell in row.cells if cell.why and cell.why.opened)
    return f'<tr class="{names}">{cells}</tr>{below}{opened}\n' if names else f"<tr>{cells}</tr>{opened}\n"


def _opened(cell: Cell, columns: int) -> str:
    if cell.why is None or cell.why.opened is None:
        return ""
    return f'<tr class="opened" id="{escape(cell.why.key)}"><td colspan="{columns}">{cell.why.opened}</td></tr>'


def _start(column: Column, table: Table) -> tuple[str, str]:
    """How the cells of a column begin, and how empty ones do; no phone folds a wide table."""
    if column.kind == NAME:
        return ('<th scope="row">',) * 2
    names = [] if column.kind == TEXT else [column.kind]
    if not table.wide:
        names.append(f"at-{column.phone}")
    told = f' data-told="{escape(column.head)}"' if column.told and column.phone != AWAY else ""
    empty = " ".join([*names, "bare"])
    return (f'<td class="{" ".join(names)}"{told}>' if names else f"<td{told}>", f'<td class="{empty}">')


def _cell(cell: Cell, token: str) -> str:
    text: str = escape(cell.text)
    if cell.why:
        state = "true" if cell.why.opened else "false"
        text = (
            f'<a class="why" href="{escape(cell.why.url)}#{escape(cell.why.key)}" aria-expanded="{state}"'
            f' aria-controls="{escape(cell.why.key)}">{text}</a>'
        )
    elif cell.url:
        text = f'<a href="{escape(cell.url)}">{text}</a>'
    if cell.tone:
        text = f'<span class="{cell.tone}">{text}</span>'
    if cell.note:
        text += f' <span class="note">{escape(cell.note)}</span>'
    if cell.html:
        text += str(cell.html)
    return f"{text} {actions_html(cell.actions, token)}" if cell.actions else text


def _action(action: Action, token: str) -> str:
    about = f'<span class="unseen">: {escape(action.about)}</span>' if action.about else ""
    label, url = f"{escape(action.label)}{about}", escape(action.url)
    if action.sent:
        hidden = f'<input type="hidden" name="csrfmiddlewaretoken" value="{escape(token)}">'
        return f'<form class="act" method="post" action="{url}">{hidden}<button class="link">{label}</button></form>'
    return f'<a class="act"{" data-asks" if action.asks else ""} href="{url}">{label}</a>'
