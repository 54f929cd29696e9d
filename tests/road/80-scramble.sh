#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Blitz games by clumsy hands pass the whole road exactly as "flagfallctl replay" reads their traces, and their records have
# the moves that were played: two games made here, and ten recorded ones, or ten more made here where FLAGFALL_DATA has none.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# What a pawn became is nothing that sensors without names can see.
same_moves() { cut -c1-$3 $1 >$TMPDIR/one; cut -c1-$3 $2 | diff $TMPDIR/one -; }
record_has_moves() {
	printf '{"moves":"%s"}\n' "$(tr '\n' ' ' <$1 | sed 's/ $//')" >$TMPDIR/score.json
	wait_for recorded || return 1
	flagfall-pgncheck $TMPDIR/score.json $2 "$a_pgn" || { cat "$a_pgn"; return 1; }
}

ends() { is state over || ctl end $game 1/2-1/2; }

# scramble LABEL TRACE MOVES: MOVES begins each line with a move that was played
scramble() {
	case $1 in *presence) s_letters=4 ;; *) s_letters=5 ;; esac
	sed 's/ .*//' $3 >$TMPDIR/played
	flagfallctl replay --moves $2 >$TMPDIR/read
	must "$1: the board is seen" board ROAD80 1 $2
	must "$1: the game starts" start_game ROAD80 --time 7200 --white Anna --black Boris
	ok "$1: the board plays" plays ROAD80
	ok "$1: time passes" settle ROAD80
	ok "$1: every turn is told" after "$(wc -l <$TMPDIR/read | tr -d ' ')"
	ok "$1: the game ends" ends
	ok "$1: the record is what the replay reads" record_has_moves $TMPDIR/read $2
	ok "$1: and what was played" same_moves $TMPDIR/read $TMPDIR/played $s_letters
	ok "$1: the board goes" board_goes ROAD80
}

road_begin
for seed in 1 2; do
	if [ $seed = 1 ]; then kind=piece-id; else kind=presence; fi
	flagfall-scramble --seed $seed --sensors $kind --moves $TMPDIR/moves >$TMPDIR/trace
	scramble "a game of chance, $kind" $TMPDIR/trace $TMPDIR/moves
done
traces=${FLAGFALL_DATA:+$FLAGFALL_DATA/traces}
if [ -n "$traces" ] && [ -d "$traces" ]; then
	for number in 000 001 002 003 004 005 006 007 008 009; do
		case $number in *[02468]) kind=id ;; *) kind=presence ;; esac
		scramble "recorded game $number, $kind" $traces/d$number-l3-$kind.jsonl $traces/d$number-l3.moves
	done
else
	for seed in 3 4 5 6 7 8 9 10 11 12; do
		case $seed in *[13579]) kind=piece-id ;; *) kind=presence ;; esac
		flagfall-scramble --seed $seed --sensors $kind --moves $TMPDIR/moves >$TMPDIR/trace
		scramble "game of chance $seed, $kind" $TMPDIR/trace $TMPDIR/moves
	done
fi
road_end
