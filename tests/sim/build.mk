# SPDX-License-Identifier: GPL-2.0-or-later
# The emulated board and the hands as programs, for guests, demos and people without hardware.

SIM_PROGRAMS := $(B)/flagfall-sim $(B)/flagfall-hands $(B)/flagfall-pgncheck $(B)/flagfall-scramble $(B)/flagfall-restless $(B)/flagfall-evening

$(SIM_PROGRAMS): $(B)/flagfall-%: $(O)/tests/sim/%-main.o $(SIM_LIB) $(LIBS_ALL)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(SIM_LIBS) $(PKG_LIBS) -lm

# The cable to a virtual machine; of these programs flagfall-sim alone has one.
$(B)/flagfall-sim: SIM_LIBS = $(shell pkg-config --libs libusbredirparser-0.5)

programs: $(SIM_PROGRAMS)
