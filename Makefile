# One door for every chore. `make` prints this list.
CARGO ?= cargo
FC = gfortran
CC = gcc
RTAPENADE = $(CURDIR)/target/release/rtapenade
# How many random programs `make fuzz` tries per property, and the seed they are made from.
CASES ?= 20000
SEED ?= 1

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

release: ## build the program, optimised: target/release/rtapenade
	$(CARGO) build --release

demo: release ## differentiate examples/conservation, compile, check and time it
	@RTAPENADE=$(RTAPENADE) FC=$(FC) CC=$(CC) scripts/demo.sh

install: release ## install it: PREFIX=/usr/local DESTDIR=
	@$(MAKE) --no-print-directory -f install/install.mk install

test: ## install the compilers that are missing, and run all tests
	scripts/install-compilers.sh
	$(MAKE) --no-print-directory -C runtime test
	$(CARGO) test --workspace

test-all: test ## and what takes hours: tests/run interpreted and compiled with every improvement switched off in turn; a million lines
	$(CARGO) test --release -p rtapenade-tests programs::interpreted_with_every -- --ignored
	$(CARGO) test -p rtapenade-tests programs::compiled_ -- --ignored
	$(CARGO) test --release -p rtapenade-tests extremes::a_million_lines -- --ignored --nocapture

bless: ## accept the present output as expected output; read the diff before committing it
	INSTA_UPDATE=always $(CARGO) test --workspace
	@git diff --stat -- '*.snap'

fuzz: ## many more random programs than `make test` tries: CASES=20000 SEED=1
	RTAPENADE_PROGRAMS=$(CASES) RTAPENADE_SEED=$(SEED) $(CARGO) test --release -p rtapenade-tests property -- --include-ignored --skip show_random_text

corpus: ## every head of real code with each improvement switched off; takes hours
	$(CARGO) test -p rtapenade-tests corpus -- --include-ignored

ci: ## exactly what CI runs
	.ci/run

.PHONY: help release demo install test test-all bless fuzz corpus ci
