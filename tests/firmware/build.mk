# SPDX-License-Identifier: GPL-2.0-or-later
# The firmware's images, executed by simavr as their chip would.

FIRMWARE_TESTS := $(B)/tests/firmware/test_avr
TESTS += $(FIRMWARE_TESTS)

# simavr's headers are its own affair.
$(O)/tests/firmware/%.o: CFLAGS_ALL += -isystem /usr/include/simavr
$(FIRMWARE_TESTS): $(B)/tests/firmware/%: $(O)/tests/firmware/%.o $(O)/tests/firmware/avr-chip.o $(SIM_LIB) $(LIBS_ALL) \
		| $(AVR_HEX) build/flagfallctl
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(SIM_LIB) $(LIBS_ALL) $(PKG_LIBS) -lsimavr -lcmocka -lm
