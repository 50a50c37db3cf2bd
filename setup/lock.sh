#!/usr/bin/env bash
# Pins requirements*.in with hashes, on the oldest Python that we support, naming no package index.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$(command -v python3.11 || setup/python.sh)" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pip-tools
for name in requirements requirements-postgres requirements-dev requirements-build; do
    CUSTOM_COMPILE_COMMAND="make lock" "$work/venv/bin/pip-compile" --quiet --generate-hashes --strip-extras \
        --no-emit-index-url --no-emit-find-links --no-emit-trusted-host "$name.in" --output-file "$name.txt"
done

# The second engine of the tests has an environment, and a Python, of its own.
"$(setup/second_engine.sh --python)" -m venv "$work/newer"
"$work/newer/bin/pip" install --quiet pip-tools
CUSTOM_COMPILE_COMMAND="make lock" "$work/newer/bin/pip-compile" --quiet --generate-hashes --strip-extras \
    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host tests/second_engine/requirements.in \
    --output-file tests/second_engine/requirements.txt
