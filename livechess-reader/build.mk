# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-livechess: boards that a LiveChess on another machine reads. Needs libwslay: left out where that is not installed.

LIVECHESS_READER := $(if $(shell echo "\#include <wslay/wslay.h>" | $(CC) -E - >/dev/null 2>&1 && echo yes),$(B)/flagfall-livechess)

programs: $(LIVECHESS_READER)

$(B)/flagfall-livechess: $(call objects,$(call sources,livechess-reader)) $(EMULATOR_LIB)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(shell pkg-config --libs jansson libsystemd) -lwslay

LIVECHESS_DATA := $(if $(LIVECHESS_READER),$(patsubst livechess-reader/%.in,build/data/%,$(wildcard livechess-reader/*.in)))
build/data/%: livechess-reader/%.in FORCE
	$(fill_in)
programs: $(LIVECHESS_DATA)

install-livechess: $(LIVECHESS_DATA)
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	install -m 644 $(LIVECHESS_DATA) $(DESTDIR)$(PREFIX)/lib/systemd/system/
	$(call configured,livechess-reader/livechess.conf)
install: $(if $(LIVECHESS_READER),install-livechess)
.PHONY: install-livechess
