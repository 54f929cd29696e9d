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
