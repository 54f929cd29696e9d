# SPDX-License-Identifier: GPL-2.0-or-later
# What is tested of the library as it is built and installed, and with devices that umockdev makes up. Its preloaded
# library and ASan's do not go together.

ifeq ($(SAN),)
TESTS += $(sort $(wildcard tests/libboard/*.sh))
tests/libboard/monitor.sh: $(B)/tests/libboard/test_monitor
tests/libboard/usb.sh: $(B)/tests/libboard/test_usb
endif

$(B)/tests/libboard/test_monitor $(B)/tests/libboard/test_usb: $(B)/%: %.c $(BOARD_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(filter-out -Wshadow,$(CFLAGS_ALL)) $(shell pkg-config --cflags umockdev-1.0) \
		$(LDFLAGS_ALL) -o $@ $< $(BOARD_LIB) $(PKG_LIBS) $(shell pkg-config --libs umockdev-1.0) -lcmocka
