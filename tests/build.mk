# SPDX-License-Identifier: GPL-2.0-or-later
# Tests speak TAP; tests/run runs them and counts. TESTS: what `make check` runs, in order.

UNIT_SRC := $(filter-out $(if $(LICHESS),,tests/unit/lichess/%) $(if $(RELAY),,tests/unit/relay/test_link.c),$(wildcard $(addsuffix test_*.c,$(addprefix tests/unit/,*/ */*/ */*/*/ */*/*/*/))))
UNIT := $(patsubst %.c,$(B)/%,$(UNIT_SRC))
TESTS += $(UNIT)

$(B)/tests/unit/%: $(O)/tests/unit/%.o $(LIBS_ALL) $(SIM_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(SIM_LIB) $(LIBS_ALL) $(PKG_LIBS) -lcmocka -lm

# The daemon on a bus of its own, with an emulated board, for tests of all folders; and its own tests by their names.
BUS_SRC := $(sort $(wildcard tests/bus/*/test_*.c))
bus = $(foreach name,$(1),$(or $(filter %/test_$(name),$(BUS_SRC:.c=)),$(error there is no tests/bus/*/test_$(name).c)))
RIG := $(addprefix $(O)/tests/bus/,rig.o rig-journal.o rig-log.o)

# The LiveChess API without its sockets.
$(filter $(B)/tests/unit/web/livechess/%,$(UNIT)): $(LIVECHESS)
$(B)/tests/unit/web/test_stream: $(call objects,web/stream.c web/view.c web/live.c web/live-rulings.c)
$(B)/tests/unit/web/test_centre_games: $(call objects,web/centre-games.c web/live.c web/live-rulings.c web/live-publication.c)

# The hall without its terminal and its bus.
HALL := $(call objects,$(addprefix flagfallctl/terminal/,hall-model.c hall-rounds.c hall-view.c text-width.c clock-text.c colours.c screen.c \
	screen-board.c) flagfallctl/client/bus.c flagfallctl/ctl.c)
$(B)/tests/unit/ctl/test_hall $(B)/tests/unit/ctl/test_hall_by_chance: $(HALL)
$(B)/tests/unit/ctl/test_bus: $(call objects,flagfallctl/client/bus.c flagfallctl/ctl.c)
$(B)/tests/unit/ctl/test_boards: $(call objects,flagfallctl/client/boards.c flagfallctl/ctl.c)
$(B)/tests/unit/ctl/test_local_time: $(call objects,flagfallctl/local-time.c)

unit: $(UNIT)
	tests/run $(UNIT)
.PHONY: unit

# the clock against one that counts, a million random sequences: make check tries the first two hundred thousand
clock-million: $(B)/tests/unit/core/test_clock_model
	$< 1000000
.PHONY: clock-million

# evenings of several games on one board: make check plays 60
evenings: $(B)/tests/unit/replay/test_evenings $(B)/tests/bus/games/test_club_evening
	$< 2000
	EVENINGS=50 $(B)/tests/bus/games/test_club_evening
.PHONY: evenings

# … on each kind of board, emulated, in real time: make check plays one on each, which takes a minute
board-evenings: programs
	EVENINGS=60 tests/road/89-made-evenings.sh
.PHONY: board-evenings

# a legal and an illegal game with the same presses, 2,000 pairs of each kind: make check tries 40
silent-pairs: $(B)/tests/unit/core/test_silent_pairs
	$< 2000
.PHONY: silent-pairs

# make check: everything is built first, so that a build that fails says so by itself. UNIT_SAN: the unit tests
# once more under ASan and UBSan, and some of those on a bus.
UNIT_SAN := $(patsubst build/%,build/san/%,$(UNIT))
# Those that take longest begin early, or the last of them runs alone.
LONG_SAN := $(filter %/test_gap_games %/test_silence %/test_bounds,$(UNIT_SAN))

# What is downloaded once, while the processors build.
fetch:
	@mkdir -p $(B)
	@(tests/guest/run -f; bash -c '. tests/lint/kernel-scripts.bash && get_kernel_scripts') >$(B)/fetch.log 2>&1 &
.PHONY: fetch

check-build: fetch
	@echo "== building programs, module and tests; warnings are errors"
	@$(MAKE) --no-print-directory all $(TESTS)
	@echo "== building tests and the daemon with ASan and UBSan"
	@$(MAKE) --no-print-directory SAN=1 unit-programs
	@echo "== building what counts the branches that are taken"
	@$(MAKE) --no-print-directory coverage-programs

check-run: check-build
	@echo "== running $(words $(TESTS) $(UNIT_SAN)) test programs; those in QEMU take minutes and begin"
	@tests/run $(GUEST_BOOTS) $(BRANCHES) $(LONG_SAN) $(filter-out $(GUEST_BOOTS) $(BRANCHES),$(TESTS)) $(filter-out $(LONG_SAN),$(UNIT_SAN))

# All that has threads, under ThreadSanitizer: the library, the daemon with boards, searches and its journal, relay and centre. A
# daemon's end is not what its test looks at, so that reports go to files.
TSAN_UNITS := $(addprefix tests/unit/libboard/,test_started test_socket test_chardev test_snapshots) tests/unit/stream/test_stream_writer tests/unit/common/test_worker
TSAN_BUS := $(call bus,mute start stream search recovery road journal slow_disk)

tsan:
	@$(MAKE) --no-print-directory $(jobs) TSAN=1 $(addprefix build/tsan/,$(TSAN_UNITS) $(TSAN_BUS) flagfalld)
	@rm -f build/tsan/report.*
	TSAN_OPTIONS=log_path=$(CURDIR)/build/tsan/report tests/run $(addprefix build/tsan/,$(TSAN_UNITS) $(TSAN_BUS))
	$(if $(RELAY),@$(MAKE) --no-print-directory relay-sanitized WITH=TSAN)
	@! cat build/tsan/report.* 2>/dev/null
.PHONY: tsan

unit-programs: $(UNIT)
.PHONY: check-build unit-programs
