"""The page of rules and tools: every edition that the program knows, and what can be computed here and now."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.regulations import rooms
from fokozat.web.frame import page
from fokozat.web.people_desk import say
from fokozat.web.templatetags.words import language

_TOOLS = ("multiplier",)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Both, each with a sentence that says what it is for."""
    return page(request, "home/rules.html", {"tools": tools(), "editions": editions()})


def tools() -> list[dict[str, str]]:
    """What a visitor may try without signing in."""
    return [
        {"url": reverse(name), "label": say(f"{name}.title"), "about": say(f"rules.{name}-about")} for name in _TOOLS
    ]


def editions() -> list[dict[str, object]]:
    """The law library: each edition with the day from which it holds, and whether all of it is computed."""
    return [
        {
            "url": reverse("regulation", args=[room.edition]),
            "label": room.words.say("title", language()),
            "body": room.tables["edition"]["body"],
            "in_force": room.tables["edition"]["in_force"],
            "partial": room.tables["edition"]["state"] == "partial",
        }
        for room in rooms()
    ]
