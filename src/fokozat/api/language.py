"""In which language an answer is worded: `?lang=`, else what the program says it accepts; never a cookie."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from fokozat.kernel.words import LANGUAGES


def language_of(request: HttpRequest) -> str:
    """One of the three; English where nothing else was asked for."""
    wanted = request.GET.get("lang", "")
    if wanted in LANGUAGES:
        return wanted
    header = request.headers.get("Accept-Language", "")
    accepted = (code.partition("-")[0] for code, _ in parse_accept_lang_header(header))
    return next((code for code in accepted if code in LANGUAGES), LANGUAGES[0])
