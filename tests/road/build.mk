# SPDX-License-Identifier: GPL-2.0-or-later
# The whole road in user space: emulated board, socket, flagfalld, a private bus, the record.

ifeq ($(SAN),)
TESTS += $(sort $(wildcard tests/road/[0-9]*.sh))
endif

# make replug: of each kind of board a thousand cables pulled in mid-game. Some minutes.
replug: programs $(B)/flagfall-hands
	CYCLES=1000 tests/run tests/road/85-replug.sh tests/road/86-replug-others.sh
.PHONY: replug

# A chip with the firmware's image (tests/firmware).
ifeq ($(SAN),)
check-build: $(B)/tests/firmware/avr-board
endif

# A round: its scores, and who reads every file of its export.
ROUND_PROGRAMS := $(B)/tests/road/round-scores $(B)/tests/road/export-watch
$(ROUND_PROGRAMS): $(B)/tests/road/%: $(O)/tests/road/%.o $(CORE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm
check-build: $(ROUND_PROGRAMS)

BENCH += tests/bench/round-records
tests/bench/round-records: programs $(ROUND_PROGRAMS)

# make check-round: a whole hall of 64 boards, whose records chessops reads, too, and the hall's view of as many, each key pressed. make
# check tries 18 and 12.
check-round: programs $(ROUND_PROGRAMS)
	ROUND_BOARDS=64 ROUND_READERS=chessops HALL_BOARDS=64 tests/run tests/road/92-round-hall.sh tests/cli/66-hall.sh
.PHONY: check-round
