#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Chess960 from the command line without a daemon: traces, records, cases, and how start is asked for it.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

game='"format":"sensorboard-trace","version":1,"game":"chess960"'
# Kf1, Rg1 change places; then Black's king steps
play() {
	cat <<-'END'
	{"t_ms":1000,"type":"lift","square":"f1","piece":"K"}
	{"t_ms":1200,"type":"lift","square":"g1","piece":"R"}
	{"t_ms":1400,"type":"place","square":"g1","piece":"K"}
	{"t_ms":1600,"type":"place","square":"f1","piece":"R"}
	{"t_ms":1800,"type":"press","side":"white"}
	{"t_ms":3000,"type":"lift","square":"e8","piece":"k"}
	{"t_ms":3200,"type":"place","square":"e7","piece":"k"}
	{"t_ms":3400,"type":"press","side":"black"}
	END
}
trace() { { echo "{$game,$1}"; cat; } >"$work/$2.jsonl"; }
middle='"start":"4k3/p7/8/8/8/8/P7/1R3KR1 w GB - 3 20"'

play | trace "$middle,\"sensors\":\"piece-id\"" id
play | sed 's/,"piece":"."//' | trace "$middle" presence
for s in id presence; do
	expect "replay --moves, $s: king takes rook" 0 '^f1g1 e8e7 $' "" "$ctl" replay --moves "$work/$s.jsonl"
	expect "replay --pgn, $s: Variant, SetUp, X-FEN, O-O" 0 \
		'\[Variant "Chess960"\].*\[SetUp "1"\].*\[FEN "4k3/p7/8/8/8/8/P7/1R3KR1 w KQ - 3 20"\].*20\. O-O Ke7 ' "" \
		"$ctl" replay --pgn "$work/$s.jsonl"
done
play | { echo '{"format":"sensorboard-trace","version":1,"start":"4k3/p7/8/8/8/8/P7/1R3KR1 w GB - 3 20"}'; cat; } >"$work/files.jsonl"
expect "rights by files make it Chess960" 0 '^f1g1 e8e7 $' "" "$ctl" replay --moves "$work/files.jsonl"

# The start by number, and by what stands
backwards() { for ((i = ${#1} - 1; i >= 0; i--)); do printf %s "${1:i:1}"; done; }
array=$("$ctl" array 700 | sed 's,.*/\([A-Z]*\) w.*,\1,')
lower=${array,,}
empty=$(printf '.%.0s' {1..32})
knight=$(awk -v a="$array" 'BEGIN { print substr("abcdefgh", index(a, "N"), 1) }')
to=$(case $knight in a) echo b ;; *) awk -v f="$knight" 'BEGIN { print substr("abcdefgh", index("abcdefgh", f) - 1, 1) }' ;; esac)
{
	echo "{\"t_ms\":0,\"type\":\"board\",\"squares\":\"${lower}pppppppp${empty}PPPPPPPP$array\"}"
	echo "{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"${knight}1\",\"piece\":\"N\"}"
	echo "{\"t_ms\":1300,\"type\":\"place\",\"square\":\"${to}3\",\"piece\":\"N\"}"
	echo '{"t_ms":1600,"type":"press","side":"white"}'
} >"$work/stands"
trace '"sensors":"piece-id"' stands <"$work/stands"
trace '"sensors":"piece-id","start":700' number <"$work/stands"
trace '"sensors":"piece-id","start":518' other <"$work/stands"
trace '"sensors":"piece-id","start":960' none <"$work/stands"
for t in stands number; do
	expect "the start, $t: the FEN of 700" 0 "FEN \"$lower/pppppppp/8/8/8/8/PPPPPPPP/$array w KQkq - 0 1\"" "" \
		"$ctl" replay --pgn "$work/$t.jsonl"
done
expect "what stands is told" 0 '"start-array".*The game starts from position 700' "" "$ctl" replay --events "$work/stands.jsonl"
if cmp -s <("$ctl" replay --moves "$work/stands.jsonl") <("$ctl" replay --moves "$work/number.jsonl"); then
	pass "and the moves are the same"
else
	fail "and the moves are the same"
fi
expect "a given start is not changed by what stands" 0 'FEN "rnbqkbnr/' "" "$ctl" replay --pgn "$work/other.jsonl"
expect "there is no position 960" 1 "" '"start" is 960; the start positions of chess960 are 0 to 959' "$ctl" replay --moves "$work/none.jsonl"
{
	echo "{\"t_ms\":0,\"type\":\"board\",\"squares\":\"$(backwards "$array")PPPPPPPP${empty}pppppppp$(backwards "$lower")\"}"
} | trace '"sensors":"piece-id"' turned
expect "a board that stands turned shows it, too" 0 'The game starts from position 700' "" "$ctl" replay --events "$work/turned.jsonl"

# FIDE 4.4.1, 4.3: king touched, then the rook: castling with that rook, if it is legal
case_of() { # ID EXPECT EVENTS
	printf '{"id":"%s","game":"chess960","rulebook":"fide2023-standard","start_fen":"4k3/p7/8/8/8/8/P7/1R3KR1 w KQ - 0 1","clock":{"mode":"sudden-death","white_ms":600000,"black_ms":600000,"running":"white"},"articles":["4.4.1","4.4.2","4.3","4.3.1"],"expect":%s,"events":[%s]}\n' "$1" "$2" "$3"
}
case_of castles '{"ruling":"move-accepted","placement":"4k3/p7/8/8/8/8/P7/1R3RK1"}' '{"t_ms":1000,"type":"lift","square":"f1"},{"t_ms":1200,"type":"lift","square":"g1"},{"t_ms":1400,"type":"place","square":"g1"},{"t_ms":1600,"type":"place","square":"f1"},{"t_ms":1800,"type":"press","side":"white"}' >"$work/cases.jsonl"
expect "judge: a castling without names of pieces" 0 '"pass": ?true' "*" "$ctl" judge "$work/cases.jsonl"

# start: how it is asked for
expect "start --chess960: a number that is none" 2 "" "0 to 959" "$ctl" start B1 --chess960=960
expect "start --chess960: a word that is none" 2 "" "0 to 959" "$ctl" start B1 --chess960 1234
expect "start --chess960 N" 3 "" "*" "$ctl" --bus unix:path=/nonexistent start B1 --chess960 12
expect "start --chess960: the board's number" 3 "" "*" "$ctl" --bus unix:path=/nonexistent start --chess960 0
plan
