"""The only settings. What differs between machines comes from the environment or `.env`."""

from __future__ import annotations

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

from modeler import VERSION as VERSION
from modeler import database, places
from modeler.environment import LOCAL_HOSTS, env_flag, env_list, env_text, load_env_file

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

if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters. Remove .env and run `make setup`.")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set: write the names that this server answers to, with commas. To use Nestlink"
        " on this machine alone, write NESTLINK_LOCAL=1 instead (`make setup` and `nestlink run` do)."
    )
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS holds '*': write the names that this server answers to.")
if LOCAL and (set(ALLOWED_HOSTS) - set(LOCAL_HOSTS) or BEHIND_TLS):
    raise ImproperlyConfigured(
        "NESTLINK_LOCAL=1 serves this machine alone, without TLS, but ALLOWED_HOSTS or BEHIND_TLS speak of a"
        " server. For a server write NESTLINK_LOCAL=0; for this machine remove the two others."
    )
if DEBUG and not LOCAL:
    raise ImproperlyConfigured("DEBUG shows the source to visitors: only with NESTLINK_LOCAL=1.")

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
    "modeler.failures.DatabaseTroubles",
    "designs.views.refused.RefusedDesigns",
]
if LOCAL:
    MIDDLEWARE.insert(0, "modeler.loopback.LoopbackOnly")

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
FILE_UPLOAD_HANDLERS = [
    "modeler.uploads.SizeGuard",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

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

# In the session: a cookie of messages would be shared by the copies of one machine.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "designs:library"
CSRF_FAILURE_VIEW = "modeler.failures.csrf_failure"
SESSION_COOKIE_HTTPONLY = True
# Local cookies are named after the copy: browsers share them between ports, so that two copies with
# one name would sign each other out. The server's are bound to its very name by the browser.
COPY = salted_hmac("modeler.settings.copy", str(HOME), secret=SECRET_KEY).hexdigest()[:8]
SESSION_COOKIE_NAME = f"nestlink_{COPY}_session" if LOCAL else "__Host-nestlink_session"
CSRF_COOKIE_NAME = f"nestlink_{COPY}_csrf" if LOCAL else "__Host-nestlink_csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = not LOCAL
SECURE_HSTS_SECONDS = 0 if LOCAL else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = not LOCAL
# Preloading binds a whole domain for years: its owner's choice, not ours.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
if LOCAL:
    # HSTS, redirects and secure cookies need TLS, which a loopback address has not.
    SILENCED_SYSTEM_CHECKS += [f"security.{name}" for name in ("W004", "W008", "W012", "W016")]
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
