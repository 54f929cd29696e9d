# SPDX-License-Identifier: GPL-2.0-or-later
$(B)/tests/bench/score_traces: $(O)/tests/bench/score_traces.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)

BENCH += $(B)/tests/bench/bench_chess
$(B)/tests/bench/bench_chess: $(O)/tests/bench/bench_chess.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS) -lm

BENCH += $(B)/tests/bench/latency

$(B)/tests/bench/latency: $(O)/tests/bench/latency.o $(O)/tests/bench/echo.o $(RIG) $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

# make bench: what a board costs from 1 to 200; make check-faults goes on to 1,000, with a mute board, a slow disk, a client that floods
# the daemon, and boards that flicker while the disk is full.
HALL := $(B)/tests/bench/hall
BENCH += tests/bench/hall-short
tests/bench/hall-short: $(HALL)
$(O)/tests/bench/hall.o: CFLAGS_ALL += -DFSYNC_SHIM_SO='"$(abspath $(B))/tests/bench/fsync-shim.so"'
$(O)/tests/bench/hall-views.o: CFLAGS_ALL += -DFLAGFALLCTL='"$(abspath $(B))/flagfallctl"'
$(HALL): $(addprefix $(O)/tests/bench/,hall.o hall-views.o flooding.o echo.o light-boards.o stalls.o) $(RIG) $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld $(B)/flagfallctl $(B)/tests/bench/fsync-shim.so
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

$(B)/tests/bench/fsync-shim.so: $(O)/tests/bench/fsync-shim.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -shared -o $@ $<

# What takes minutes and is measured in time: printed beside the echo of the same run, with the goal.
check-faults: $(HALL)
	$(HALL) --seconds 60 --mute 20
	$(HALL) --seconds 60 --fsync-ms 300 24
	$(HALL) --seconds 60 --flood 20
	$(HALL) --seconds 30 --full 20
	$(HALL) --seconds 600 1000
.PHONY: check-faults

# make bench runs all in BENCH, in order; each prints one JSON object a line. Any part's build.mk may add to it.
bench-run:
	@$(MAKE) --no-print-directory -s $(BENCH) >&2
	@for b in $(BENCH); do $$b || exit 1; done
# the script runs the program
# other hands: where the larger data is
TESTS += $(if $(wildcard $(FLAGFALL_DATA)/traces2),tests/bench/score-traces2)
tests/bench/score-traces2: $(B)/tests/bench/score_traces2
$(B)/tests/bench/score_traces2: $(O)/tests/bench/score_traces2.o $(O)/tests/bench/known-game.o $(O)/tests/bench/simple-reader.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS)

# the script runs the program
TESTS += $(if $(wildcard $(FLAGFALL_DATA)/traces2),tests/bench/score-lever)
tests/bench/score-lever: $(B)/tests/bench/score_lever
$(B)/tests/bench/score_lever: $(O)/tests/bench/score_lever.o $(O)/tests/bench/known-game.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS)

# the script runs the program
TESTS += tests/bench/score-traces
tests/bench/score-traces: $(B)/flagfallctl $(B)/tests/bench/score_traces $(B)/flagfall-scramble

BENCH += $(B)/tests/bench/bench_tracker
$(B)/tests/bench/bench_tracker: $(O)/tests/bench/bench_tracker.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS) -lm

BENCH += $(B)/tests/bench/bench_draughts
$(B)/tests/bench/bench_draughts: $(O)/tests/bench/bench_draughts.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)

$(B)/tests/bench/score_draughts: $(O)/tests/bench/score_draughts.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)
# the script runs the program
TESTS += tests/bench/score-draughts
tests/bench/score-draughts: $(B)/tests/bench/score_draughts

$(B)/tests/bench/score_dgt: $(O)/tests/bench/score_dgt.o $(EMULATOR_LIB) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

$(B)/tests/bench/score_hands: $(O)/tests/bench/score_hands.o $(O)/tests/bench/restless-games.o $(O)/tests/bench/simple-reader.o $(SIM_LIB) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

# the scripts run the program
TESTS += $(if $(wildcard $(FLAGFALL_DATA)/hands4),tests/bench/nobody-fined)
tests/bench/nobody-fined tests/bench/score-accusations: $(B)/tests/bench/score_accusations
$(B)/tests/bench/score_accusations: $(O)/tests/bench/score_accusations.o $(O)/tests/bench/live-core.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS)

$(B)/tests/bench/score_offences $(B)/tests/bench/score_claims: $(B)/tests/bench/%: $(addprefix $(O)/tests/bench/,%.o offences.o restless-games.o live-core.o) $(SIM_LIB) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

$(B)/tests/bench/score_illegal: $(O)/tests/bench/score_illegal.o $(O)/tests/bench/restless-games.o $(SIM_LIB) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

# make check compares some; make perft960 every start position and 200 middle games at depth 4.
TESTS += $(B)/tests/bench/perft960
$(B)/tests/bench/perft960: $(O)/tests/bench/perft960.o $(RULES_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(RULES_LIB) $(PKG_LIBS)

perft960: $(B)/tests/bench/perft960
	$< 4 1 200
.PHONY: perft960

# the script runs the program
TESTS += tests/bench/score-chess960
tests/bench/score-chess960: $(B)/tests/bench/score_hands

# the script runs the program
TESTS += $(if $(wildcard $(FLAGFALL_DATA)/traces2),tests/bench/score-livechess)
tests/bench/score-livechess: $(B)/tests/bench/score_livechess
$(B)/tests/bench/score_livechess: $(O)/tests/bench/score_livechess.o $(O)/tests/bench/known-game.o $(LIVECHESS) $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS)

# flagfall-web beside a client that sends raw bytes
WEB_LATENCY := $(B)/tests/bench/web_latency
BENCH += $(if $(WEB_SERVER),$(WEB_LATENCY))
$(WEB_LATENCY): $(O)/tests/bench/web_latency.o $(addprefix $(O)/tests/web/,raw-client.o web-rig.o program.o) $(RIG) $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld $(WEB_SERVER)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

# the script runs the program
TESTS += tests/bench/score-gaps
tests/bench/score-gaps: $(B)/tests/bench/score_gaps
$(B)/tests/bench/score_gaps: $(O)/tests/bench/score_gaps.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)
