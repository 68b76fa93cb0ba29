"""The small pages: the first one, and what browsers and robots ask for by themselves."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from fokozat.web.templatetags.words import language

ROBOTS = "User-agent: *\nDisallow: /api/\n"


@require_safe
def first_page(_request: HttpRequest) -> HttpResponseRedirect:
    """To the reader's language: the remembered one, else the one that the browser asks for."""
    response = HttpResponseRedirect(f"/{language()}/")
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    """Browsers ask for it without being told."""
    return HttpResponseRedirect(static("dist/fokozat.svg"))


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """The pages may be found, the API need not."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
