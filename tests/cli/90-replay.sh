#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# replay: the moves, why each is read so, and what an event costs.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

for kind in piece-id presence; do
	build/flagfall-scramble --sensors $kind --seed 3 --moves "$work/moves" >"$work/trace"
	case $kind in presence) letters=4 ;; *) letters=5 ;; esac
	check "replay --moves: what was played, $kind" \
		diff <(cut -c1-$letters "$work/moves") <("$ctl" replay --moves "$work/trace" | cut -c1-$letters)
	turns=$(wc -l <"$work/moves") unknown=
	for ((i = 1; i <= turns; i++)); do
		"$ctl" replay --explain $i "$work/trace" | grep -q "^turn $i was" || unknown+="$i "
	done
	check "replay --explain: every turn, $kind" test -z "$unknown"
	expect "replay --explain: no such turn, $kind" 1 "" "only $turns were played" "$ctl" replay --explain $((turns + 1)) "$work/trace"
	expect "replay --bench: events, costs and memory, $kind" 0 \
		'^\{"events":[0-9]+,"events_per_second":[0-9]+,"p50_ns":[0-9]+,"p999_ns":[0-9]+,"max_ns":[0-9]+,"board_bytes":[0-9]+,"peak_bytes":[0-9]+\} $' \
		"" "$ctl" replay --bench "$work/trace"
	check "replay --bench: a board takes less than 64 KiB, $kind" \
		test "$("$ctl" replay --bench "$work/trace" | sed 's/.*"board_bytes":\([0-9]*\).*/\1/')" -lt 65536
done
# what the program had that became this one, 80 MB and more, is none of its own
peak() { (large=$(head -c 80000000 /dev/zero | tr '\0' x); : "$large"; exec "$ctl" replay --bench "$work/trace") | sed 's/.*"peak_bytes":\([0-9]*\).*/\1/'; }
check "replay --bench: the program's own memory at its highest" test "$(peak)" -lt 60000000
expect "replay: bytes whose board is not named" 1 "" "bytes, and no trace.*the name of its kind in front, as dgt:FILE" "$ctl" replay tests/data/boards/dgt.bytes
# no clock at all: nobody says so in the header, but no lever is ever pressed
for kind in piece-id presence; do
	build/flagfall-hands --sensors $kind tests/games/blitz-mate.json >"$work/pressed"
	grep -v '"type":"press"' "$work/pressed" >"$work/leverless"
	check "replay: without a lever moves are closed by the reply, $kind" \
		diff <("$ctl" replay --moves "$work/pressed" | cut -d ' ' -f 1) <("$ctl" replay --moves "$work/leverless" | cut -d ' ' -f 1)
	turns=$("$ctl" replay --moves "$work/leverless" | wc -l) unknown=
	check "replay: all of them, $kind" test "$turns" -gt 30
	for ((i = 1; i <= turns; i++)); do
		"$ctl" replay --explain $i "$work/leverless" | grep -Eq "^turn $i was read .*, [0-9.]+ s after" || unknown+="$i "
	done
	check "replay --explain: every turn without a lever, $kind" test -z "$unknown"
done
# A board with two buttons sends each press again while the same side's button is pressed again: once its clock stands, that is nothing.
again() {
	awk -v times="$1" '
	function at(line) { match(line, /"t_us":[0-9]+/); return substr(line, RSTART + 7, RLENGTH - 7) + 0 }
	{ line[NR] = $0; if (/"type":"press"/) press[++presses] = NR }
	END {
		for (n = p = 1; n <= NR; n++) {
			for (; p <= told && owed[p] <= at(line[n]) && n > 1; p++) print text[p]
			print line[n]
			if (line[n] !~ /"type":"press"/) continue
			from = at(line[n]); i++; to = i < presses ? at(line[press[i + 1]]) : from + 4000
			for (k = 1; k <= times; k++) {
				owed[++told] = from + int((to - from) * k / (times + 1)); text[told] = line[n]
				sub(/"t_us":[0-9]+/, sprintf("\"t_us\":%d", owed[told]), text[told])
			}
		}
		for (; p <= told; p++) print text[p]
	}'
}
for score in blitz-castling blitz-promotion draughts-capture-of-five; do
	rulebook=fide2023-blitz
	[ "${score%%-*}" = blitz ] || rulebook=fmjd-annex6
	for kind in piece-id presence; do
		build/flagfall-hands --sensors $kind tests/games/$score.json |
			sed -E 's/"mode":"sudden-death",("white_ms":[0-9]+,"black_ms":[0-9]+),/"mode":"fischer",\1,"increment_ms":2000,/' >"$work/once"
		"$ctl" replay --rulebook $rulebook --events "$work/once" >"$work/said"
		for times in 1 3; do
			again $times <"$work/once" >"$work/again"
			check "replay: each side presses again $times times: moves, clocks and rulings are the same, $score, $kind" \
				diff "$work/said" <("$ctl" replay --rulebook $rulebook --events "$work/again")
		done
		check "replay: it was pressed again, $score, $kind" test "$(grep -c '"press"' "$work/again")" = $((4 * $(grep -c '"press"' "$work/once")))
	done
