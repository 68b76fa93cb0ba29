"""What every answer says about itself, and how it is packed."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

POLICY = (
    "default-src 'self'; base-uri 'none'; connect-src 'self'; font-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; frame-src 'none'; img-src 'self'; object-src 'none'; script-src 'self'; style-src 'self'"
)
PACKED = ("text/", "application/json", "application/problem+json", "application/javascript", "image/svg+xml")


class SecurityHeaders:
    """Nothing from elsewhere, nothing inline, no frames, no sensors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        return response


class Compression(GZipMiddleware):
    """Packs texts; fonts are packed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(PACKED):
            return response
        return super().process_response(request, response)
