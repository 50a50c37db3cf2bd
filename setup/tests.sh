#!/usr/bin/env bash
# What the tests need beside the program: a browser, and their packages.
set -euo pipefail
cd "$(dirname "$0")/.."

setup/system.sh tests
setup/environment.sh requirements.txt requirements-dev.txt
setup/node.sh
