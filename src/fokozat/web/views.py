"""The small pages: the first one, and what browsers and robots ask for by themselves."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from fokozat.web.actors import actor_of_request
from fokozat.web.templatetags.words import language

ROBOTS = "User-agent: *\nDisallow: /api/\n"


@require_safe
def first_page(request: HttpRequest) -> HttpResponseRedirect:
    """To the language that is remembered here, else that of the account, else the one that the browser asks for."""
    account = actor_of_request(request).account
    chosen = account.language if account and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES else ""
    response = HttpResponseRedirect(f"/{chosen or language()}/")
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
