#!/usr/bin/env bash
# The virtual environment in .venv with pinned packages, and .env with the secret key.
# Arguments: requirement files. A stamp of their hash makes the second time quick.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(setup/python.sh)
if ! .venv/bin/python -c 'import sys, os; sys.exit(os.path.realpath(sys.prefix) != os.path.realpath(".venv"))' 2>/dev/null; then
    printf 'setup: making .venv\n'
    rm -rf .venv
    "$python" -m venv .venv
fi

hash() { .venv/bin/python -c 'import hashlib, sys; print(hashlib.sha256(b"".join(open(f, "rb").read() for f in sys.argv[1:])).hexdigest()[:16])' "$@"; }

for file in "$@"; do
    stamp=".venv/.installed-${file%.txt}-$(hash "$file")"
    [ -e "$stamp" ] && continue
    printf 'setup: installing %s\n' "$file"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$file"
    rm -f .venv/.installed-"${file%.txt}"-*
    touch "$stamp"
done

# Asking grep first saves the time of starting Python.
grep -qs '^NESTLINK_LOCAL=' "${NESTLINK_HOME:-.}/.env" || .venv/bin/python -m modeler.env_file

# Where Python may keep no bytecode by itself (PYTHONDONTWRITEBYTECODE), each start would compile every module
# anew, which takes longer than a design does.
compiled=.venv/.compiled
if [ ! -e "$compiled" ] || [ -n "$(find designs modeler -name '*.py' -newer "$compiled" -print -quit)" ]; then
    touch "$compiled"
    .venv/bin/python -m compileall -q designs modeler || rm -f "$compiled"
fi
