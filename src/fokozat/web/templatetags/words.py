"""Words in templates: `{% say "multiplier.title" %}` in the reader's language, and sentences with strong pieces.

A template holds no sentence of its own; they stand in `web/words.toml`, and what a person typed is
escaped before it is put in beside them.
"""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from fokozat.kernel.words import LANGUAGES, Run, Words

register = template.Library()

# A sum must not break at the end of a line; its sign may stand at the end of a piece.
_SIGNS = re.compile(r" ([×=])(?: |$)")


def language() -> str:
    """The language of the request, as `words.toml` names it."""
    spoken = (get_language() or "").partition("-")[0]
    return spoken if spoken in LANGUAGES else LANGUAGES[0]


@register.simple_tag
def say(name: str, /, **fields: object) -> SafeString:
    """`{% say "multiplier.parts" count=2 %}`; what the sentence marks as strong is strong here."""
    return strong(Words.of("web").runs("say", name, language(), fields))


@register.filter
def strong(sentence: str | Iterable[Run]) -> SafeString:
    """A worded sentence as HTML; a plain text is escaped and nothing more."""
    if isinstance(sentence, str):
        return escape(sentence)
    return mark_safe("".join(_marked(run) for run in sentence))  # every piece was escaped by _marked


def _marked(run: Run) -> str:
    text = _SIGNS.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", run.text)
    return format_html("<strong>{}</strong>", text) if run.strong else escape(text)


@register.filter
def svg(drawing: str) -> SafeString:
    """A drawing of ours set into the page; what stands before its first element is for files only."""
    return mark_safe(drawing[drawing.index("<svg") :])
