# SPDX-License-Identifier: GPL-2.0-or-later
# From a hall's stream database over a real nats-server to a centre.

ifneq ($(RELAY),)
RELAY_TOOLS := $(addprefix $(B)/tests/relay/,made-hall stream-order page-client flood made-units)

$(B)/tests/relay/made-hall: $(O)/tests/relay/made-hall.o $(CORE_LIB) $(RULES_LIB) $(COMMON_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs jansson sqlite3)

$(B)/tests/relay/stream-order: $(O)/tests/relay/stream-order.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs jansson libnats)

$(B)/tests/relay/flood: $(O)/tests/relay/flood.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs libnats)

$(B)/tests/relay/made-units: $(O)/tests/relay/made-units.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs libsystemd)

$(B)/tests/relay/page-client: $(O)/tests/relay/page-client.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs jansson)

# What is measured: make bench.
BENCH += tests/relay/bench
tests/relay/bench: $(RELAY) $(RELAY_TOOLS)

# Three servers, two halls of 32 boards, and all that may fail, halls too: put back to earlier copies, two of one name, moved to another PC in
# mid-round, with wrong names and logins, full disks; one of the servers in a guest whose clock is wrong. Minutes. CUT=600: the
# uplink is cut for ten, five times as long as servers know ids of messages by default.
check-halls: $(RELAY) $(RELAY_TOOLS) programs $(DISK_FAULTS) $(CLOCK_SHIFT)
	tests/relay/halls $(CUT)
	tests/run $(addprefix tests/relay/,15-restored.sh 25-two-halls.sh 35-names.sh 55-faults-said.sh 65-moved.sh)
	tests/relay/clock
	tests/relay/bench 1000 20
	tests/relay/bench 1000 8 3
.PHONY: check-halls

# Relay and centre under sanitizers (WITH=TSAN: ThreadSanitizer), with servers that fail, over TLS, and with a page that follows.
WITH ?= SAN
SANITIZED = build/$(if $(filter TSAN,$(WITH)),tsan,san)
relay-sanitized: $(RELAY_TOOLS)
	@$(MAKE) --no-print-directory $(WITH)=1 $(SANITIZED)/flagfall-relay $(SANITIZED)/flagfall-centre
	@rm -f $(SANITIZED)/relay-report.*
	ASAN_OPTIONS=log_path=$(CURDIR)/$(SANITIZED)/relay-report UBSAN_OPTIONS=print_stacktrace=1:log_path=$(CURDIR)/$(SANITIZED)/relay-report \
		TSAN_OPTIONS=log_path=$(CURDIR)/$(SANITIZED)/relay-report FLAGFALL_BUILD=$(CURDIR)/$(SANITIZED) \
		tests/run $(addprefix tests/relay/,10-faults.sh 45-credentials.sh 50-page.sh)
	@! cat $(SANITIZED)/relay-report.* 2>/dev/null
.PHONY: relay-sanitized

ifeq ($(SAN),)
TESTS += $(sort $(wildcard tests/relay/[0-9]*.sh))
check-build: $(RELAY) $(RELAY_TOOLS)
endif
endif
