# The second half of `make demo`: times the adjoint of examples/conservation, and compares it with divided differences.
# Expects that `make -C examples/conservation` was run.
EXAMPLE = examples/conservation
BUILD = $(EXAMPLE)/build/demo
RUNTIME = $(EXAMPLE)/build/runtime
STRICT = -O2 -Wall -Wextra -Werror -pedantic

demo: $(BUILD)/demo
	$(BUILD)/demo

# conservation.o and conservation_b.o were compiled strictly by the example, with their modules beside them
$(BUILD)/demo: scripts/demo.f90 $(EXAMPLE)/build/adjoint/conservation_b.o
	@mkdir -p $(BUILD)
	for c in adStack adFortran; do $(CC) -std=c11 $(STRICT) -c -o $(BUILD)/$$c.o $(RUNTIME)/$$c.c || exit 1; done
	$(FC) -std=f2018 $(STRICT) -I$(EXAMPLE)/build/adjoint -J$(BUILD) -o $@ scripts/demo.f90 \
	  $(EXAMPLE)/build/adjoint/conservation.o $(EXAMPLE)/build/adjoint/conservation_b.o $(BUILD)/adStack.o $(BUILD)/adFortran.o

.PHONY: demo
