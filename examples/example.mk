# What the examples share. The Makefile of an example sets
#   NAME     name of the generated files
#   HEAD     what to differentiate
#   SOURCES  its files, in the order in which they are compiled; .f90, .f or .c
#   EXTRA    files they include
# and includes this file. `make` differentiates in both modes, compiles the results strictly, and checks them.
RTAPENADE ?= ../../target/release/rtapenade
FC = gfortran
CC = gcc
BUILD = build
EXTENSION = $(suffix $(firstword $(SOURCES)))
ARGUMENTS = -head "$(HEAD)"

WARNINGS = -Wall -Wextra -Werror
# An argument list is a convention: a derivative need not use all of it.
COMPILE.f90 = $(FC) -O2 -std=f2018 -pedantic $(WARNINGS) -Wno-unused-dummy-argument
COMPILE.f = $(FC) -O2 -std=legacy $(WARNINGS) -Wno-unused-dummy-argument -I.
COMPILE.c = $(CC) -O2 -std=c11 -pedantic $(WARNINGS) -Wno-unused-parameter -I. -I$(BUILD)/runtime
COMPILE = $(COMPILE$(EXTENSION))
# Where module files are written and looked for. The two modes make modules of the same name.
MODULES = $(if $(filter .f90,$(EXTENSION)),-J$(@D))

all: tangent adjoint check

tangent: $(BUILD)/tangent/$(NAME)_d.o

adjoint: $(BUILD)/adjoint/$(NAME)_b.o

$(BUILD)/tangent/$(NAME)_d$(EXTENSION): $(SOURCES) $(EXTRA)
	@mkdir -p $(@D)
	$(RTAPENADE) -tangent $(ARGUMENTS) -o $(NAME) -O $(@D) $(SOURCES)

$(BUILD)/adjoint/$(NAME)_b$(EXTENSION): $(SOURCES) $(EXTRA)
	@mkdir -p $(@D)
	$(RTAPENADE) -reverse $(ARGUMENTS) -o $(NAME) -O $(@D) $(SOURCES)

# The originals come first: a derivative uses the modules that hold nothing to differentiate.
%.o: %$(EXTENSION) | $(BUILD)/runtime
	@mkdir -p $(@D)
	set -e; for s in $(SOURCES); do $(COMPILE) $(MODULES) -c -o $(@D)/`basename $$s $(EXTENSION)`.o $$s; done
	$(COMPILE) $(MODULES) -c -o $@ $<

$(BUILD)/runtime:
	@mkdir -p $@
	$(RTAPENADE) --emit-runtime $@

check:
	$(RTAPENADE) check $(ARGUMENTS) --inputs inputs.txt $(SOURCES)

# The same without a compiler, by interpretation.
interpret:
	$(RTAPENADE) check $(ARGUMENTS) --inputs inputs.txt --interpret $(SOURCES)

clean:
	rm -rf $(BUILD)

.PHONY: all tangent adjoint check interpret clean
.SECONDARY:
