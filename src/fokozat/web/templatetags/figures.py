"""Figures in templates, as the reader's language writes them: `{{ change|signed }}`, `{{ begins|short_day }}`.

What a field may leave empty stays empty. The ways of writing are those of `kernel/figures.py`.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django import template

from fokozat.kernel import figures
from fokozat.web.templatetags.words import language

register = template.Library()


def _in_language(write: Callable[..., str]) -> Callable[..., str]:
    """A filter of a way to write; nothing is written as nothing."""

    def written(value: Any, *more: Any) -> str:
        return "" if value is None or value == "" else write(value, language(), *more)

    return written


def _day_of(value: date | datetime) -> date:
    return value.date() if isinstance(value, datetime) else value


register.filter("number", _in_language(figures.number))
register.filter("signed", _in_language(figures.signed))
register.filter("ordinal", _in_language(figures.ordinal))
register.filter("moment", _in_language(figures.moment))
register.filter("day", _in_language(lambda value, spoken: figures.day(_day_of(value), spoken)))
register.filter("short_day", _in_language(lambda value, spoken: figures.short_day(_day_of(value), spoken)))


@register.filter
def fixed(value: Any, places: int) -> str:
    """With so many decimals: `{{ points|fixed:1 }}`."""
    return "" if value is None or value == "" else figures.fixed(value, places, language())


@register.filter
def percent(share: Any, places: int = 0) -> str:
    """A share of one in hundredths: `{{ score|percent }}`."""
    return "" if share is None or share == "" else figures.percent(share, language(), places)


@register.simple_tag
def days(first: date | None, last: date | None) -> str:
    """From a day to a day: `{% days event.start event.end %}`; one end alone is a day."""
    ends = [each for each in (first, last) if each]
    return figures.days(ends[0], ends[-1], language()) if ends else ""
