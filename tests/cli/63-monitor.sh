#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# monitor --all: a snapshot, then every game's publications, each line with its game, players and time; and how games end.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 2
board 1 HALL1 "$work/mate.jsonl"
board 2 HALL2 "$work/mate.jsonl"
expect "--all is no game's" 2 "" "--all is all games" "$ctl" monitor --all 3

start HALL1 --rulebook fide2023-blitz --time 300 --white Anna --black Boris --round 3.7
first=$id
tell HALL1 play-until-ply 2
until_true plies "$first" 2
# monitor NAME OPTION…: in the background, from now on
monitor() {
	local name=$1; shift
	"${c[@]}" monitor --banner "$@" >"$work/$name" 2>"$work/$name.err" & monitor=$!
	until_true grep -q listening "$work/$name.err"
}
monitor all --json --all
monitor people --all
# as if the clock had been set since the game began: an hour, in microseconds
python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("=qq", 0, 3600000000))' >"$work/shift"
LD_PRELOAD=$PWD/build/tests/faults/clock-shift.so CLOCK_SHIFT=$work/shift monitor set --json --all
of_one=()
monitor verbose --verbose --plain "$first"; of_one+=("$monitor")
monitor one --json "$first"; of_one+=("$monitor")
monitor plain --plain "$first"; of_one+=("$monitor")
monitor observed --arbiter --plain "$first"; of_one+=("$monitor")
check "the first line is what the game is now" test "$(head -1 "$work/all" | grep -c '"type":"snapshot".*"state":"running".*"plies":2,"last":"d5"')" = 1
tell HALL1 play-until-ply 4
until_true plies "$first" 4
start HALL2 --rulebook wbca-1992 --time 300 --white Clara --black Dora
second=$id
tell HALL2 play-until-ply 2
until_true grep -q "\"game\":\"$second\".*\"ply\":2" "$work/all"
# the time at which clocks are read is that of now, too
clock_is() {
	local before at after
	before=$(date -u +%H:%M:%S -d "1 hour")
	at=$(TZ=UTC LD_PRELOAD=$PWD/build/tests/faults/clock-shift.so CLOCK_SHIFT=$work/shift "${c[@]}" status --arbiter "$first" | sed -n 's/.* at \([0-9:]*\)$/\1/p')
	after=$(date -u +%H:%M:%S -d "1 hour")
	echo "$before $at $after"
	[[ ! $after < $before && ( $at < $before || $at > $after ) ]] && return 1
	[ -n "$at" ]
}
check "clocks are read by the clock as it is" clock_is
"${c[@]}" end "$first" 1/2-1/2 >/dev/null
until_true grep -q '"type":"end"' "$work/all"
# each monitor writes when it gets to it
until_true grep -q "^$first, .*the game is over" "$work/people"
for one in "${of_one[@]}"; do until_true has_ended "$one"; done
named() { ! grep -v '"game":"g[0-9]*","board":"[^"]*","table":[0-9]*,.*"round":"[^"]*","white":"[ABCD][a-z]*","black":"[ABCD][a-z]*"' "$1"; }
check "every line names game, board, round and players" named "$work/all"
timed() { ! grep -vE '"t_wall":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"' "$work/all"; }
check "… and the wall time" timed
until_true grep -q '"type":"end"' "$work/set"
in_order() { grep -o '"t_wall":"[^"]*"' "$1" | sort -c; }
check "… in order" in_order "$work/all"
check "… also where the clock was set since the game began" in_order "$work/set"
check "of one game alone they name it, too" named "$work/one"
check "board is a name, table a number" grep -q "\"game\":\"$first\",\"board\":\"HALL1\",\"table\":7," "$work/all"
check "a game that starts later is told from its start" grep -q "\"game\":\"$second\".*\"type\":\"snapshot\".*\"plies\":0" "$work/all"
check "SAN where the book lets it be said" grep -q "\"game\":\"$first\".*\"ply\":4,.*\"san\":\"Bf5\"" "$work/all"
check "… and nowhere else" test "$(grep "\"game\":\"$second\"" "$work/all" | grep -c '"san"')" = 0
check "a result that the arbiter enters is told" grep -q "\"game\":\"$first\".*\"type\":\"end\",\"result\":\"1/2-1/2\"" "$work/all"
check "for people: a line says which game" grep -qE "^$first, Anna – Boris: +[0-9.]+ +2\.\.\. Bf5" "$work/people"
check "… how it ended" grep -qE "^$first, Anna – Boris: the game is over: 1/2-1/2" "$work/people"
check "… and leaves out what is provisional" test "$(grep -c provisional "$work/people")" = 0
holds "monitor of one game ends with a word on an arbiter's result" "$work/plain" '^g1, Anna – Boris: the game is over: 1/2-1/2$'
holds "monitor -a for people: the arbiter's side" "$work/observed" "Black made a legal move, c8 to f5"
check "… in sentences, not in JSON" test -z "$(grep '[{}]' "$work/observed")"
holds "--verbose: provisional moves, too, as --all once was" "$work/verbose" "2\\.\\.\\. Bf5 +provisional"
plan
