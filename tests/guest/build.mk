# SPDX-License-Identifier: GPL-2.0-or-later
# Tests on a real kernel, in QEMU: see README.md. make guest T="00-ground 20-udev" runs some.

GUEST_PROGRAMS := $(patsubst %.c,$(B)/%,$(wildcard tests/guest/*.c))

$(B)/tests/guest/%: $(O)/tests/guest/%.o $(LIBS_ALL) $(SIM_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(SIM_LIB) $(LIBS_ALL) $(PKG_LIBS) -lm -pthread

# The same interface as a program of 32 bits sees it. Static: the guest has no libraries for it.
HAVE_32 := $(shell printf 'int main(void) { return 0; }' | $(CC) -m32 -static -x c -o /dev/null - 2>/dev/null && echo yes)
ifneq ($(HAVE_32),)
GUEST_PROGRAMS += $(B)/tests/guest/sb-32 $(B)/tests/guest/chardev-api-32
endif
$(B)/tests/guest/%-32: tests/guest/%.c kernel/uapi/sensorboard.h
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC      $@";) $(CC) -m32 -static -std=c11 -D_GNU_SOURCE -I. -O2 -Wall -Wextra -Wno-unused-parameter -o $@ $<

guest-programs: $(GUEST_PROGRAMS)

guest: all guest-programs
	tests/guest/run $(T)

# Longer than make check: how long reports are on their way, against usbhid and hidraw; and eight boards for ten minutes.
bench-usb load-usb: deps
	@$(MAKE) --no-print-directory $(jobs) $@-run
bench-usb-run: all guest-programs
	@tests/bench/usb
load-usb-run: all guest-programs
	tests/guest/run load-usb

# And the firmware's image behind that kernel's USB: two programs that emulate a processor each. make check has the image without a kernel.
check-firmware: deps
	@$(MAKE) --no-print-directory $(jobs) $@-run
check-firmware-run: all guest-programs $(AVR_TEST) $(AVR_BOARD)
	tests/run $(AVR_TEST)
	tests/guest/run firmware
# Boards behind the host controllers that QEMU emulates: a game, a reset, a pulled cable, a halted endpoint.
check-controllers: deps
	@$(MAKE) --no-print-directory $(jobs) $@-run
check-controllers-run: all guest-programs
	tests/guest/run controllers
# A disk that loses its power at any flush, that fails, or that lies: what was heard is there, and the daemon starts.
check-torn: deps
	@$(MAKE) --no-print-directory $(jobs) $@-run
check-torn-run: all guest-programs
	tests/guest/run $(if $(POINTS),-a POINTS=$(POINTS)) torn-disk
# The same module source on Debian's backported kernel: it builds without a warning, loads, and plays a game.
check-612: deps
	@.ci/deps packages-newer-kernel
	@$(MAKE) --no-print-directory $(jobs) $@-run
check-612-run: all guest-programs
	ko=$$(tests/guest/newer-kernel $(K612)) && tests/guest/run -k $$ko 10-module 17-idle 40-road-games
.PHONY: check-612 check-612-run
.PHONY: check-torn check-torn-run guest guest-programs bench-usb load-usb bench-usb-run load-usb-run check-firmware check-firmware-run check-controllers check-controllers-run

# As tests each boot is one of its own, so that they may run beside each other.
GUEST_BOOTS := $(if $(SAN),,$(addprefix $(B)/tests/guest/boot-,$(shell tests/guest/run -L)))
TESTS += $(GUEST_BOOTS)
$(GUEST_BOOTS): $(B)/tests/guest/boot-%: tests/guest/run | module guest-programs
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec tests/guest/run -b $*\n' >$@ && chmod +x $@
