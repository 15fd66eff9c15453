# BERT Scope. `make app` serves it, `make test` tests it; `make help` lists the rest.

SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8501
# Who may reach the app: this machine only. ADDRESS=0.0.0.0 opens it to the network.
ADDRESS ?= 127.0.0.1

VENV := .venv
PY := $(VENV)/bin/python
# A stamp carries the checksum of the pins it stands for: other pins, another install.
APP := $(VENV)/app-$(firstword $(shell cat requirements.txt constraints.txt | cksum))
DEV := $(VENV)/dev-$(firstword $(shell cat requirements.txt requirements-dev.txt constraints.txt | cksum))

# glibc would keep up to eight arenas a core, each with its own freed memory.
export MALLOC_ARENA_MAX ?= 2

.PHONY: help app test check audit bench load followers cluster wasm image-test clean

help:
	@echo "make app     serve the app on http://localhost:8501 (PORT=... for another port)"
	@echo "make test    run the tests, those in a browser too where a Chromium is found"
	@echo "make check   lint, formatting, which module may import which, types"
	@echo "make audit   ask what is known against the pinned versions; needs the internet, and says so where there is none"
	@echo "make bench   measure; the numbers go to benchmarks/results.jsonl"
	@echo "make load    let classes of 1 to 400 visitors use the app; make load ARGS=\"--visitors 50 --seconds 1200\": one, for long"
	@echo "make followers let a class of 100 follow its lecturer and vote; ARGS=\"--copies 2\": before two copies, with nginx and Redis"
	@echo "make cluster two copies behind nginx, two workers and Redis on this machine, of which one each is killed meanwhile"
	@echo "make wasm    compile the encoder that runs in browsers; needs clang-16 and lld-16, and is needed when it changes"
	@echo "make image-test  build the image on Debian, as root and without Docker, and use it with a read-only root"
	@echo "make clean   remove the environment and what the tools left"

app: $(APP)
	@if (exec 3<>/dev/tcp/127.0.0.1/$(PORT)) 2>/dev/null; then \
	  echo "Port $(PORT) is taken by another program. Choose another: make app PORT=$$(($(PORT) + 1))" >&2; exit 1; fi
	@echo "BERT Scope is on http://localhost:$(PORT) (Ctrl+C stops it)"
	@exec $(PY) -m streamlit run app.py --server.port $(PORT) --server.address $(ADDRESS) \
	  --server.headless true --server.fileWatcherType none --logger.hideWelcomeMessage true

# A process a core, each with one thread: torch slows down tenfold where threads outnumber cores.
test: $(DEV)
	OMP_NUM_THREADS=1 $(PY) -m pytest -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(VENV)/bin/lint-imports
	$(PY) -m mypy

audit: $(PY)
	PYTHON=$(CURDIR)/$(PY) .ci/audit

bench: $(DEV)
	$(PY) -m benchmarks $(ARGS)

load: $(DEV)
	$(PY) -m benchmarks.load $(ARGS)

followers: $(DEV)
	$(PY) -m benchmarks.followers $(ARGS)

cluster: $(DEV)
	$(PY) -m benchmarks.cluster $(ARGS)

# Debian's clang-16 and lld-16. What they make is committed, with its checksums: nobody who uses the app needs them.
KERNEL := bertviz_core/components/browser_model/kernel
WASM := clang-16 --target=wasm32 -O3 -nostdlib -ffreestanding -mbulk-memory -msimd128 -fuse-ld=/usr/bin/wasm-ld-16 \
  -Wl,--no-entry -Wl,--export=__heap_base -Wl,-z,stack-size=65536 -Wl,--strip-all

wasm:
	cd $(KERNEL) && $(WASM) -o encoder.wasm encoder.c
	cd $(KERNEL) && $(WASM) -mrelaxed-simd -DRELAXED -o encoder-relaxed.wasm encoder.c
	cd $(KERNEL) && chmod 644 *.wasm && sha256sum encoder.c dense.h lanes.h encoder.wasm encoder-relaxed.wasm > SHA256SUMS

image-test:
	.ci/image-test

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "BERT Scope needs Python 3.11 or newer; name it with PYTHON=..., for instance PYTHON=python3.11." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian: sudo apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(APP): | $(PY)
	@echo "Installing what requirements.txt pins into $(VENV); this takes a minute or more"
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(DEV): | $(APP)
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
