#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# record while the daemon has the board: the trace has what the board sent, replays to the same moves, and the game goes on untouched.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 1
board 1 HALL1 "$work/mate.jsonl"
start HALL1 --time 300
"${c[@]}" record HALL1 "$work/board.jsonl" >"$work/out" 2>"$work/err" & recording=$!
has_lines() { [ "$(wc -l <"$work/board.jsonl")" -ge "$1" ]; }
until_true has_lines 2
check "header and board are there at once" grep -q '"type":"board","squares":"rnbqkbnr' "$work/board.jsonl"
tell HALL1 play-until-ply 6
until_true plies "$id" 6
has_presses() { [ "$(grep -c '"press"' "$work/board.jsonl")" -eq "$1" ]; }
check "all presses are recorded" until_true has_presses 6
kill -INT $recording
check "it ends when it is asked to" wait $recording
check "and says how much it is" grep -qE "^[0-9]+ events in $work/board.jsonl$" "$work/out"
check "nothing was lost" test ! -s "$work/err"
"$ctl" replay --moves "$work/board.jsonl" >"$work/replayed" 2>&1
"${c[@]}" journal "$id" >"$work/journal.jsonl"
"$ctl" replay --moves "$work/journal.jsonl" >"$work/moves" 2>&1
check "it replays to the game's moves" cmp "$work/replayed" "$work/moves"
check "of which there are six" test "$(wc -l <"$work/moves")" -eq 6
check "the trace says where it begins" grep -q '"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"' "$work/board.jsonl"
"${c[@]}" record HALL1 - >"$work/printed" 2>"$work/err" & recording=$!
printed() { [ "$(grep -c '"press"' "$work/printed")" -ge "$1" ]; }
until_true grep -q '"type":"board"' "$work/printed"
tell HALL1 play-until-ply 8
check "-: it is printed as it comes" until_true printed 2
kill -INT $recording
wait $recording
check "a trace that begins in mid-game says so, too" diff <("$ctl" replay --moves <(cat "$work/printed") 2>/dev/null) \
	<("${c[@]}" journal "$id" >"$work/journal.jsonl"; "$ctl" replay --moves "$work/journal.jsonl" | tail -n +7)
check "… with who is to move" grep -q '^{"format".*"start":"[^"]* w [KQkq]* - 0 1"' "$work/printed"
check "and how much it was is said beside it" grep -qE "record: [0-9]+ events" "$work/err"
check "no file is called so" test ! -e ./-
expect "a file that is there stays" 1 "" "already exists; --force overwrites it" "${c[@]}" record HALL1 "$work/board.jsonl"
expect "so many events" 0 '"events": ?0,' "" "${c[@]}" --json record HALL1 "$work/none.jsonl" --duration 0.2
plan
