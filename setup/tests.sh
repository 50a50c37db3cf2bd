#!/usr/bin/env bash
# What the tests need beside the program: a browser, their packages, and the second engine, whose environment is made
# meanwhile, since it needs none of the others.
set -euo pipefail
cd "$(dirname "$0")/.."

setup/second_engine.sh & engine=$!
setup/system.sh tests
setup/environment.sh requirements.txt requirements-dev.txt
setup/node.sh
wait "$engine"
