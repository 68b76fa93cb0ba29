"""What is closed on a network without TLS to everybody but the machine itself: keys, roles, private data.

`[plain]` in rights.toml is the list. So whoever reads along in a hall gets nothing that outlives the day.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from fokozat.office.rights import closed_on_plain_networks
from fokozat.site.callers import is_this_machine
from fokozat.site.gate import note_denied, route_of
from fokozat.web import troubles


class PlainNetwork:
    """Asks before a view is run how the request came here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        """Nothing where the way is free."""
        if request.is_secure() or is_this_machine(request) or route_of(request) not in closed_on_plain_networks():
            return None
        note_denied(request)
        return troubles.on_plain_network(request)
