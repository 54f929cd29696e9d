# SPDX-License-Identifier: GPL-2.0-or-later
# The daemon's files besides its program: unit, bus policy and activation, its user, the interface.

SBINDIR ?= $(PREFIX)/sbin
STATEDIR ?= /var/lib/flagfall
# dbus-daemon reads policy from /usr/share and /etc only, whatever the prefix.
DBUS_POLICY_DIR ?= $(if $(filter /usr,$(PREFIX)),/usr/share,/etc)/dbus-1/system.d
# … and polkitd its actions from /usr/share only.
POLKIT_DIR ?= /usr/share/polkit-1

SHELL_DATA := $(patsubst %.in,build/data/%,$(notdir $(wildcard daemon/*.in daemon/bus/*.in)))
LICHESS_DATA := $(if $(LICHESS),build/data/flagfall-lichess.service)

# Who installs at the same time, as tests do, has a file of his own until it has its name.
define fill_in
	@mkdir -p $(@D)
	@new=$@.$$$$; \
	sed -e 's|@SBINDIR@|$(SBINDIR)|g' -e 's|@BINDIR@|$(BINDIR)|g' -e 's|@STATEDIR@|$(STATEDIR)|g' $< >$$new && \
	if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi
endef
build/data/%: daemon/%.in FORCE
	$(fill_in)
build/data/%: daemon/bus/%.in FORCE
	$(fill_in)
build/data/%: lichess/%.in FORCE
	$(fill_in)

# What the interface files say, for sd-bus and for the manual.
BUS_XML := $(patsubst %,daemon/bus/org.flagfall1.%.xml,Manager Board Game Clock Arbiter Event)
BUS_VTABLES := build/data/bus-vtables.h
$(BUS_VTABLES): daemon/bus/vtables $(BUS_XML)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  TEXTS   $@";) daemon/bus/vtables $(BUS_XML) >$@
$(call objects,$(SHELL_SRC)): | $(BUS_VTABLES)

BUS_PAGE := build/data/org.flagfall1.5
$(BUS_PAGE): man/org.flagfall1.5.in daemon/bus/describe $(BUS_XML)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  TEXTS   $@";) daemon/bus/describe $(BUS_XML) | sed '/^\.\\" daemon.bus.describe/r /dev/stdin' $< >$@

programs: $(SHELL_DATA) $(LICHESS_DATA) $(BUS_PAGE)

install-daemon: $(B)/flagfalld $(SHELL_DATA) $(BUS_PAGE)
	install -d $(DESTDIR)$(SBINDIR) $(DESTDIR)$(PREFIX)/lib/systemd/system $(DESTDIR)$(PREFIX)/lib/sysusers.d \
		$(DESTDIR)$(DBUS_POLICY_DIR) $(DESTDIR)$(PREFIX)/share/dbus-1/system-services \
		$(DESTDIR)$(POLKIT_DIR)/actions $(DESTDIR)$(POLKIT_DIR)/rules.d \
		$(DESTDIR)$(PREFIX)/share/dbus-1/interfaces $(DESTDIR)$(PREFIX)/share/man/man8 $(DESTDIR)$(PREFIX)/share/man/man5
	install -m 755 $(B)/flagfalld $(DESTDIR)$(SBINDIR)/
	install -m 644 build/data/flagfalld.service $(LICHESS_DATA) $(DESTDIR)$(PREFIX)/lib/systemd/system/
	install -m 644 build/data/flagfall.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/flagfall.conf
	install -m 644 daemon/bus/org.flagfall1.conf $(DESTDIR)$(DBUS_POLICY_DIR)/
	install -m 644 daemon/bus/org.flagfall1.policy $(DESTDIR)$(POLKIT_DIR)/actions/
	install -m 644 daemon/bus/flagfall.rules $(DESTDIR)$(POLKIT_DIR)/rules.d/50-flagfall.rules
	$(call configured,daemon/flagfalld.conf $(if $(LICHESS),lichess/lichess.conf))
	install -m 644 build/data/org.flagfall1.service $(DESTDIR)$(PREFIX)/share/dbus-1/system-services/
	install -m 644 $(BUS_XML) $(DESTDIR)$(PREFIX)/share/dbus-1/interfaces/
	install -m 644 man/man8/flagfalld.8 $(DESTDIR)$(PREFIX)/share/man/man8/
	install -m 644 $(BUS_PAGE) $(DESTDIR)$(PREFIX)/share/man/man5/
.PHONY: install-daemon
