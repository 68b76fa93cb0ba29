"""Django's settings. What differs between installations comes from the environment:

FOKOZAT_HOME   the data folder
DATABASE_URL   sqlite:///file or postgresql://user:password@host:port/name
FOKOZAT_HOSTS  the names under which the site is reached, separated by commas; loopback without it
FOKOZAT_HTTPS  1 behind a proxy that speaks TLS and sets X-Forwarded-Proto
"""

import os
from hashlib import sha256
from pathlib import Path

from fokozat import __version__
from fokozat.kernel.words import LANGUAGES as SPOKEN
from fokozat.site import sqlite
from fokozat.site.database import database_settings
from fokozat.site.home import open_home, secret_key

sqlite.use_newest()

HOUSE = Path(__file__).resolve().parent.parent
HOME = open_home()
HTTPS = os.environ.get("FOKOZAT_HTTPS") == "1"

DEBUG = False
SECRET_KEY = secret_key(HOME)
ALLOWED_HOSTS = [host.strip() for host in os.environ.get("FOKOZAT_HOSTS", "").split(",") if host.strip()] or [
    "127.0.0.1",
    "localhost",
    "[::1]",
]
ROOT_URLCONF = "fokozat.site.urls"

# Accounts, sessions and the admin come with their own user model; nothing of them is installed before.
INSTALLED_APPS = ["django.contrib.staticfiles", "fokozat.web"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "fokozat.site.headers.SecurityHeaders",
    "fokozat.site.headers.Compression",
    "fokozat.site.problems.ReadToTheEnd",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "fokozat.site.problems.ProblemPages",
    "django.middleware.csrf.CsrfViewMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["fokozat.web.frame.frame"]},
    }
]

DATABASES = {"default": database_settings(os.environ.get("DATABASE_URL", ""), HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Languages stand in the address; the cookie only remembers the last one.
USE_I18N = True
LANGUAGE_CODE = SPOKEN[0]
LANGUAGES = [("en", "English"), ("hu", "magyar"), ("et", "eesti")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
USE_TZ = True
TIME_ZONE = "UTC"

# The folder's name changes with its content, so that a browser may keep every file for ever.
STATIC_STAMP = sha256(
    __version__.encode() + b"".join(file.read_bytes() for file in sorted((HOUSE / "web/static").rglob("*.*")))
).hexdigest()[:12]
STATIC_URL = f"/static/{STATIC_STAMP}/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = "^/static/"

SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_COOKIE_NAME = "form"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "fokozat.web.troubles.form_too_old"

# A document grows when a form encodes it; a file is cut off at the document's own limit by web.uploads.
DOCUMENT_MAX_BYTES = 5_000_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 16_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_HANDLERS = ["fokozat.web.uploads.OneDocument"]

# Addresses typed wrong and hosts asked for wrong say nothing about the site and much about people.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
}
