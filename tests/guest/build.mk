# SPDX-License-Identifier: GPL-2.0-or-later
# Tests on a real kernel, in QEMU: see README.md. make guest T="00-ground 20-chardev" runs some.

GUEST_PROGRAMS := $(patsubst %.c,$(B)/%,$(wildcard tests/guest/*.c))

$(B)/tests/guest/%: $(O)/tests/guest/%.o $(LIBS_ALL) $(if $(SIM_SRC),$(SIM_LIB))
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(if $(SIM_SRC),$(SIM_LIB)) $(LIBS_ALL) $(PKG_LIBS) -lm -pthread

guest-programs: $(GUEST_PROGRAMS)

guest: all guest-programs
	tests/guest/run $(T)
.PHONY: guest guest-programs

ifeq ($(SAN),)
TESTS += tests/guest/run
endif
tests/guest/run: | module guest-programs
