"""What every answer says about itself, and how it is packed."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

POLICY = (
    "default-src 'self'; base-uri 'none'; connect-src 'self'; font-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; frame-src 'none'; img-src 'self'; object-src 'none'; script-src 'self'; style-src 'self'"
)
_ACCOUNT = re.compile(r"/[a-z]{2}/(account|office)/")
PACKED = ("text/", "application/json", "application/problem+json", "application/javascript", "image/svg+xml")


class SecurityHeaders:
    """Nothing from elsewhere, nothing inline, no frames, no sensors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)  # a picture says a stricter one itself
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        return response


class KeptPrivate:
    """What was made for one reader is nobody else's: no cache on the way keeps it, and pages of accounts no cache."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            return response  # a font, a style sheet, a logo: the same for everybody under its address
        if settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies:
            patch_cache_control(response, private=True, no_cache=True)
        if _ACCOUNT.match(request.path_info):
            patch_cache_control(response, private=True, no_store=True)
        return response


class Compression(GZipMiddleware):
    """Packs texts; fonts are packed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(PACKED):
            return response
        return super().process_response(request, response)
