# One door for every chore. `make` prints this list.
CARGO ?= cargo
FC = gfortran
CC = gcc
RTAPENADE = $(CURDIR)/target/release/rtapenade
# How many random programs `make fuzz` tries per property, and the seed they are made from.
CASES ?= 20000
SEED ?= 1

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

release: ## build the program, optimised: target/release/rtapenade
	$(CARGO) build --release --workspace

demo: release ## differentiate examples/conservation, compile, check and time it
	@RTAPENADE=$(RTAPENADE) FC=$(FC) CC=$(CC) scripts/demo.sh

install: release ## install it: PREFIX=/usr/local DESTDIR=
	@$(MAKE) --no-print-directory -f install/install.mk install

test: ## install the compilers that are missing, and run the tests: ten minutes on two cores, building included
	scripts/install-compilers.sh
	$(MAKE) --no-print-directory -C runtime test
	@CARGO=$(CARGO) scripts/test.sh short

test-full: ## all tests but those that take hours; SLICE=2/5 takes one of five parts, as CI does
	scripts/install-compilers.sh
	scripts/install-mpi.sh
	$(MAKE) --no-print-directory -C runtime test
	@CARGO=$(CARGO) scripts/test.sh $(or $(SLICE),all)

test-all: test-full ## and those: every head compiled with each improvement switched off in turn
	$(CARGO) test --release --workspace --lib -- --ignored hours_

same: ## outputs of all heads compared with those of a commit, and judged where they differ: BASE=main [ONLY=word]
	@CARGO=$(CARGO) scripts/same.sh $(BASE) $(ONLY)

bless: ## accept the present output as expected output; read the diff before committing it
	INSTA_UPDATE=always $(CARGO) test --release --workspace
	@git diff --stat -- '*.snap'

fuzz: ## many more random programs than `make test` tries: CASES=20000 SEED=1
	RTAPENADE_PROGRAMS=$(CASES) RTAPENADE_SEED=$(SEED) $(CARGO) test --release --workspace --lib -- property --include-ignored --skip show_random

corpus: ## every head of real code with each improvement switched off; takes hours
	RTAPENADE_PORTION=all $(CARGO) test --release --workspace --lib -- corpus --include-ignored

ci: ## exactly what CI runs
	.ci/run

.PHONY: help release demo install test test-full test-all same bless fuzz corpus ci
