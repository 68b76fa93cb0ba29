"""What the pages of accounts share: a form that was refused, shown again with its faults."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict

from fokozat.kernel.errors import Conflict, Fault, FokozatError, InvalidInput
from fokozat.kernel.words import Words
from fokozat.web.templatetags.words import language

TOLD = (InvalidInput, Conflict)  # what the page itself says; what is closed or not there has a page of its own
LISTS = ("scopes", "notices")


def given_by(request: HttpRequest) -> dict[str, Any]:
    """The form as a wish."""
    form: QueryDict = request.POST
    return {name: form.getlist(name) if name in LISTS else str(form[name]) for name in form}


def faults_of(error: FokozatError | None) -> dict[str, Any]:
    """For the page: the summary, and each fault beside its field."""
    if error is None:
        return {}
    told = [{"field": fault.place, "text": _sentence(fault)} for fault in error.faults]
    return {"faults": told, "fault_of": {each["field"]: each["text"] for each in told if each["field"]}}


def status_of(error: FokozatError | None) -> int:
    return 422 if error else 200


def _sentence(fault: Fault) -> str:
    """A form shows the field beside the fault, so that its name need not stand in the sentence."""
    room, _, name = fault.key.partition(".")
    fields: Mapping[str, object] = {"place": fault.place, **fault.fields}
    sentence = Words.of(room).text("error", name, language(), fields)
    return sentence[:1].upper() + sentence[1:]
