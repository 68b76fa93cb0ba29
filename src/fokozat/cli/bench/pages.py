"""Pages of people as the site serves them, whole: through every middleware, on a scratch database of 100,000 people.

The peer is a bare Django page of the same rows: no middleware, one query for the people with their keepers, one for
the numbers, a plain template without words, rights or languages.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import process_time
from typing import cast

from fokozat.cli.bench.measure import Figure, median, once
from fokozat.cli.bench.office import PEOPLE, typed

ASKED = 60
SHARES = ((50, "median"), (95, "p95"))
MILLI = 1000

Ask = Callable[[str], object]


def pages() -> tuple[Figure, ...]:
    """The list of people and searches in it."""
    import tempfile

    from fokozat.cli.bench.office_data import fill_people, scratch_database

    with tempfile.TemporaryDirectory(prefix="fokozat-bench-") as folder, scratch_database(folder) as vendor:
        fill_people(PEOPLE)
        site, bare = _site(), _bare()
        figures = [_processor(vendor, site, bare), _processor(vendor, site, bare, "gzip")]
        for what, words in typed().items():
            times = sorted(once(partial(site, f"/hu/people/?q={word}")) * MILLI for word in _quoted(words[:ASKED]))
            peer = median([once(partial(bare, "/")) * MILLI for _ in range(ASKED)])
            for share, name in SHARES:
                at = times[len(times) * share // 100]
                figures.append(Figure("pages", f"{vendor}, {what}, {name}", "ms", at, "bare page", peer))
        return tuple(figures)


def _processor(vendor: str, site: Ask, bare: Ask, packed: str = "") -> Figure:
    """The processor's time of the first page of the list, by turns with the bare one."""
    ours, peer = [], []
    for _ in range(ASKED):
        ours.append(_processor_time(site, f"/hu/people/#{packed}"))
        peer.append(_processor_time(bare, "/"))
    what = f"{vendor}, list of people{', packed' if packed else ''}"
    return Figure("pages", what, "CPU-ms", median(ours) * MILLI, "bare page", median(peer) * MILLI)


def _site() -> Ask:
    """The whole site, as a server would call it."""
    from django.core.wsgi import get_wsgi_application

    return _asking(get_wsgi_application())


def _bare() -> Ask:
    from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
    from django.test import override_settings

    class BareRequest(WSGIRequest):
        urlconf = "fokozat.cli.bench.bare_page"

    class BareHandler(WSGIHandler):
        request_class = BareRequest

    with override_settings(MIDDLEWARE=[]):
        return _asking(BareHandler())


def _asking(application: Callable[..., object]) -> Ask:
    from django.test import RequestFactory

    def ask(address: str) -> object:
        path, _, packed = address.partition("#")
        environ = RequestFactory().get(path, headers={"accept-encoding": packed or "identity"}).environ
        answered: list[str] = []
        response = application(environ | {"HTTP_HOST": "localhost"}, lambda status, *_: answered.append(status))
        body = b"".join(cast(Iterable[bytes], response))
        if answered != ["200 OK"] or len(body) < 1000:
            raise RuntimeError(f"{path}: {answered}, {len(body)} bytes")
        return body

    return ask


def _quoted(words: Sequence[str]) -> list[str]:
    from urllib.parse import quote

    return [quote(word) for word in words]


def _processor_time(ask: Ask, address: str) -> float:
    start = process_time()
    ask(address)
    return process_time() - start
