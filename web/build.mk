# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-web: an ordinary client of the bus that serves what is public. Needs libmicrohttpd and libwslay, and nothing else does: left out
# where that is not installed.

WEB_SRC := $(call sources,web web/pages web/livechess)
# The LiveChess API without its sockets, and what it looks at: for tests.
LIVECHESS := $(call objects,web/live.c web/live-rulings.c web/view.c $(filter-out %/endpoint.c %/websocket.c,$(call sources,web/livechess)))
# What it shares with a centre, whose file it reads.
WEB_SHARED := $(call sources,relay/store)
WEB_LIBS := -lmicrohttpd -lwslay
# wslay has nothing for pkg-config.
WEB_SERVER := $(if $(shell pkg-config --exists libmicrohttpd 2>/dev/null && echo yes),$(if $(shell echo "\#include <wslay/wslay.h>" | $(CC) -E - >/dev/null 2>&1 && echo yes),$(B)/flagfall-web))

programs: $(WEB_SERVER)

# The page, as a table in C.
WEB_PAGE := $(filter-out %~,$(sort $(wildcard web/page/*)))
WEB_PAGE_OBJ := $(O)/web/page/files.o
$(WEB_PAGE_OBJ:.o=.c): $(WEB_PAGE) web/bundle
	@mkdir -p $(@D)
	$(if $(V),,@echo "  BUNDLE  web/page";) web/bundle $(WEB_PAGE) >$@
$(WEB_PAGE_OBJ): %.o: %.c | need-packages
	$(if $(V),,@echo "  CC      $<";) $(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(B)/flagfall-web: $(call objects,$(WEB_SRC) $(WEB_SHARED)) $(WEB_PAGE_OBJ) $(LIBS_ALL)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) $(WEB_LIBS) -lm

WEB_DATA := $(if $(WEB_SERVER),$(patsubst web/%.in,build/data/%,$(wildcard web/*.in)))
build/data/%: web/%.in FORCE
	$(fill_in)
programs: $(WEB_DATA)

install-web: $(WEB_DATA)
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system $(DESTDIR)$(PREFIX)/lib/sysusers.d
	install -m 644 $(filter %.service %.socket,$(WEB_DATA)) $(DESTDIR)$(PREFIX)/lib/systemd/system/
	$(call configured,web/web.conf)
	install -m 644 build/data/flagfall-web.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/flagfall-web.conf
# Said here: where install is, WEB_SERVER is not known yet.
install: $(if $(WEB_SERVER),install-web)
.PHONY: install-web
