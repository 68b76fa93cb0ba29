"""Every address of the installation with its name, and addresses of things for a try."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter, UUIDConverter
from django.urls.resolvers import RoutePattern

NOWHERE = 999_999_999


@dataclass(frozen=True)
class Route:
    """An address as the table of rights knows it, and what has to be put in."""

    name: str
    arguments: tuple[tuple[str, Any], ...]

    def address(self, **given: Any) -> str:
        """The address with these things, and with anything where nothing is given."""
        return reverse(self.name, kwargs={key: given.get(key, filler) for key, filler in self.arguments})

    @property
    def names(self) -> frozenset[str]:
        return frozenset(key for key, _ in self.arguments)


def every_route() -> list[Route]:
    """Of pages, API, allauth and the site itself."""
    return list(dict.fromkeys(_walk(get_resolver(), "", ())))


def _walk(resolver: URLResolver, space: str, outer: tuple[tuple[str, Any], ...]) -> Iterator[Route]:
    for each in resolver.url_patterns:
        arguments = (*outer, *_arguments(each))
        if isinstance(each, URLResolver):
            yield from _walk(each, f"{space}{each.namespace}:" if each.namespace else space, arguments)
        else:
            yield Route(f"{space}{each.name or each.lookup_str}", arguments)


def _arguments(pattern: URLPattern | URLResolver) -> Iterator[tuple[str, Any]]:
    inner = pattern.pattern
    if isinstance(inner, RoutePattern):
        for name, converter in inner.converters.items():
            yield name, _filler(name, converter)
    else:
        for name in getattr(inner, "regex").groupindex:  # noqa: B009 - only some patterns have one
            yield name, "1"


def _filler(name: str, converter: object) -> Any:
    if isinstance(converter, UUIDConverter):
        return uuid.UUID(int=1)
    if isinstance(converter, IntConverter):
        return NOWHERE
    return "mgsz-2012" if name == "edition" else str(uuid.UUID(int=1)) if name == "uid" else "x"
