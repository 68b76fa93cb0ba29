"""The form of a body's colours and logo, with what they would look like."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from fokozat.kernel.errors import Conflict, FokozatError, InvalidInput
from fokozat.office.actions.change_body_look import change_body_look
from fokozat.office.looks import HOUSE, THEMES, grounds
from fokozat.office.models import Body
from fokozat.office.rights import require
from fokozat.web.frame import page
from fokozat.web.looks import logo_of
from fokozat.web.people_desk import asking, body_of, office_page, say
from fokozat.web.people_forms import NOT_ACCEPTED, TAKEN, sent_version, words_of
from fokozat.web.uploads import too_large_file

_INK = {"light": "#23211c", "dark": "#ece7da"}  # of tokens.css, for the samples


@require_http_methods(["GET", "HEAD", "POST"])
@office_page
def body_look(request: HttpRequest, uid: object) -> HttpResponse:
    """Ask for colours and logo, and change them."""
    actor, kept = asking(request), body_of(uid)
    require(actor, "change-look", "body", kept)
    if request.method != "POST":
        return _form(request, kept, {theme: kept.colours.get(theme, "") for theme in THEMES})
    typed = {theme: request.POST.get(theme, "") for theme in THEMES}
    sent = request.FILES.get("logo")
    try:
        if too_large_file(request) is not None:
            raise InvalidInput("office.logo-unknown", "logo")
        given = {**typed, "logo": sent.read() if sent else b"", "no_logo": request.POST.get("no_logo", "")}
        change_body_look(actor, kept, sent_version(request), given)
    except (InvalidInput, Conflict) as error:
        return _form(request, body_of(uid), typed, error)
    return HttpResponseRedirect(reverse("body", args=[kept.uid]), status=303)


def _form(request: HttpRequest, kept: Body, typed: dict[str, str], error: FokozatError | None = None) -> HttpResponse:
    labels = {**{theme: say(f"look.{theme}") for theme in THEMES}, "logo": say("look.logo")}
    faults = words_of(error, labels) if error else ()
    beside = {each.field: each.beside for each in reversed(faults)}
    context = {
        "body": kept,
        "home": reverse("body", args=[kept.uid]),
        "version": kept.version,
        "themes": [_theme(theme, kept, typed[theme], beside.get(theme, "")) for theme in THEMES],
        "logo": logo_of(kept),
        "logo_fault": beside.get("logo", ""),
        "faults": faults,
    }
    status = TAKEN if isinstance(error, Conflict) else NOT_ACCEPTED if error else 200
    return page(request, "office/look.html", context, status)


def _theme(theme: str, kept: Body, typed: str, fault: str) -> dict[str, Any]:
    """A field and the sample beside it, in the colour that is kept."""
    return {
        "name": theme,
        "key": f"look.{theme}",
        "hint": f"look.{theme}-hint",
        "typed": typed,
        "fault": fault,
        "colour": kept.colours.get(theme) or HOUSE[theme],
        "house": HOUSE[theme],
        "ink": _INK[theme],
        **{name: ground.text for name, ground in grounds(theme).items()},
    }
