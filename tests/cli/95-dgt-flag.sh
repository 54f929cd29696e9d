#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# replay of a DGT board's bytes that end on time: with a rulebook the clock beside the board is the game's clock.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# byte NUMBER…: these bytes
byte() { local b; for b in "$@"; do printf "\\x$(printf %x "$b")"; done; }

turned=0
# piece FIELD CODE: what stands there now
piece() { byte 0x8e 0 5 $((turned ? 63 - $1 : $1)) "$2"; }
# board ROW-8-FIRST CODES
board() {
	local codes=("$@") i
	byte 0x86 0 67
	for ((i = 0; i < 64; i++)); do byte "${codes[turned ? 63 - i : i]}"; done
}
# clock WHITE BLACK SIDE: both in seconds, "flag" for a fallen one; whose time runs, or "stands". White sits at the left.
clock() {
	local s times=()
	for s in $2 $1; do	# the right one first
		case $s in flag) times+=(0x10 0 0) ;; *) times+=(0 $((s / 60 / 10 * 16 + s / 60 % 10)) $((s % 60 / 10 * 16 + s % 10))) ;; esac
	done
	case $3 in white) s=0x09 ;; black) s=0x13 ;; white-stands) s=0x08 ;; black-stands) s=0x12 ;; esac
	byte 0x8d 0 10 "${times[@]}" $s
}
opening() {
	local z=(0 0 0 0 0 0 0 0)
	board 8 9 10 12 11 10 9 8 7 7 7 7 7 7 7 7 "${z[@]}" "${z[@]}" "${z[@]}" "${z[@]}" 1 1 1 1 1 1 1 1 2 3 4 6 5 4 3 2
	clock 180 180 white-stands
	clock 179 180 white
	piece 52 0; piece 36 1			# e4
	clock 178 180 black
	clock 178 179 black
	piece 12 0; piece 28 7			# e5
	clock 178 178 white
	piece 62 0; piece 45 3			# Nf3
	clock 4 178 black
	clock 4 177 black
}
ends() { case $1 in
	black) clock 4 2 black; clock 4 1 black; clock 4 0 black; clock 4 flag black-stands; clock 4 flag black-stands ;;
	white) piece 1 0; piece 18 9; clock 4 150 white; clock 2 150 white; clock 0 150 white; clock flag 150 white-stands ;;
	saved) clock 4 1 black; clock 4 0 black; piece 1 0; piece 18 9; clock 4 2 white; clock 3 2 white ;;
esac; }
# recording END: in $work/END
recording() { { opening; ends "$1"; } >"$work/$1"; }
result() { "$ctl" replay --pgn -r "$2" "dgt:$work/$1" | sed -n 's/^\[Result "\(.*\)"\]$/\1/p; s/^\[Termination "\(.*\)"\]$/ \1/p' | tr -d '\n'; }
is() { local got; got=$(result "$1" "$2"); [ "$got" = "$3" ] || { echo "$got, not $3"; return 1; }; }
moves() { local got; got=$("$ctl" replay -r "$2" "dgt:$work/$1" | tr '\n' ' '); [ "$got" = "$3 " ] || { echo "$got, not $3"; return 1; }; }

for turned in 0 1; do
	case $turned in 0) how=as\ it\ should ;; 1) how=turned ;; esac
	for end in black white saved; do recording $end; done
	check "Black's flag loses, board $how" is black fide2023-blitz "1-0 time forfeit"
	check "White's flag loses, board $how" is white fide2023-standard "0-1 time forfeit"
	check "a flag that must be claimed rules nothing by itself, board $how" is black uschess-blitz "* unterminated"
	check "0:00 without a flag is no flag, board $how" is saved fide2023-blitz "* unterminated"
	check "without a rulebook nothing is ruled, board $how" is black none "* unterminated"
	for book in none fide2023-blitz; do
		check "the moves before Black's flag, $book, board $how" moves black $book "e2e4 e7e5 g1f3"
		check "the moves before White's flag, $book, board $how" moves white $book "e2e4 e7e5 g1f3 b8c6"
		check "the moves after 0:00, $book, board $how" moves saved $book "e2e4 e7e5 g1f3 b8c6"
	done
done

# what is recorded begins when somebody begins to record, and ends when he ends
for turned in 0 1; do
	recording white
	case $turned in 0) how=as\ it\ should ;; 1) how=turned ;; esac
	tail -c +68 "$work/white" >"$work/headless"
	tail -c +23 "$work/white" >"$work/cut"
	head -c -7 "$work/white" >"$work/short"
	for part in headless cut short; do
		check "the moves of a recording that is $part, board $how" moves $part none "e2e4 e7e5 g1f3 b8c6"
	done
	check "White's flag loses where the whole board was never told, board $how" is headless fide2023-blitz "0-1 time forfeit"
done

turned=0
{ clock flag 20 white-stands; opening; ends saved; } >"$work/again"
check "the flag of the game before is not this game's" is again fide2023-blitz "* unterminated"

check_clk() { "$ctl" replay --pgn -r fide2023-blitz "dgt:$work/black" | tr '\n' ' ' | grep -q 'Nf3 {\[%clk 0:00:04.000\]} 1-0'; }
check "each move has the clock's time" check_clk
plan
