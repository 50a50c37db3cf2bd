"""The only settings. What differs between machines comes from the environment or `.env`."""

from __future__ import annotations

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from modeler import VERSION as VERSION
from modeler import database, places
from modeler.environment import env_flag, env_list, env_text, load_env_file

HOME = places.home()
load_env_file(HOME / ".env")

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
DEBUG = env_flag("DEBUG", False)
SECRET_KEY = env_text("SECRET_KEY")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", LOCAL_HOSTS)
# Served over TLS? Off on loopback, where there is none.
BEHIND_TLS = env_flag("BEHIND_TLS", False)

if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters. Remove .env and run `make setup`.")
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS holds '*': write the names that this server answers to.")
if DEBUG and set(ALLOWED_HOSTS) - set(LOCAL_HOSTS):
    raise ImproperlyConfigured("DEBUG shows the source to visitors: only with local ALLOWED_HOSTS.")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "modeler.apps.OurStaticFiles",
    "csp",
    "django_htmx",
    "modeler.apps.ModelerConfig",
    "designs",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "modeler.headers.PageHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "designs.views.refused.RefusedDesigns",
]

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

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = HOME / "staticfiles"
STATICFILES_DIRS = [places.PAGES / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "modeler.static_files.ManifestStorage"},
}

# A design file may hold 10 MiB; Django's own default would refuse a large one.
DATA_UPLOAD_MAX_MEMORY_SIZE = 11 * 1024 * 1024

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
SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = BEHIND_TLS
# Preloading binds a whole domain for years: its owner's choice, not ours.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
