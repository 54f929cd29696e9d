#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# perft and unwinnable: what scripts rely on.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
expect "perft: the count alone" 0 '^197281 $' "" "$ctl" perft 4 "$start"
expect "perft: fields left out" 0 '^20 $' "" "$ctl" perft 1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
expect "perft: a FEN without quotes" 0 '^17 $' "" "$ctl" perft 1 4k3/8/8/3pP3/4p3/8/8/R3K3 w Q -
expect "perft: depth 0" 0 '^1 $' "" "$ctl" perft 0 "$start"
expect "perft --divide" 0 '^([a-h][1-8][a-h][1-8]: 20 ){20}400 $' "" "$ctl" perft --divide 2 "$start"
expect "perft --json" 0 '^\{"leaves": ?400\} $' "" "$ctl" --json perft 2 "$start"
expect "perft: mirrored castling is the king's two squares" 0 'd1f1: 1 .*d1b1: 1 ' "" \
	"$ctl" perft --divide 1 4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1
expect "perft: files of rooks are Chess960's, castling is king and rook" 0 'e1f1: 1 .*14 $' "" \
	"$ctl" perft --divide 1 4k3/8/8/8/8/8/8/4KR2 w F - 0 1
expect "perft: a rook that chess cannot castle with is Chess960's" 0 '^16 $' "" "$ctl" perft 1 4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1
expect "perft --chess960: king and queen are not swapped" 0 'd1h1: 1 .*d1a1: 1 ' "" \
	"$ctl" perft --chess960 --divide 1 4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1
expect "perft --chess960: a number" 0 '^400 $' "" "$ctl" perft --chess960 2 518
expect "perft --chess960: no such number" 1 "" "0 to 959" "$ctl" perft --chess960 2 960
expect "array: by number" 0 '^518 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 $' "" "$ctl" array 518
expect "array --shredder" 0 '^0 bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 $' "" "$ctl" array --shredder 0
expect "array: the number of a FEN" 0 '^959 rkrnnqbb/' "" "$ctl" array rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1
expect "array: by lot" 0 '^[0-9]+ [bnrqk]{8}/pppppppp/8/8/8/8/PPPPPPPP/[BNRQK]{8} w KQkq - 0 1 $' "" "$ctl" array
expect "array --json" 0 '"number": ?959' "" "$ctl" --json array 959
expect "array: no such number" 1 "" "960: the start positions of Chess960 are 0 to 959" "$ctl" array 960
expect "array: no start" 1 "" "none of the start positions" "$ctl" array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR
got=$(for n in {0..959..31}; do "$ctl" array "$n" | { read -r _ fen; "$ctl" array "$fen"; "$ctl" array -s "$fen"; }; done |
	awk '$1 == 31 * int((NR - 1) / 2) { n++ } END { print n }')
[ "$got" = 62 ] && pass "array: numbers, there and back" || fail "array: numbers, there and back" "$got of 62"
expect "perft: a wrong FEN names the field" 1 "" "castling: 'K' needs a rook of White on h1" "$ctl" perft 1 "4k3/8/8/8/8/8/8/4K3 w K -"
expect "perft: no FEN" 2 "" "DEPTH and FEN" "$ctl" perft 3
expect "perft: no depth" 2 "" "number from 0 to 64" "$ctl" perft x "$start"

ask() {
	local name=$1 status=$2 out=$3 input=$4
	shift 4
	printf '%b' "$input" | "$ctl" unwinnable "$@" >"$work/out" 2>"$work/err"
	local got=${PIPESTATUS[1]}
	if [ "$got" -eq "$status" ] && [ "$(cat "$work/out")" = "$(printf '%b' "$out")" ] && [ ! -s "$work/err" ]; then
		pass "$name"
	else
		fail "$name" "status $got" "$(cat "$work/out" "$work/err")"
	fi
}
ask "unwinnable: one answer a line, in order" 0 'unwinnable\nwinnable\nunwinnable' \
	'4k3/8/8/8/8/8/8/4K3 w w\n4k3/8/8/8/8/8/8/Q3K3 b - - 0 1 w\n4k3/8/8/8/8/8/8/Q3K3 b - - 0 1 b\n'
ask "unwinnable: undecided without a search" 0 'undecided' '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 w\n' --nodes 0
ask "unwinnable --line: a mate in one" 0 'winnable a1a8' '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 w\n' --line --nodes 100
ask "unwinnable --line: the mate is on the board" 0 'winnable' \
	'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 b\n' --line
ask "unwinnable: bad lines are answered and counted" 1 \
	'error: placement: Black has no king\nunwinnable\nerror: would-be winner: the line ends with neither w nor b\nerror: side to move: it is missing' \
	'8/8/8/8/8/8/8/4K3 w w\n4k3/8/8/8/8/8/8/4K3 w w\n4k3/8/8/8/8/8/8/4K3 w x\n4k3/8/8/8/8/8/8/4K3 w\n'
expect "unwinnable: positions are not arguments" 2 "" "standard input" "$ctl" unwinnable "$start"
expect "unwinnable: nothing to answer" 0 "" "no position was read; they are expected on standard input, \"FEN SIDE\" a line" "$ctl" unwinnable
expect "unwinnable: a wrong number" 2 "" "number of positions" "$ctl" unwinnable --nodes -5
plan
