# SPDX-License-Identifier: GPL-2.0-or-later
# Each fuzz_NAME.c is a program; as a test it tries a fixed set of inputs, plain and under the sanitizers.
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ := $(patsubst %.c,$(B)/%,$(FUZZ_SRC))
TESTS += $(FUZZ)
UNIT_SAN += $(patsubst build/%,build/san/%,$(FUZZ))
unit-programs: $(FUZZ)

$(B)/tests/fuzz/fuzz_%: $(O)/tests/fuzz/fuzz_%.o $(O)/tests/fuzz/fuzz-main.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS) -lm

# make SAN=1 fuzz FUZZ_RUNS=10000000
FUZZ_RUNS ?= 1000000
fuzz: $(FUZZ)
	@for f in $(FUZZ); do $$f -n $(FUZZ_RUNS) -s $$(date +%s) || exit 1; done
.PHONY: fuzz
