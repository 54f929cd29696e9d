#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# FIDE blitz rules of the Russian federation of 2013, BL12: a pawn left on the last rank is an illegal move if the opponent
# claims it. Until then nothing that anyone may hear or read tells it from a promotion that was done. WBCA 1992, 17: it is
# none, and everyone may know that a piece is owed.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

record_has_turns() { [ "$(grep -o '%clk' "$(field pgn_path)" | wc -l)" = $1 ]; }
alike() { cmp $1 $2 || { cat $1; echo --; cat $2; return 1; }; }
heard_alike() { said_of 80 $1 >$TMPDIR/one; said_of 80 $2 >$TMPDIR/two; [ -s $TMPDIR/one ] && alike $TMPDIR/one $TMPDIR/two; }

# to_the_promotion BOARD TRACE: the 80th turn was pressed; what is heard, read and logged goes to $TMPDIR/*.BOARD
to_the_promotion() {
	must "$1: the board is seen" board $1 1 $2
	must "$1: the game starts" start_game $1 --rulebook ru-2013-blitz --time 600
	must "$1: everyone listens" listen $TMPDIR/heard.$1
	ok "$1: the board plays" plays $1 79
	must "$1: to the last turn but one" after 79
	lines=$(wc -l <$TMPDIR/daemon.log)
	ok "$1: and to the promotion" plays $1 80
	ok "$1: time passes" settle $1
	must "$1: which is a turn as any" after 80
	ok "$1: the record has it" wait_for record_has_turns 80
	# the two games have not begun at the same instant
	grep '^\[' "$(field pgn_path)" | grep -v '^.\(GameId\|UTCTime\) ' >$TMPDIR/tags.$1
	tail -n +$((lines + 1)) $TMPDIR/daemon.log >$TMPDIR/log.$1
}

stands_a_knight() { field placement | grep -q '/6n1$'; }

road_begin
hands blitz-promotion $TMPDIR/done
hands blitz-promotion $TMPDIR/left --illegal 80=d2d1
to_the_promotion DONE25 $TMPDIR/done
ok "White's claim is refused: there is a queen" rules claim-rejected no-illegality none '' claim $game white illegal-move
ok "the board goes" board_goes DONE25
to_the_promotion LEFT25 $TMPDIR/left
ok "heard as a promotion that was done" wait_for heard_alike $TMPDIR/heard.DONE25 $TMPDIR/heard.LEFT25
ok "the record's tags are alike" alike $TMPDIR/tags.DONE25 $TMPDIR/tags.LEFT25
ok "so is what the daemon's log says" alike $TMPDIR/log.DONE25 $TMPDIR/log.LEFT25
ok "White stops the clock" heard LEFT25 pause
ok "and wins by his claim, BL12" rules win illegal-loses 1-0 BL12 claim $game white illegal-move
ok "the board goes" board_goes LEFT25

fen='8/4p1k1/8/8/8/8/4K1p1/8 b - - 0 1'
echo '{"start":"'$fen'","tc":"300","moves":"g2g1q e2f3","emt":[3,3]}' >$TMPDIR/owed.json
flagfall-hands --illegal 1=g2g1 $TMPDIR/owed.json >$TMPDIR/owed
must "another board" board OWED25 1 $TMPDIR/owed
must "a game that begins with a promotion" start_game OWED25 --rulebook wbca-1992 --time 300 --fen "$fen"
must "everyone listens" listen $TMPDIR/heard.OWED25
ok "the board plays" plays OWED25
ok "time passes" settle OWED25
must "the pawn is left on the last rank" after 1
ok "a piece is owed, article 17" wait_for grep -q promotion-incomplete $TMPDIR/heard.OWED25
ok "no claim of an illegal move" rules claim-rejected promotion-owed none 17 claim $game white illegal-move
ok "a person says that it is a knight" ctl promotion $game n
ok "and it stands" wait_for stands_a_knight
ok "the board goes" board_goes OWED25
road_end
