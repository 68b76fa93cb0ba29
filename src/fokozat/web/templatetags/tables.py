"""`{% rows table %}` and `{% actions item.actions %}`: what `web/table_html.py` writes, with the token of the forms."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from fokozat.web.table_html import actions_html, rows_html
from fokozat.web.tables import Action, Table

register = template.Library()


@register.simple_tag(takes_context=True)
def rows(context: Context, table: Table) -> SafeString:
    return rows_html(table, _token(context) if _sends(table) else "")


@register.simple_tag(takes_context=True)
def actions(context: Context, doors: tuple[Action, ...]) -> SafeString:
    return actions_html(doors, _token(context) if any(door.sent for door in doors) else "")


def _sends(table: Table) -> bool:
    """Only a page with a form may set the cookie that goes with its token."""
    return any(action.sent for row in table.rows for cell in row.cells for action in cell.actions)


def _token(context: Context) -> str:
    return str(context.get("csrf_token", ""))
