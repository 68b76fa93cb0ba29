"""What is live on the pages: one list, a line a kind of topic.

A topic is a word, or a word and a key (`body/<uid>`). Its line says which thing is meant, for which the table `[live]`
of `office/rights.toml` is asked, and how the piece of the page is rendered: by the template that the page itself
includes, once for everybody who may see it. So a piece shows nothing that only some of them may see.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import override

from fokozat.kernel.errors import NotFound
from fokozat.office.facts import find_body
from fokozat.office.live import versions
from fokozat.office.models import Body
from fokozat.office.queries import Sought, count_people
from fokozat.office.rights import Actor, live_topics, may
from fokozat.web.body_facts import body_region
from fokozat.web.journal import newest

NEWEST = 3


@dataclass(frozen=True)
class LiveTopic:
    """One kind of topic: `thing` finds what a key means, or raises NotFound; `context` is what the template shows."""

    prefix: str
    template: str
    thing: Callable[[str], Any]
    context: Callable[[Any], dict[str, object]]


def _body(key: str) -> Body:
    body = find_body(key)
    if str(body.uid) != key:
        raise NotFound("office.no-body", uid=key)  # written in another way it would be another topic
    return body


def _people(key: str) -> None:
    if key:
        raise NotFound("office.no-body", uid=key)


def _chain(key: str) -> Body | None:
    return None if key == "people" else _body(key)


TOPICS = (
    LiveTopic("body", "live/body.html", _body, body_region),
    LiveTopic("people", "live/people.html", _people, lambda _all: {"count": count_people(Sought())}),
    LiveTopic("journal", "live/journal.html", _chain, lambda body: {"rows": newest(body, NEWEST)}),
)
_BY_PREFIX = {topic.prefix: topic for topic in TOPICS}


def may_see(actor: Actor, topic: str) -> bool:
    """Whether the topic is there and open to the actor; raises NotFound for a thing that is not there."""
    prefix, key = _parts(topic)
    rule, kind = live_topics().get(prefix, ""), _BY_PREFIX.get(prefix)
    if kind is None or not rule:
        return False
    verb, _, of = rule.partition(" ")
    return may(actor, verb, of, kind.thing(key))


def rendered(topic: str, language: str) -> tuple[int, str | None]:
    """The version and the piece of the page, at least as new as that; none where the thing is not there any more."""
    version = versions([topic])[topic]
    prefix, key = _parts(topic)
    kind = _BY_PREFIX[prefix]
    with override(language):
        try:
            shown = {**kind.context(kind.thing(key)), "pushed": True}
        except NotFound:
            return version, None
        return version, render_to_string(kind.template, {"region": shown})


def _parts(topic: str) -> tuple[str, str]:
    prefix, _, key = topic.partition("/")
    return prefix, key
