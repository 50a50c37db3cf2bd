#!/usr/bin/env bash
# What the operating system must bring: Python with venv, Graphviz, a font that Graphviz can measure.
# Debian 12+, Ubuntu 24.04+ (as root or with sudo) and macOS (Homebrew) get what is missing;
# elsewhere it says what to install. With the argument `tests`, a browser too; with `soak`, PostgreSQL. Graphviz is not needed to start, so its absence is a warning.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif have sudo && [ -t 0 ]; then sudo "$@"
    elif have sudo; then sudo -n "$@"
    else return 1
    fi
}

apt_install() {
    say "setup: installing with apt: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return
    as_root apt-get update -qq >/dev/null 2>&1 || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

install() { # the Debian names, then the Homebrew names; "-" where there is none to install
    if have apt-get; then
        # shellcheck disable=SC2086
        apt_install $1
    elif have brew && [ "$2" != "-" ]; then
        say "setup: installing with Homebrew: $2"
        # shellcheck disable=SC2086
        brew install --quiet $2
    else
        return 1
    fi
}

missing_python() {
    say "setup: Python 3.11, 3.12 or 3.13 with venv is missing and could not be installed."
    say "       Debian and Ubuntu: apt install python3 python3-venv (as root); macOS: brew install python@3.13;"
    say "       elsewhere: install it with your system's packages. Then run this again."
    exit 1
}

python=$(setup/python.sh) || { install "python3 python3-venv" "python@3.13" || true; python=$(setup/python.sh) || missing_python; }
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    install "python$version-venv" "-" || missing_python
fi

if ! have dot; then
    install "graphviz" "graphviz" || say "setup: Graphviz is missing: diagrams come as DOT and Mermaid text only. Install the package 'graphviz'."
fi
if have dot && have apt-get && [ ! -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]; then
    install "fonts-dejavu-core" "-" || say "setup: the font DejaVu Sans is missing: text in diagrams may not fit. Install the package 'fonts-dejavu-core'."
fi
if [ "${1:-}" = soak ]; then
    have pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || install "postgresql" "postgresql@17" \
        || say "setup: PostgreSQL is missing: its tests will fail. Install the package 'postgresql'."
    exit 0
fi
if [ "${1:-}" != tests ]; then
    have dot && say "setup: $("$python" --version), $(dot -V 2>&1 | sed 's/ (.*//')" || say "setup: $("$python" --version)"
    exit 0
fi

# For the tests of the pages alone: a browser.
browser() { [ -n "${CHROMIUM:-}" ] || have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome || have google-chrome-stable \
    || [ -e "/Applications/Google Chrome.app" ] || [ -e /Applications/Chromium.app ]; }
# Debian's has no window, and does a third less work.
[ -n "${CHROMIUM:-}" ] || have chromium-headless-shell || ! grep -qs '^ID=debian' /etc/os-release || install "chromium-headless-shell" "-" || true
browser || install "chromium" "-" || install "chromium-browser" "-" \
    || say "setup: no Chromium or Chrome was found: the tests of the pages will fail. Install either."