done
expect "replay --explain: no number" 2 "" "not the number of a turn" "$ctl" replay --explain x "$work/trace"

# A recording that begins in the middle of a rook ending: what stands is the start
middle() { # sensors; presses and changes, "lift e2 P 1000" or "press white 1500", from standard input
	echo "{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"$1\"}"
	echo '{"t_ms":0,"type":"board","squares":"...................k.........p....K..............R.............."}'
	while read -r type where piece t; do
		case $type in
		press) echo "{\"t_ms\":$piece,\"type\":\"press\",\"side\":\"$where\"}" ;;
		*) echo "{\"t_ms\":$t,\"type\":\"$type\",\"square\":\"$where\",\"piece\":\"$piece\"}" ;;
		esac
	done
}
rook() { printf '%s\n' "lift b2 R 3000" "place b6 R 3300" "press white 3500" "lift d6 k 6000" "place e5 k 6400" "press black 6700"; }
stands=8/8/3k4/5p2/2K5/8/1R6/8
rook | middle piece-id >"$work/middle"
expect "replay: a recording that begins in mid-game" 0 '^b2b6 d6e5 $' "begins with what stood on the board: $stands w - - 0 1" \
	"$ctl" replay --moves "$work/middle"
rook | sed '1,3d' | middle piece-id >"$work/black"
expect "replay: Black's move shows that he was to move" 0 '^d6e5 $' "$stands b - - 0 1" "$ctl" replay --moves "$work/black"
{ echo "press white 1000"; rook | sed '1,3d'; } | middle piece-id >"$work/pressed"
expect "replay: a press without a move is that of the move before" 0 '^d6e5 $' "$stands b - - 0 1" "$ctl" replay --moves "$work/pressed"
rook | grep -v press | middle piece-id >"$work/unpressed"
expect "replay: the same without a lever" 0 '^b2b6 d6e5 $' "$stands w" "$ctl" replay --moves "$work/unpressed"
rook | middle presence | sed 's/,"piece":"."//; /"board"/s/[kpKR]\([."]\)/?\1/g' >"$work/nameless"
expect "replay: a board that does not name its pieces cannot begin there" 1 "" "say what stood there: --start FEN" \
	"$ctl" replay --moves "$work/nameless"
expect "replay --start: it can" 0 '^b2b6 d6e5 $' "" "$ctl" replay --moves --start "$stands w - - 0 1" "$work/nameless"

# The start stands when the recording begins, and the ending is set up on it: that is the start, whatever the header says
set_up() { # more of the header
	local at=1000 file rank
	echo "{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"piece-id\"$1}"
	echo '{"t_ms":0,"type":"board","squares":"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"}'
	for rank in 1 2 7 8; do
		for file in a b c d e f g h; do
			echo "{\"t_ms\":$((at += 500)),\"type\":\"lift\",\"square\":\"$file$rank\"}"
		done
	done
	for file in b2:R c4:K f5:p d6:k; do
		echo "{\"t_ms\":$((at += 500)),\"type\":\"place\",\"square\":\"${file%:*}\",\"piece\":\"${file#*:}\"}"
	done
	rook | while read -r type where piece t; do
		case $type in
		press) echo "{\"t_ms\":$((piece + 20000)),\"type\":\"press\",\"side\":\"$where\"}" ;;
		*) echo "{\"t_ms\":$((t + 20000)),\"type\":\"$type\",\"square\":\"$where\",\"piece\":\"$piece\"}" ;;
		esac
	done
}
usual='"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"'
for header in "" ",$usual,\"board\":{\"model\":\"any\"}"; do
	set_up "$header" >"$work/set-up"
	expect "replay: set up on the start${header:+, as it was recorded}" 0 '^b2b6 d6e5 $' "begins with what stood on the board: $stands w" \
		"$ctl" replay --moves "$work/set-up"
	grep -v press "$work/set-up" >"$work/unpressed"
	expect "replay: … without a lever" 0 '^b2b6 d6e5 $' "$stands w" "$ctl" replay --moves "$work/unpressed"
done

