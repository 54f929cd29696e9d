# SPDX-License-Identifier: GPL-2.0-or-later
# The firmware's images, executed by simavr as their chip would.

AVR_TEST := $(addprefix $(B)/tests/firmware/,test_avr test_avr_lever test_avr_wiring)
AVR_BOARD := $(B)/tests/firmware/avr-board
TESTS += $(AVR_TEST)

# simavr's headers are its own affair.
$(O)/tests/firmware/%.o: CFLAGS_ALL += -isystem /usr/include/simavr
$(AVR_TEST): $(B)/tests/firmware/%: $(O)/tests/firmware/%.o $(patsubst %,$(O)/tests/firmware/%.o,avr-bench avr-chip contact-history) \
	$(patsubst %,$(O)/flagfallctl/doctor/%.o,wiring wiring-faults)
$(AVR_BOARD): $(patsubst %,$(O)/tests/firmware/avr-%.o,main chip usbip socket)
$(AVR_TEST) $(AVR_BOARD): $(SIM_LIB) $(LIBS_ALL) | $(AVR_HEX) build/flagfallctl
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(SIM_LIB) $(LIBS_ALL) $(PKG_LIBS) -lsimavr -lcmocka -lm
