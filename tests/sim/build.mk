# SPDX-License-Identifier: GPL-2.0-or-later
# The emulated board and the hands as programs, for guests, demos and people without hardware.

SIM_PROGRAMS := $(B)/flagfall-sim $(B)/flagfall-hands $(B)/flagfall-pgncheck $(B)/flagfall-scramble $(B)/flagfall-restless

$(SIM_PROGRAMS): $(B)/flagfall-%: $(O)/tests/sim/%-main.o $(SIM_LIB) $(CORE_LIB) $(RULES_LIB)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

programs: $(SIM_PROGRAMS)
