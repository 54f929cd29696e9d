# SPDX-License-Identifier: GPL-2.0-or-later
# Bought boards, emulated on terminal lines: what the tests that use them share, besides lib.sh.
# shellcheck shell=sh disable=SC2086,SC2154

# emulator NAME KIND TRACE [OPTION…]: its line is $TMPDIR/NAME.line, what it says is $TMPDIR/NAME.log, orders go to $TMPDIR/NAME.orders
emulator() {
	e_name=$1 e_kind=$2 e_trace=$3
	shift 3
	: >$TMPDIR/$e_name.orders
	tail -n +1 -f $TMPDIR/$e_name.orders 2>/dev/null | flagfallctl emulate $e_kind $TMPDIR/$e_trace --wait --link $TMPDIR/$e_name.line \
		"$@" >$TMPDIR/$e_name.log 2>&1 &
	pids="$pids $!"
	wait_for test -L $TMPDIR/$e_name.line
}
order() { echo "$2" >>$TMPDIR/$1.orders; }

# presses NAME GAME: what the emulator says of the lever is passed on
presses() {
	tail -n +1 -f $TMPDIR/$1.log 2>/dev/null | while read -r p_what p_side; do
		[ "$p_what" != press ] || ctl press $2 $p_side
	done >$TMPDIR/$1.presses 2>&1 &
	pids="$pids $!"
}
