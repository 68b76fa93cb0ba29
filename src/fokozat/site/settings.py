"""Django's settings. What differs between installations comes from the environment:

FOKOZAT_HOME   the data folder
DATABASE_URL   sqlite:///file or postgresql://user:password@host:port/name
FOKOZAT_HOSTS  the names under which the site is reached, separated by commas; loopback without it
FOKOZAT_HALL   set by `fokozat serve --lan`: the addresses in the hall, the likeliest first
FOKOZAT_HTTPS  1 behind a proxy that speaks TLS and sets X-Forwarded-Proto and X-Forwarded-For
FOKOZAT_SMTP   smtp://user:password@host:587, see site.mail; without it letters go into the data folder
FOKOZAT_SENDER the address that letters come from
FOKOZAT_STYLE_PAGE  1 shows /style/, every part of the pages in every state; for who builds them, closed without it
FOKOZAT_BACKUPS    daily: a backup every day; with FOKOZAT_BACKUP_FOLDER, FOKOZAT_BACKUP_KEEP (7,4,12: days, weeks,
    months) and FOKOZAT_PASSPHRASE_FILE (then they are sealed), see office.backup_plan
FOKOZAT_DISK_RESERVE  megabytes; with less room on the disk everything is read only; 32 without it, 0 never
FOKOZAT_LOG    text or json: a line for each request, see site.log; without it only what goes wrong
FOKOZAT_METRICS_TOKEN  opens /metrics to whoever has it; without it only to this machine
FOKOZAT_LEASE  seconds after which a silent worker is taken for dead; 10 without it
FOKOZAT_STREAMS  how many live pages may be open at once in a process; FOKOZAT_STREAMS_OF_AN_ADDRESS from one address
FOKOZAT_RETENTION  after so many full years without a membership private data are forgotten; never without it
"""

import os
from hashlib import sha256
from pathlib import Path

from fokozat import __version__
from fokozat.kernel.words import LANGUAGES as SPOKEN
from fokozat.office.backup_plan import read_plan
from fokozat.site import sqlite
from fokozat.site.database import database_settings
from fokozat.site.home import open_home, secret_key
from fokozat.site.log import log_settings
from fokozat.site.mail import mail_settings
from fokozat.site.retention import lease_seconds, whole_megabytes, whole_number, whole_years

sqlite.use_newest()

HOUSE = Path(__file__).resolve().parent.parent
HOME = open_home()
HTTPS = os.environ.get("FOKOZAT_HTTPS") == "1"

STYLE_PAGE = os.environ.get("FOKOZAT_STYLE_PAGE") == "1"

DEBUG = False
SECRET_KEY = secret_key(HOME)
ALLOWED_HOSTS = [host.strip() for host in os.environ.get("FOKOZAT_HOSTS", "").split(",") if host.strip()] or [
    "127.0.0.1",
    "localhost",
    "[::1]",
]
HALL = tuple(os.environ.get("FOKOZAT_HALL", "").split())
ROOT_URLCONF = "fokozat.site.urls"

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "fokozat.office",
    "django_tasks",
    "django_tasks_db",
    "fokozat.web",  # before allauth, so that its pages are ours
    "allauth",
    "allauth.account",
    "allauth.mfa",
]
AUTH_USER_MODEL = "office.Account"
MIDDLEWARE = [
    "fokozat.site.watch.Watch",
    "django.middleware.security.SecurityMiddleware",
    "fokozat.site.headers.SecurityHeaders",
    "fokozat.site.headers.Compression",
    "fokozat.site.headers.KeptPrivate",
    "fokozat.site.problems.ReadToTheEnd",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "fokozat.site.problems.ProblemPages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "fokozat.site.limits.Limits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "fokozat.site.plain.PlainNetwork",
    "fokozat.site.keeping.Keeping",
    "fokozat.site.gate.Gate",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["fokozat.web.frame.frame"]},
    }
]

DATABASES = {"default": database_settings(os.environ.get("DATABASE_URL", ""), HOME)}
if move_to := os.environ.get("FOKOZAT_MOVE_TO"):  # set by `fokozat move-database` for itself
    DATABASES["fokozat-target"] = database_settings(move_to, HOME)
# What workers remember of a while ago (failed sign-ins, codes that were used) they remember together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "memory",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
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
CSRF_COOKIE_NAME = "__Host-form" if HTTPS else "form"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "fokozat.web.troubles.form_too_old"

# A session ends with the browser, and after half a day in any case.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Accounts: an e-mail address and a password, a second factor for who wants one.
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "own-account"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email",)},
    },
]
ACCOUNT_ADAPTER = "fokozat.web.account.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/300s/key", "signup": "10/m/ip"}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0
PASSWORD_RESET_TIMEOUT = 3600
MFA_ADAPTER = "fokozat.web.account.adapter.SecondFactor"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Fokozat"

globals().update(mail_settings(os.environ.get("FOKOZAT_SMTP", ""), HOME))
DEFAULT_FROM_EMAIL = os.environ.get("FOKOZAT_SENDER") or f"fokozat@{ALLOWED_HOSTS[0].strip('[]*.')}"
SERVER_EMAIL = DEFAULT_FROM_EMAIL

BACKUPS = read_plan(os.environ, HOME)
SQLITE_SAFE_WAL = sqlite.SAFE_WAL
DISK_RESERVE = whole_megabytes(os.environ.get("FOKOZAT_DISK_RESERVE", "")) * 1_000_000
METRICS_TOKEN = os.environ.get("FOKOZAT_METRICS_TOKEN", "").strip()
# Long work waits in the database; see office/works.py.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "long"]}}
WORK_FOLDER = HOME / "work"
WORK_LEASE = lease_seconds(os.environ.get("FOKOZAT_LEASE", ""))

RETENTION_YEARS = whole_years(os.environ.get("FOKOZAT_RETENTION", ""))

# Live pages: who finds no room asks now and then instead; a whole hall may sit behind one address.
LIVE_STREAMS = whole_number("FOKOZAT_STREAMS", 2000)
LIVE_STREAMS_OF_AN_ADDRESS = whole_number("FOKOZAT_STREAMS_OF_AN_ADDRESS", 200)

# A document grows when a form encodes it; a file is cut off at the document's own limit by web.uploads.
DOCUMENT_MAX_BYTES = 5_000_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 16_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_HANDLERS = ["fokozat.web.uploads.OneDocument"]

LOGGING = log_settings(os.environ.get("FOKOZAT_LOG", ""))
