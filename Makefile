# The verbs of the project. `make` alone lists them.
PY := .venv/bin/python
MANAGE := $(PY) manage.py

.DEFAULT_GOAL := help
.PHONY: help setup setup-test run test quick soak lint golden bench vendor lock

help: ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: ## what the program needs: system packages, .venv, .env
	@setup/system.sh
	@setup/environment.sh requirements.txt

setup-test: setup
	@setup/tests.sh

run: setup ## start the program and print an address that signs you in (PORT=8001: another port)
	@$(MANAGE) serve $(if $(PORT),--port $(PORT))

test: setup-test ## linters and every test, one summary at the end
	@$(PY) -m tests

quick: ## within a minute: linters, and the tests nearest to what is changed (SINCE=a commit); after setup-test
	@$(PY) -m tests.quick $(SINCE)

soak: setup-test ## the long tests: kills, full disks, PostgreSQL restarted; hours
	@setup/system.sh soak
	@setup/second_engine.sh
	@setup/environment.sh requirements.txt requirements-dev.txt requirements-postgres.txt
	@$(PY) -m tests.soak

lint: setup-test ## linters only
	@$(PY) -m tests lint

golden: setup-test ## write the golden files anew; read the difference before you commit it
	@$(PY) -m tests.compiler.golden

bench: setup-test ## measure; one table for each script of bench/
	@set -e; for script in $$(grep -l __main__ bench/*.py); do echo "== $$script"; $(PY) -m "bench.$$(basename "$$script" .py)"; done

vendor: setup ## check that the third-party files of static/vendor are what MANIFEST.json says
	@$(PY) setup/vendor.py

lock: ## pin requirements*.in anew, with hashes (pip-tools in a throw-away environment)
	@setup/lock.sh
