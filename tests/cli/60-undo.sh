#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A wrong word at a wrong table is undone: the game goes on, everywhere that it had been told.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 2
board 1 TABLE1 "$work/mate.jsonl"
board 2 TABLE2 "$work/mate.jsonl"
printf 'name: Club\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 1, board: TABLE1}\n- {number: 2, board: TABLE2}\n' >"$work/club.yaml"
printf 'board,white,black\n1,Anna,Boris\n2,Clara,David\n' >"$work/pairings.csv"
"${c[@]}" round open "$work/club.yaml" 1 "$work/pairings.csv" >/dev/null
"${c[@]}" round start >/dev/null
game_of() { "${c[@]}" --json round results | sed -n "s/^{\"table\":$1,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
second=$(game_of 2)
record() { "${c[@]}" export "$1" | tr '\n' ' '; }
says() { record "$1" | grep -q -- "$2"; }
goes_on() { "${c[@]}" --json status "$1" | grep -q '"state":"running"'; }

expect "where nothing was done there is nothing to undo" 1 "" "Table 1, Anna – Boris: nobody has done anything here that counts\." "${c[@]}" undo 1
"${c[@]}" end 2 1-0 </dev/null >/dev/null
check "the record has the result" says "$second" '\[Result "1-0"\]'
expect "what was done is listed" 0 "act [0-9]+ +[0-9:]+  [^ ]+: end 1-0" "" "${c[@]}" undo 2 --list
expect "it is undone, and the clocks stand as they stood then" 0 \
	"^Table 2, Clara – David: undone: end 1-0, by [^ ]+ at [0-9:]+ \(it was table 1\)   The clocks stand as they stood then: White 5:00.*, Black 5:00.*\"flagfallctl resume 2 white\" goes on" "" \
	"${c[@]}" undo 2 --reason "it was table 1"
check "the game goes on" until_true goes_on 2
check "the record has no result" says "$second" '\[Result "\*"\]'
expect "neither have the results" 0 "2  Clara  - +David  paused" "" "${c[@]}" round results
expect "the log has both" 0 "Table 2: act [0-9]+: end 1-0 .*Table 2: act [0-9]+ is undone \(it was table 1\)" "" "${c[@]}" round log
act=$("${c[@]}" --json round log | sed -n 's/.*"number":\([0-9]*\),"act":"undo".*/\1/p')
expect "undone once more, it is said that it was" 1 "" "Table 2, Clara – David: Act $act \(end\) was undone already, by user [0-9]+ at [0-9:]+" "${c[@]}" undo 2 --act "$act"
expect "there is no such act" 1 "" "Table 2, Clara – David: The game has no act 99; it has $act" "${c[@]}" undo 2 --act 99
expect "the arbiter starts the clock" 0 "White's clock runs|continue" "" "${c[@]}" resume 2 white
expect "as JSON" 0 '^\{"type":"undone","act":[0-9]+,.*"input":\{.*"type":"pause".*"game":"g[0-9]+"\}' "" sh -c '"$@" pause 2 >/dev/null; "$@" --json undo 2' - "${c[@]}"
expect "no number" 2 "" "\"last\" is not the number of an act" "${c[@]}" undo 2 --act last

# At a terminal it is asked before a game ends.
asked() { printf '%s\n' "$1" | script -qefc "${c[*]} ${*:2}" /dev/null; }
if command -v script >/dev/null; then
	expect "no is no" 1 "Table 2, Clara – David: End the game with 0-1\? \[y/N\].*nothing was done" "" asked n end 2 0-1
	check "… and it goes on" goes_on 2
	expect "nobody is asked with --yes" 0 "The game is over  0-1" "" asked n end 2 0-1 --yes
	"${c[@]}" undo 2 >/dev/null
	expect "a result by the round is asked, too" 1 "Table 1, Anna – Boris: End the game with 1-0\? \[y/N\].*nothing was done" "" \
		asked n round change --table 1 result=1-0
	expect "yes is yes" 0 "David: Black resigns\? \[y/N\].*1-0" "" asked y claim 2 black resign
fi
plan
