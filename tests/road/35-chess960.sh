#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Chess960 over the whole road: the start by number and by what stands on the table, castling in which king and rook
# change places, the record's tags, and the same game from the journal.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

fen='rnbbnkrq/pppppppp/8/8/8/8/PPPPPPPP/RNBBNKRQ w KQkq - 0 1'
score=chess960-castling
plies=$(grep -o '[a-h][1-8][a-h][1-8]' $games/$score.json | wc -l)

refused() { # SENTENCE OPTION…
	r_sentence=$1; shift
	if ctl start ROAD35 "$@" 2>$TMPDIR/refused; then echo "it starts"; return 1; fi
	grep -q -- "$r_sentence" $TMPDIR/refused || { cat $TMPDIR/refused; return 1; }
}
replays() {
	ctl journal $game >$TMPDIR/journal.jsonl && grep -q '"game":"chess960"' $TMPDIR/journal.jsonl &&
		flagfallctl replay --moves $TMPDIR/journal.jsonl >$TMPDIR/replayed && cmp $TMPDIR/replayed $TMPDIR/moves
}
moves_of() { sed -n 's/.*"moves": *"\([^"]*\)".*/\1/p' $games/$1.json | tr ' ' '\n'; }

# play SENSORS OPTION…
play() {
	sensors=$1; shift
	must "$sensors: the game starts" start_game ROAD35 --rulebook fide2023-blitz --time 300 "$@"
	ok "$sensors: it is Chess960" is kind chess960
	ok "$sensors: from position 469" is start_fen "$fen"
	ok "$sensors: the board plays" plays ROAD35
	ok "$sensors: time passes" settle ROAD35
	must "$sensors: all moves" after $plies
	ok "$sensors: a player resigns" rules win resign 1-0 '' claim $game black resign
	ok "$sensors: the record says Chess960" record_has '^.Variant "Chess960"'
	ok "$sensors: … SetUp" record_has '^.SetUp "1"'
	ok "$sensors: … from where" record_has "^.FEN \"$fen\""
	ok "$sensors: … and castling both ways" record_has 'O-O-O'
	ok "$sensors: the record agrees" record_agrees $score $TMPDIR/$sensors.trace --result 1-0
	ok "$sensors: the journal replays the same moves" replays
}

road_begin
moves_of $score >$TMPDIR/moves
hands $score $TMPDIR/piece-id.trace --sensors piece-id
hands $score $TMPDIR/presence.fen --sensors presence
# one of the traces has the number of its start, as a trace may
sed '1s/"start": *"[^"]*"/"start":469/' $TMPDIR/presence.fen >$TMPDIR/presence.trace
ok "the trace names its start by number" sh -c 'head -n 1 "$1" | grep -q "\"start\":469"' - $TMPDIR/presence.trace

must "a board that names its pieces" board ROAD35 1 $TMPDIR/piece-id.trace
ok "no such number" refused "0 to 959" --chess960=960
ok "number and FEN" refused "only one of them" --chess960 469 --fen "$fen"
ok "a rulebook of draughts" refused "10x10" --chess960 --rulebook fmjd-annex6
play piece-id --chess960
ok "piece-id: the board goes" board_goes ROAD35

must "a board that does not" board ROAD35 1 $TMPDIR/presence.trace
ok "it cannot tell the start" refused "does not name its pieces" --chess960
play presence --chess960 469
ok "presence: the board goes" board_goes ROAD35
road_end
