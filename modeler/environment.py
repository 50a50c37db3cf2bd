"""The environment, read loudly: a wrong or missing value stops the start and says what to write."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""What a browser on this machine calls it."""

TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"", "0", "false", "no", "off"})


def load_env_file(path: Path) -> None:
    """Take NAME=value lines from a file; what the environment already says wins."""
    for name, value in read_env_file(path).items():
        os.environ.setdefault(name, value)


def read_env_file(path: Path) -> dict[str, str]:
    """The NAME=value lines of a file; none if there is no file."""
    values: dict[str, str] = {}
    if not path.is_file():
        return values
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, sign, value = text.partition("=")
        if not sign or not name.strip().isidentifier():
            raise ImproperlyConfigured(f"{path.name} line {number} isn't NAME=value. Correct or remove it.")
        if values.setdefault(name.strip(), value.strip()) != value.strip():
            raise ImproperlyConfigured(
                f"{path.name} line {number} sets {name.strip()} again, to another value. Remove one of the two lines."
            )
    return values


def env_text(name: str, default: str | None = None) -> str:
    """A text. Without a default it must be set and not empty."""
    value = os.environ.get(name, default)
    if not value and default is None:
        raise ImproperlyConfigured(f"{name} is not set. Run `make setup`, which writes .env, or set {name}.")
    return value or ""


def env_flag(name: str, default: bool) -> bool:
    """A yes or no: 1/0, true/false, yes/no, on/off."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word in TRUE or word in _FALSE:
        return word in TRUE
    raise ImproperlyConfigured(f"Invalid {name}={raw!r}. Use 1 or 0.")


def env_number(name: str, default: float) -> float:
    """A number above 0."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    try:
        number = float(raw)
    except ValueError:
        number = 0
    if 0 < number < float("inf"):
        return number
    raise ImproperlyConfigured(f"{name}={raw!r} isn't a number above 0. Correct or remove it.")


def env_choice(name: str, choices: tuple[str, ...]) -> str:
    """One of these words, by default the first."""
    word = os.environ.get(name, choices[0]).strip().lower()
    if word in choices:
        return word
    raise ImproperlyConfigured(f"{name}={word!r} is unknown: write {' or '.join(choices)}.")


def env_list(name: str, default: tuple[str, ...]) -> list[str]:
    """Words separated by commas."""
    raw = os.environ.get(name)
    if raw is None:
        return list(default)
    words = [word.strip() for word in raw.split(",") if word.strip()]
    if not words:
        raise ImproperlyConfigured(f"{name} is empty. Enter comma-separated values, or remove it.")
    return words


def env_whole(name: str, default: int, least: int = 0) -> int:
    """Return a whole number. Raise ImproperlyConfigured for anything else, and for less than the least."""
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    if raw.isascii() and raw.isdigit() and len(raw) < 10 and int(raw) >= least:
        return int(raw)
    raise ImproperlyConfigured(
        f"{name}={raw!r} isn't a whole number of {least} or more. Write one, such as {default}."
    )


def env_limit(name: str, default: float) -> float:
    """Return a number from 0, where 0 is no limit. Raise ImproperlyConfigured for anything else."""
    raw = os.environ.get(name, "").strip()
    try:
        number = float(raw) if raw else default
    except ValueError:
        number = -1
    if 0 <= number < float("inf"):
        return number
    raise ImproperlyConfigured(
        f"{name}={raw!r} isn't a limit. Write a number such as {default:g}, or 0 for no limit."
    )
