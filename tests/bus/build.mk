# SPDX-License-Identifier: GPL-2.0-or-later
# The daemon on a private bus with an emulated board; and its parts that need neither.

BUS_TESTS := $(patsubst %.c,$(B)/%,$(BUS_SRC))
TESTS += $(BUS_TESTS) $(if $(SAN),,tests/bus/unit.sh)

# Once more under ASan and UBSan, test and daemon: those that reach most of it in the least time.
SAN_BUS := $(call bus,access access_races event_end event_says export guidance interface journal_reply link metrics notation properties record record_day \
	records recovery road round rulebooks start stream taken_up timemap tolerance transcripts unrecovered)
UNIT_SAN += $(addprefix build/san/,$(SAN_BUS))
unit-programs: $(if $(SAN),$(addprefix $(B)/,$(SAN_BUS)))

# Parts of the daemon, for tests that call them.
SHELL_PARTS := $(call objects,$(filter-out daemon/main.c,$(SHELL_SRC)))

$(O)/tests/bus/%.o: CFLAGS_ALL += -DRIG_DAEMON='"$(abspath $(B))/flagfalld"'
TRANSCRIPT := $(addprefix $(O)/tests/bus/transcripts/,message-text.o transcript.o transcript-files.o transcript-said.o)
$(BUS_TESTS): $(B)/tests/bus/%: $(O)/tests/bus/%.o $(RIG) $(O)/tests/bus/rig-damage.o $(O)/tests/bus/rig-forge.o $(O)/tests/bus/rig-round.o $(TRANSCRIPT) $(SHELL_PARTS) $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

$(B)/tests/bus/clients/test_unnoticed: $(O)/tests/bus/clients/onlooker.o

# what another user sees of pairs of games, PAIRS of them: make check tries 16
PAIRS ?= 200
unnoticed: $(B)/tests/bus/clients/test_unnoticed
	$< $(PAIRS)
.PHONY: unnoticed

$(B)/tests/bus/journal/test_journal_replay: $(O)/tests/bus/journal/two-games.o
$(B)/tests/bus/journal/test_journal_faults: $(O)/tests/bus/journal/journal-day.o
$(O)/tests/bus/journal/test_journal_files.o: CFLAGS_ALL += -DFLAGFALLCTL='"$(abspath $(B))/flagfallctl"'
$(B)/tests/bus/journal/test_journal_files: | $(B)/flagfallctl

# make check-kills [KILLS=2000]: an evening of 20 boards, the daemon killed at so many of its steps. Not in make check.
KILLS_TEST := $(B)/tests/bus/evening/kills
KILLS ?= 2000

$(KILLS_TEST): $(call objects,$(call sources,tests/bus/evening)) $(RIG) $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

# What scripts do to a journal.
JOURNAL_CHANGE := $(B)/tests/bus/journal/journal-change
$(JOURNAL_CHANGE): $(O)/tests/bus/journal/journal-change.o $(RIG) $(O)/tests/bus/rig-damage.o $(O)/tests/bus/rig-forge.o $(SHELL_PARTS) $(SIM_LIB) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread
check-build: $(if $(SAN)$(TSAN)$(COV),,$(JOURNAL_CHANGE))

check-kills: $(KILLS_TEST)
	KILLS=$(KILLS) $<
check-build: $(if $(SAN)$(TSAN)$(COV),,$(KILLS_TEST))
.PHONY: check-kills

bus-tests: $(BUS_TESTS)
	tests/run $(BUS_TESTS)
.PHONY: bus-tests
