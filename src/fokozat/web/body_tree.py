"""Bodies as they stand in each other, for `office/branches.html`: so many lines stand open, the rest is folded."""

from collections import defaultdict
from typing import Any

from django.urls import reverse

from fokozat.office.models import Body
from fokozat.web.people_desk import value_word

OPEN_LINES = 40  # a screen or two; who wants more unfolds it


def branches(every: list[Body], parent: int | None) -> list[dict[str, Any]]:
    """The bodies that stand in one, each with those inside it; unfolded from above as long as there is room."""
    children: dict[int | None, list[Body]] = defaultdict(list)
    for each in every:
        children[each.parent_id].append(each)
    tree = [_branch(each, children) for each in children[parent]]
    _unfold(tree, OPEN_LINES - len(tree))
    return tree


def _branch(body: Body, children: dict[int | None, list[Body]]) -> dict[str, Any]:
    inside = [_branch(each, children) for each in children.get(body.pk, ())]
    return {
        "url": reverse("body", args=[body.uid]),
        "name": body.name,
        "about": " · ".join(filter(None, (value_word("kind", body.kind), body.place, body.country))),
        "closed": bool(body.closed_on),
        "colours": body.colours,
        "inside": inside,
        "open": False,
        "flat": not any(each["inside"] for each in inside),
    }


def _unfold(level: list[dict[str, Any]], room: int) -> None:
    """Level by level, so that those who stand side by side are open as far as they fit."""
    while level:
        following: list[dict[str, Any]] = []
        for branch in level:
            branch["open"] = len(branch["inside"]) <= room
            if branch["open"]:
                room -= len(branch["inside"])
                following += branch["inside"]
        level = following
