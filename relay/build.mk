# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-relay and flagfall-centre: what is public of a hall's games to a centre, over NATS. They need libnats, and nothing else does:
# left out where that is not installed.

RELAY := $(if $(shell pkg-config --exists libnats 2>/dev/null && echo yes),$(B)/flagfall-relay $(B)/flagfall-centre)

programs: $(RELAY)

$(B)/flagfall-relay: $(call objects,$(call sources,relay/hall relay/nats stream)) $(COMMON_LIB)
$(B)/flagfall-centre: $(call objects,$(call sources,relay/centre relay/store relay/nats stream)) $(COMMON_LIB)
$(B)/flagfall-relay $(B)/flagfall-centre:
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs libnats libsystemd sqlite3 jansson) -lpthread

RELAY_DATA := $(if $(RELAY),$(patsubst relay/%.in,build/data/%,$(wildcard relay/*.in)))
build/data/%: relay/%.in FORCE
	$(fill_in)
programs: $(RELAY_DATA)

install-relay: $(RELAY) $(RELAY_DATA)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(PREFIX)/lib/systemd/system $(DESTDIR)$(PREFIX)/lib/sysusers.d \
		$(DESTDIR)$(DATADIR)/flagfall/nats
	install -m 755 $(RELAY) $(DESTDIR)$(BINDIR)/
	install -m 644 $(filter %.service,$(RELAY_DATA)) $(DESTDIR)$(PREFIX)/lib/systemd/system/
	install -m 644 build/data/flagfall-centre.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/flagfall-centre.conf
	$(call configured,$(wildcard relay/*.conf))
	install -m 644 $(wildcard doc/nats/*.conf) $(DESTDIR)$(DATADIR)/flagfall/nats/
	install -m 755 doc/nats/make-certificates doc/nats/add-hall $(DESTDIR)$(DATADIR)/flagfall/nats/
install: $(if $(RELAY),install-relay)
.PHONY: install-relay
