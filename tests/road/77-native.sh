#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# flagfallctl emulate native and native-10x10: whoever has no board yet plays a trace on an emulated one, and it goes the whole road.
# Its own time is the time of play: a game that is played fifty times as fast leaves the clock times of its trace.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
# native NAME KIND TRACE [OPTION…]
native() { emulator "$@" --serial $1; }
ends() { order $1 quit; wait_for not_listed $1; }

# play_through NAME KIND SCORE RULEBOOK TIME PLIES SENSORS LOSER RESULT
play_through() {
	label="$2, $7 sensors"
	hands $3 $TMPDIR/trace.$1 --sensors $7
	ok "$label: it is there" native $1 $2 trace.$1 --speed 50
	must "$label: the daemon knows it" wait_for listed $1
	must "$label: the game starts" start_game $1 --rulebook $4 --time $5 --white Anna --black Boris
	order $1 play
	must "$label: it plays" wait_for told_of $6
	ok "$label: both clocks are shown" wait_for grep -q "^clock .*'s runs" $TMPDIR/$1.log
	ok "$label: a player resigns" rules win resign $9 '' claim $game $8 resign
	ok "$label: the record agrees, moves and times" record_agrees $3 $TMPDIR/trace.$1 --late --result $9
	ok "$label: it goes" ends $1
}

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --board socket:$TMPDIR/CHESS77.line --board socket:$TMPDIR/NAMED77.line --board socket:$TMPDIR/DAMMEN77.line
hands blitz-castling $TMPDIR/chess.trace
expected() { printf '%s: the trace is of a board with 8 files; native-10x10 has 10' $TMPDIR/chess.trace; }
refused() { r_said=$(flagfallctl emulate native-10x10 $TMPDIR/chess.trace 2>&1 >/dev/null </dev/null); case $r_said in *"$(expected)") ;; *) echo "$r_said"; return 1 ;; esac; }
ok "a trace of chess on a board of draughts: refused, and why" refused
play_through CHESS77 native blitz-castling fide2023-blitz 300 28 presence white 0-1
play_through DAMMEN77 native-10x10 draughts-capture-of-five fmjd-annex6 900 105 presence black 2-0

hands blitz-castling $TMPDIR/named.trace --sensors piece-id
ok "a board that names its pieces" native NAMED77 native named.trace --speed 50
must "the daemon knows it" wait_for listed NAMED77
must "a game starts" start_game NAMED77 --rulebook fide2023-blitz --time 300
stepped() { [ "$(grep -c '^stepped' $TMPDIR/NAMED77.log)" = $1 ]; }
for turn in 1 2 3 4; do
	order NAMED77 step
	wait_for stepped $turn
done
must "four plies" wait_for told_of 4
order NAMED77 unplug
ok "the cable is pulled" wait_for not_listed NAMED77
ok "and nothing listens there" test ! -e $TMPDIR/NAMED77.line
order NAMED77 plug
must "it is plugged in again" wait_for listed NAMED77
order NAMED77 play
ok "and the game goes on to its end" wait_for told_of 28
ok "it ends" ends NAMED77
road_end
