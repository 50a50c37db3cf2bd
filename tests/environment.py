"""The environment of a test run, set before Django reads its settings (a pytest plugin)."""

import os

os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789" * 5
os.environ.update(NESTLINK_LOCAL="1", DEBUG="0", ALLOWED_HOSTS="localhost,127.0.0.1,[::1]", BEHIND_TLS="0")
