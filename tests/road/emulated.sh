# SPDX-License-Identifier: GPL-2.0-or-later
# Bought boards, emulated on terminal lines (or, with --uhid, as a HID device): what the tests that use them share, besides lib.sh.
# shellcheck shell=sh disable=SC2086,SC2154

# emulated_kinds: as the program names them
emulated_kinds() { flagfallctl emulate --help | tr -s '\n ' ' ' | sed -n 's/.*KIND: \([^.]*\)\..*/\1/p' | sed 's/ and / /; s/,//g'; }
# emulator NAME KIND TRACE [OPTION…]: its line is $TMPDIR/NAME.line, what it says is $TMPDIR/NAME.log, orders go to $TMPDIR/NAME.orders
emulator() {
	e_name=$1 e_kind=$2 e_trace=$3
	shift 3
	rm -f $TMPDIR/$e_name.*	# what another one has left is no sign of this one
	mkfifo $TMPDIR/$e_name.orders $TMPDIR/$e_name.says
	flagfallctl emulate $e_kind $TMPDIR/$e_trace --wait --link $TMPDIR/$e_name.line "$@" \
		<>$TMPDIR/$e_name.orders >$TMPDIR/$e_name.says 2>&1 &
	pids="$pids $!"
	hear $e_name <$TMPDIR/$e_name.says >$TMPDIR/$e_name.presses 2>&1 &
	pids="$pids $!"
	wait_for test -e $TMPDIR/$e_name.line
}
order() { echo "$2" >$TMPDIR/$1.orders; }

# hear NAME: what it says, from standard input. Presses are passed on as soon as presses has told to which game. Who plays by turns
# lifts nothing before the lever of the turn before is down, and thinks until the slowest board has told of it.
hear() {
	: >$TMPDIR/$1.log
	while read -r h_what h_rest; do
		echo "$h_what${h_rest:+ $h_rest}" >>$TMPDIR/$1.log
		if [ "$h_what" = press ] && [ -s $TMPDIR/$1.lever ]; then
			ctl press "$(cat $TMPDIR/$1.lever)" $h_rest </dev/null
			[ ! -e $TMPDIR/$1.turns ] || order $1 "rest 600"
		elif [ "$h_what" = rested ] && [ -e $TMPDIR/$1.turns ]; then
			order $1 step
		fi
	done
}

# presses NAME GAME: what the emulator says of the lever is passed on
presses() { echo $2 >$TMPDIR/$1.lever; }
# by_turns NAME: it plays the whole trace
by_turns() { : >$TMPDIR/$1.turns; order $1 step; }

# asks OBJECT METHOD…: the answer of the daemon's bus, as any program gets it
asks() {
	if [ $ROAD = gadget ]; then a_bus=--system; else a_bus=--bus=$BUS; fi
	dbus-send $a_bus --print-reply --dest=org.flagfall1 "$@"
}
# board_path BOARD: its object, by what the daemon calls it; board_squares BOARD: what it tells of the squares
board_path() {
	asks /org/flagfall1 org.flagfall1.Manager.ListBoards |
		grep -A1 "string \"$1\"" | sed -n 's/.*object path "\(.*\)"/\1/p'
}
board_squares() { asks "$(board_path "$1")" org.flagfall1.Board.Squares; }
