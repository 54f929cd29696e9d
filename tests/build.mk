# SPDX-License-Identifier: GPL-2.0-or-later
# Tests speak TAP; tests/run runs them and counts. TESTS: what `make check` runs, in order.

UNIT_SRC := $(wildcard tests/unit/test_*.c)
UNIT := $(patsubst %.c,$(B)/%,$(UNIT_SRC))
TESTS += $(UNIT)

$(B)/tests/unit/%: $(O)/tests/unit/%.o $(LIBS_ALL) $(if $(SIM_SRC),$(SIM_LIB))
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(if $(SIM_SRC),$(SIM_LIB)) $(LIBS_ALL) $(PKG_LIBS) -lcmocka -lm

unit: $(UNIT)
	tests/run $(UNIT)
.PHONY: unit
