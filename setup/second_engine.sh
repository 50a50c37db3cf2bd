#!/usr/bin/env bash
# The environment of tests/second_engine in .venv-engine: a MongoDB engine that nobody here wrote. It needs Python 3.13
# or newer; where none is at hand nothing is made, and make test says so in its summary. A stamp of the pinned file's
# hash makes the second time quick. With --python it prints that Python and ends.
set -euo pipefail
cd "$(dirname "$0")/.."

is_new() { "$1" -c 'import sys; sys.exit(sys.version_info[:2] < (3, 13))' 2>/dev/null; }

newest() {
    local candidates
    candidates=("${PYTHON:-}" python3.13 python3.14 python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python)
    for candidate in "${candidates[@]}"; do
        path=$(command -v "$candidate" 2>/dev/null) && is_new "$path" && printf '%s\n' "$path" && return
    done
    return 1
}

if [ "${1:-}" = --python ]; then newest; exit; fi

pins=tests/second_engine/requirements.txt
stamp=".venv-engine/.installed-$(cksum < $pins | tr ' ' '-')"
[ -e "$stamp" ] && .venv-engine/bin/python -c '' 2>/dev/null && exit 0
rm -rf .venv-engine
python=$(newest) || { printf 'setup: no Python 3.13 or newer, so no second engine\n'; exit 0; }
printf 'setup: installing the second engine\n'
# Where it can't be installed, say because no wheel is for this machine, nothing half-made stays.
if "$python" -m venv .venv-engine && .venv-engine/bin/python -m pip install --quiet --disable-pip-version-check \
    --no-deps --only-binary :all: --require-hashes -r $pins; then
    touch "$stamp"
else
    rm -rf .venv-engine
    printf 'setup: the second engine can not be installed here\n'
fi