# What comes after the end: a mate is not played otherwise by the hands that shake, and the next game is another one
play_on() { # "lift e2 P 1000" … from standard input; the header without a start
	echo '{"format":"sensorboard-trace","version":1,"sensors":"piece-id"}'
	while read -r type where piece t; do
		case $type in
		press) echo "{\"t_ms\":$piece,\"type\":\"press\",\"side\":\"$where\"}" ;;
		*) echo "{\"t_ms\":$t,\"type\":\"$type\",\"square\":\"$where\",\"piece\":\"$piece\"}" ;;
		esac
	done
}
moves() { # from time on: "e2e4P" … each with its press, White's first
	local t=$1 side=white move
	shift
	for move; do
		echo "lift ${move:0:2} ${move:4:1} $t"
		echo "place ${move:2:2} ${move:4:1} $((t + 300))"
		echo "press $side $((t + 600))"
		t=$((t + 2500))
		[ $side = white ] && side=black || side=white
	done
}
fool() { moves 1000 f2f3P e7e5p g2g4P d8h4q; }
back() { # the pieces of that game go back where they began
	printf '%s\n' "lift h4 q $1" "place d8 q $(($1 + 100))" "lift f3 P $(($1 + 200))" "place f2 P $(($1 + 300))" \
		"lift g4 P $(($1 + 400))" "place g2 P $(($1 + 500))" "lift e5 p $(($1 + 600))" "place e7 p $(($1 + 700))"
}
{ fool; printf '%s\n' "lift h4 q 17000" "place h5 q 17300" "press black 17500" "lift e1 K 20000" "place f2 K 20300" "press white 20600"; } |
	play_on >"$work/mate"
expect "replay: what hands do after a mate that stood is no other turn" 0 '^f2f3 e7e5 g2g4 d8h4 $' "" "$ctl" replay --moves "$work/mate"
{ fool; back 20000; moves 30000 d2d4P g8f6n c2c4P; } | play_on >"$work/two"
expect "replay --moves: the next game is no part of the first" 0 '^f2f3 e7e5 g2g4 d8h4 $' "" "$ctl" replay --moves "$work/two"
expect "replay --pgn: each game of a recording" 0 '2\. g4 Qh4# .*1\. d4 Nf6 2\. c4 ' "" "$ctl" replay --pgn "$work/two"
{ moves 1000 e2e4P e7e5p; printf '%s\n' "lift e1 K 7000" "place d4 K 7300" "lift e8 k 7600" "place d5 k 7900" "lift d4 K 14000" \
	"place e1 K 14300" "lift d5 k 14600" "place e8 k 14900"; moves 17000 g1f3N b8c6n; } | play_on >"$work/home"
expect "replay: kings go home from the centre, and play goes on" 0 '^e2e4 e7e5 g1f3 b8c6 $' "" "$ctl" replay --moves "$work/home"

# A DGT board's bytes whose clock is unplugged: clock frames (8d) from the N-th field's on are left out, or say "no clock"
unplugged() { # N, "none" or "empty"
	od -An -v -tu1 -w1 tests/data/boards/dgt.bytes | awk -v from="$1" -v how="$2" '
		{ byte[NR] = $1 }
		END {
			for (i = 1; i <= NR; i += n) {
				n = i + 2 <= NR && byte[i] >= 128 ? byte[i + 1] * 128 + byte[i + 2] : 1
				fields += byte[i] == 142
				gone = byte[i] == 141 && fields >= from
				if (gone && how == "none") continue
				for (k = i; k < i + n; k++) printf "\\0%03o", (gone && i + 2 < k ? 0 : byte[k])
			}
		}'
}
for from in 0 7 40 90; do
	for how in none empty; do
		printf %b "$(unplugged $from $how)" >"$work/unplugged"
		check "replay: a clock that is unplugged at field $from, $how" \
			diff tests/data/boards/dgt.moves <("$ctl" replay --moves "dgt:$work/unplugged")
	done
done

# A DGT board's bytes with a gap: after the press of ply FROM the line is silent for N plies, then the board is reported
silent() { # FROM N
	od -An -v -tu1 -w1 tests/data/boards/dgt.bytes | awk -v from="$1" -v n="$2" '
		function put(first, length_, k) { for (k = first; k < first + length_; k++) printf "\\0%03o", byte[k] }
		{ byte[NR] = $1 }
		END {
			for (i = 1; i <= NR; i += size) {
				size = i + 2 <= NR && byte[i] >= 128 ? byte[i + 1] * 128 + byte[i + 2] : 1
				if (byte[i] == 134) for (k = 0; k < 64; k++) stands[k] = byte[i + 3 + k]
				if (byte[i] == 142) stands[byte[i + 3]] = byte[i + 4]
				runs = byte[i] == 141 && byte[i + 9] % 2
				side = int(byte[i + 9] / 2) % 2
				pressed = runs && known && side != lever
				if (runs) { lever = side; known = 1 }
				plies += pressed
				if (pressed && plies == from + n) {
					printf "\\0206\\0000\\0103"
					for (k = 0; k < 64; k++) printf "\\0%03o", stands[k]
				}
				if (plies < from || (pressed && plies == from) || plies >= from + n) put(i, size)
			}
		}'
}
for from in 4 17 30 44 54; do
	for n in 1 2; do
		printf %b "$(silent $from $n)" >"$work/silent"
		check "replay: the line is silent for $n plies after ply $from, and the clock ran on" \
			diff tests/data/boards/dgt.moves <("$ctl" replay --moves "dgt:$work/silent")
	done
done
plan
