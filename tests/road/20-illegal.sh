#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# WBCA 1992, article 14: an illegal move that was pressed stands until the opponent claims; who made it then loses. Until
# then nothing that anyone may hear tells it from a legal one.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

heard_alike() {
	said_of $1 $3 >$TMPDIR/one; said_of $2 $3 >$TMPDIR/two
	[ -s $TMPDIR/one ] && cmp $TMPDIR/one $TMPDIR/two || { cat $TMPDIR/one; echo --; cat $TMPDIR/two; return 1; }
}
said_at_the_press() { said_of $1 $2 | grep -q committed && said_of $1 $2 | grep -q accepted && said_of $1 $2 | grep -q '"clock"'; }
silent_about() { ! grep -v claim-rejected $2 | grep -E "$1"; }

road_begin
hands blitz-castling $TMPDIR/trace --illegal 7=e4e6
must "the board is seen" board ROAD20 1 $TMPDIR/trace
must "the game starts" start_game ROAD20 --rulebook wbca-1992 --time 300
must "everyone listens" listen $TMPDIR/heard
ok "two legal moves are played" plays ROAD20 2
ok "time passes" settle ROAD20
must "and published" after 2
ok "Black's claim about his own move is refused, whatever it was" rules claim-rejected not-entitled none 14 claim $game black illegal-move
ok "the board plays on to an illegal move" plays ROAD20
ok "time passes" settle ROAD20
must "it is a move as any" after 7
ok "heard as a legal one is" wait_for heard_alike 5 7 $TMPDIR/heard
ok "and at its press, with the clock" said_at_the_press 7 $TMPDIR/heard
ok "nothing public calls it illegal" silent_about 'illegal-move|"legal"|"san"|"check"' $TMPDIR/heard
ok "nor does the record so far" silent_about 'llegal' "$(field pgn_path)"
ok "nor the daemon's log" silent_about 'llegal' $TMPDIR/daemon.log
ok "the game goes on" is result none
ok "White cannot claim his own" rules claim-rejected not-entitled none 14 claim $game white illegal-move
ok "Black stops the clock" heard ROAD20 pause
ok "and wins by his claim, article 14" rules win illegal-loses 0-1 14 claim $game black illegal-move
ok "everyone hears that" wait_for grep -q illegal-loses $TMPDIR/heard
ok "the record tells the result" record_has '^.Result "0-1"'
ok "the board goes" board_goes ROAD20

# The claim comes before anything else has happened on the board.
must "another board" board AGAIN20 1 $TMPDIR/trace
must "and another game" start_game AGAIN20 --rulebook wbca-1992 --time 300
ok "the board plays to the illegal move" plays AGAIN20
ok "Black stops the clock at once" heard AGAIN20 pause
ok "and wins by his claim" rules win illegal-loses 0-1 14 claim $game black illegal-move
road_end
