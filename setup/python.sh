#!/usr/bin/env bash
# Prints the Python to build the environment with: python3 where it is 3.11 to 3.13, else a named one.
set -u
for name in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
    path=$(command -v "$name" 2>/dev/null) || continue
    if "$path" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
        printf '%s\n' "$path"
        exit 0
    fi
done
exit 1
