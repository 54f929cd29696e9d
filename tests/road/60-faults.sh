#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Bad input is refused with a sentence that names the fault, and does not stop a game.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# refused PATTERN COMMAND…: status 1, a sentence on stderr, nothing on stdout
refused() {
	f_pattern=$1; shift
	f_out=$(ctl "$@" 2>$TMPDIR/sentence); f_status=$?
	if [ $f_status -ne 1 ] || [ -n "$f_out" ] || ! grep -Eq "$f_pattern" $TMPDIR/sentence; then
		echo "status $f_status, said '$f_out', and:"; cat $TMPDIR/sentence; return 1
	fi
}

road_begin
hands blitz-castling $TMPDIR/trace
must "the board is seen" board ROAD60 1 $TMPDIR/trace
ok "an unknown rulebook is named" refused 'no-such-book' start ROAD60 --rulebook no-such-book
ok "a malformed time control is named" refused '5 minutes' start ROAD60 --time '5 minutes'
ok "a malformed FEN is named" refused 'FEN|rank|placement' start ROAD60 --fen 'rnbq/8 w - - 0 1'
ok "an unknown board is named" refused 'NOBODY' start NOBODY
ok "a time control that the book does not know is named" refused 'wbca-1992' start ROAD60 --rulebook wbca-1992 --time 600
must "the game starts" start_game ROAD60 --rulebook fide2023-blitz --time 300
ok "a second game on it is refused" refused 'ROAD60' start ROAD60
played=0
for fault in report-short report-long report-version event-unknown square-outside sequence; do
	played=$((played + 3))
	ok "the board plays on" plays ROAD60 $played
	ok "$fault: spoiled" tell ROAD60 fault $fault
done
ok "the board plays to the end" plays ROAD60
must "every move is there" after 28
ok "White resigns" rules win resign 0-1 '' claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace
road_end
