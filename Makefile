# A newcomer needs two of these: `make run` and `make test`.
# Tool settings live in pyproject.toml, versions in requirements*.lock.

PYTHON ?= python3
UV ?= uv
REG ?= mgsz_2012
HTML ?=
DEMO ?= yes
BIN := .venv/bin
PIP_COMPILE = $(UV) pip compile pyproject.toml --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet

.DEFAULT_GOAL := help
.PHONY: help install dev check test golden compare run bench audit lock front

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf '  make %-8s %s\n' "$$name" "$$text"; done

install: ## make .venv from the hashed lock
	@command -v $(PYTHON) >/dev/null || { \
		echo "make install: there is no $(PYTHON) here; install it: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) tools/install.py

dev: install
	@$(PYTHON) tools/install.py --dev

run: install ## serve on 127.0.0.1:8000 until Ctrl-C; the first time with a demo, DEMO=no without
	@exec $(BIN)/fokozat serve $(if $(filter no,$(DEMO)),,--demo)

test: dev ## run everything this machine can, and list what it could not
	@exec $(BIN)/python tools/suite.py

check: dev ## ruff, mypy and the layers, without the tests
	@exec $(BIN)/python tools/checks.py

golden: dev ## rewrite the golden files; read the difference before keeping it
	@FOKOZAT_GOLDEN=write $(BIN)/python -m pytest tests/golden

compare: install ## lay a regulation beside its code: REG=mgsz_2012 [HTML=page.html]
	@$(BIN)/fokozat compare $(REG) $(if $(HTML),--html $(HTML))
	@$(if $(HTML),echo "Written to $(HTML)",echo "(make compare REG=$(REG) HTML=page.html writes a page to print)")

bench: install ## measure speed and quality beside the peers
	@$(BIN)/fokozat bench

audit: ## ask whether a dependency has a known vulnerability
	@$(PYTHON) tools/audit.py

lock: ## choose versions anew and rewrite all locks (needs uv)
	$(PIP_COMPILE) --group build -o requirements.lock
	$(PIP_COMPILE) --group build --group dev -c requirements.lock -o requirements-dev.lock
	$(PIP_COMPILE) --extra fast -c requirements.lock -o requirements-fast.lock
	$(PIP_COMPILE) --extra campaigns -c requirements.lock -o requirements-campaigns.lock
	$(PIP_COMPILE) --extra bench -c requirements.lock -o requirements-bench.lock

front: ## rebuild the committed front end (needs node)
	cd frontend && npm ci && npm run build
