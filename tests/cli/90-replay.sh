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
expect "replay --explain: no number" 2 "" "not the number of a turn" "$ctl" replay --explain x "$work/trace"
plan
