"""Figures in templates: in the language of the page, and nothing where there is nothing."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.template import Context, Engine
from django.utils.translation import override

from fokozat.kernel.words import LANGUAGES

TEMPLATE = (
    "{% load figures %}{{ number|number }}|{{ text|number }}|{{ change|signed }}|{{ points|fixed:1 }}"
    "|{{ share|percent }}|{{ share|percent:1 }}|{{ place|ordinal }}|{{ at|day }}|{{ begins|short_day }}|{{ at|moment }}"
    "|{% days begins ends %}"
)
VALUES = {
    "number": Fraction(-13, 25), "text": "21.5", "change": 0, "points": 7, "share": Fraction(1, 8), "place": 3,
    "at": datetime(2012, 3, 10, 9, 5, tzinfo=UTC), "begins": date(2012, 3, 10), "ends": date(2012, 3, 11),
}  # fmt: skip


def written(language: str, values: dict[str, object]) -> list[str]:
    engine = Engine(libraries={"figures": "fokozat.web.templatetags.figures"})
    with override(language):
        return engine.from_string(TEMPLATE).render(Context(values)).split("|")


EXPECTED = {
    "en": "−0.52|21.5|±0|7.0|13%|12.5%|3rd|10 March 2012|10 Mar 2012|10 March 2012, 09:05 UTC|10–11 March 2012",
    "hu": "−0,52|21,5|±0|7,0|13%|12,5%|3.|2012. március 10.|2012. 03. 10.|2012. március 10., 09:05 UTC"
    "|2012. március 10–11.",
    "et": "−0,52|21,5|±0|7,0|13%|12,5%|3.|10. märts 2012|10.03.2012|10. märts 2012, 09:05 UTC|10.–11. märts 2012",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_writes_figures_as_its_language_does(language: str) -> None:
    assert written(language, VALUES) == EXPECTED[language].split("|")


def test_nothing_is_written_as_nothing() -> None:
    assert set(written("hu", dict.fromkeys(VALUES))) == {""}
