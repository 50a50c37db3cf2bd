"""The only settings. What differs between machines comes from the environment or `.env`."""

from __future__ import annotations

import os

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

from modeler import VERSION as VERSION
from modeler import database, log_lines, places
from modeler.environment import (
    LOCAL_HOSTS,
    env_choice,
    env_flag,
    env_list,
    env_number,
    env_text,
    env_whole,
    load_env_file,
)
from modeler.workers import limits

HOME = places.home()
load_env_file(HOME / ".env")

# Two modes. Local: this machine alone, plain HTTP. Else a server: its names, and TLS for everything.
LOCAL = env_flag("NESTLINK_LOCAL", False)
# A container's own network: its port must be published on the host's loopback, as compose.yaml does.
PUBLISHED_ON_LOOPBACK = env_flag("NESTLINK_PUBLISHED_ON_LOOPBACK", False)
DEBUG = env_flag("DEBUG", False)
SECRET_KEY = env_text("SECRET_KEY")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", LOCAL_HOSTS if LOCAL else ())
# A proxy in front speaks TLS and says so in X-Forwarded-Proto. 0: the server itself speaks TLS.
BEHIND_TLS = env_flag("BEHIND_TLS", not LOCAL)

_A_KEY = (
    "Write the output of this into .env, after SECRET_KEY=:"
    " python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
)
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured(f"SECRET_KEY is shorter than 50 characters. {_A_KEY}")
if SECRET_KEY[0] in "(<[" and " " in SECRET_KEY:
    raise ImproperlyConfigured(f"SECRET_KEY is a published example. {_A_KEY}")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set. List the server's host names, separated by commas. For local use, set"
        " NESTLINK_LOCAL=1 instead (`make setup` and `nestlink run` do this)."
    )
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS can't contain '*'. List the server's host names.")
for _name in ALLOWED_HOSTS:
    if "/" in _name or (":" in _name and not _name.startswith("[")):
        raise ImproperlyConfigured(f"ALLOWED_HOSTS contains {_name!r}. Remove https:// and the port.")
if LOCAL and (set(ALLOWED_HOSTS) - set(LOCAL_HOSTS) or BEHIND_TLS):
    raise ImproperlyConfigured(
        "NESTLINK_LOCAL=1 serves only this machine, but ALLOWED_HOSTS or BEHIND_TLS is set for a server. For a"
        " server, set NESTLINK_LOCAL=0. For this machine, remove ALLOWED_HOSTS and BEHIND_TLS."
    )
if DEBUG and not LOCAL:
    raise ImproperlyConfigured("DEBUG exposes source code. It requires NESTLINK_LOCAL=1.")

INSTALLED_APPS = [
    "modeler.apps.OurAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "modeler.apps.OurStaticFiles",
    "csp",
    "django_htmx",
    "modeler.apps.ModelerConfig",
    "modeler.sign_in",
    "designs",
]

MIDDLEWARE = [
    "modeler.roomy_calls.RoomyCalls",
    "modeler.request_log.RequestLog",
    # Headers come before whoever answers by themselves: redirects to TLS, refusals, static files.
    "csp.middleware.CSPMiddleware",
    "modeler.headers.PageHeaders",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    *(["modeler.loopback.LoopbackOnly"] if LOCAL else []),
    "modeler.health.Health",
    "modeler.server.waiting.FromTheFront",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "modeler.sign_in.sessions.SessionsInUse",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "modeler.failures.DatabaseTroubles",
    "modeler.sign_in.views.Throttling",
    "designs.views.error_pages.RefusedDesigns",
]

LOGGING = log_lines.config(env_choice("NESTLINK_LOG", log_lines.STYLES))
# A request that takes longer gets a line in the log.
SLOW_SECONDS = env_number("NESTLINK_SLOW_SECONDS", 1)

ROOT_URLCONF = "modeler.urls"
WSGI_APPLICATION = "modeler.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.PAGES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# SQLite needs no server.
DATABASES = {
    "default": database.settings_of(
        env_text("DATABASE_URL", ""), env_text("SQLITE_PATH", str(HOME / "db.sqlite3"))
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = ["modeler.sign_in.backend.ThrottledBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

LANGUAGE_CODE = "en"
# There is one language. Looking each phrase up in an empty catalogue took a tenth of a page's time.
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = HOME / "staticfiles"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site loads them, and each of a hundred files says so
STATICFILES_DIRS = [places.PAGES / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "modeler.static_files.ManifestStorage"},
}

# What each process keeps of its results, so that the next page need not compile anew.
CACHE_BYTES = env_whole("NESTLINK_CACHE_MB", 200, least=1) * 1024 * 1024

# A design file may hold 10 MiB; Django's own default would refuse a large one.
DATA_UPLOAD_MAX_MEMORY_SIZE = 11 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "modeler.uploads.SizeGuard",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Server processes; whatever compiles runs in workers beside them.
PROCESSES = env_whole("NESTLINK_PROCESSES", max(1, min(4, (os.cpu_count() or 1) // 2)), least=1)

# What a request may ask of a worker process, which compiles for it. 0: no limit.
COMPILE_SECONDS = limits.compile_seconds()
COMPILE_MEMORY_MB = limits.compile_megabytes()

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:", "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not "no-referrer": browsers then send forms with the origin "null", which the check of forms refuses.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

MESSAGE_STORAGE = "modeler.notices.Notices"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "designs:library"
CSRF_FAILURE_VIEW = "modeler.failures.csrf_failure"
SESSION_COOKIE_HTTPONLY = True
SESSION_ENGINE = "modeler.sign_in.sessions"
# Without use; the engine ends each after 14 days in any case. A local copy has no password to sign in with
# again, and its cookie is good on this machine alone.
SESSION_COOKIE_AGE = (14 * 24 if LOCAL else 12) * 60 * 60
# Local cookies are named after the copy: browsers share them between ports, so that two copies with
# one name would sign each other out. The server's are bound to its very name by the browser.
COPY = salted_hmac("modeler.settings.copy", str(HOME), secret=SECRET_KEY).hexdigest()[:8]
SESSION_COOKIE_NAME = f"nestlink_{COPY}_session" if LOCAL else "__Host-nestlink_session"
CSRF_COOKIE_NAME = f"nestlink_{COPY}_csrf" if LOCAL else "__Host-nestlink_csrf"
MESSAGE_COOKIE_NAME = f"nestlink_{COPY}_messages" if LOCAL else "__Host-nestlink_messages"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = not LOCAL
# Health checks ask from the machine itself, in plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)\Z"]
SECURE_HSTS_SECONDS = 0 if LOCAL else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = not LOCAL
# Preloading binds a whole domain for years: its owner's choice, not ours.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
if LOCAL:
    # HSTS, redirects and secure cookies need TLS, which a loopback address has not.
    SILENCED_SYSTEM_CHECKS += [f"security.{name}" for name in ("W004", "W008", "W012", "W016")]
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
