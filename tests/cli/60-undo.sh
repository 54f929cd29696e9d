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
begin_daemon 3
board 1 TABLE1 "$work/mate.jsonl"
board 2 TABLE2 "$work/mate.jsonl"
board 3 BESIDE "$work/mate.jsonl"
printf 'name: Club\nrulebook: fide2023-standard\ntime: 300\ntimezone: Asia/Kolkata\nboards:\n- {number: 1, board: TABLE1}\n- {number: 2, board: TABLE2}\n' >"$work/club.yaml"
printf 'board,white,black\n1,Anna,Boris\n2,Clara,David\n' >"$work/pairings.csv"
"${c[@]}" round open "$work/club.yaml" 1 "$work/pairings.csv" >/dev/null
"${c[@]}" round start >/dev/null
game_of() { "${c[@]}" --json round results | sed -n "s/^{\"table\":$1,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
second=$(game_of 2)
record() { "${c[@]}" export "$1" | tr '\n' ' '; }
says() { record "$1" | grep -q -- "$2"; }
there() { TZ=Asia/Kolkata date "$@"; }
goes_on() { "${c[@]}" --json status "$1" | grep -q '"state":"running"'; }

expect "where nothing was done there is nothing to undo" 1 "" "Table 1, Anna – Boris: nobody has done anything here that counts; \"round change club 1 --table 1 result=RESULT\" gives a result\." "${c[@]}" undo 1
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
expect "undone once more, it is said that it was" 1 "" "Table 2, Clara – David: Act $act \(end\) was undone already, by $(id -un) at $(there +%H):[0-9:]+" "${c[@]}" undo 2 --act "$act"
expect "there is no such act" 1 "" "Table 2, Clara – David: The game has no act 99; it has $act" "${c[@]}" undo 2 --act 99
expect "the arbiter starts the clock" 0 "White's clock runs|continue" "" "${c[@]}" resume 2 white
expect "as JSON" 0 '^\{"type":"undone","act":[0-9]+,.*"input":\{.*"type":"pause".*"game":"g[0-9]+"\}' "" sh -c '"$@" pause 2 >/dev/null; "$@" --json undo 2' - "${c[@]}"
expect "no number" 2 "" "\"last\" is not the number of an act" "${c[@]}" undo 2 --act last

# what the clocks do after it, and in which order it was
once() { expect "$1" 0 "$2" "" "${c[@]}" "${@:3}"; }
"${c[@]}" resume 2 white >/dev/null
once "a clock that runs is started once more" "A clock was running already: the game goes on, with White's clock running" resume 2 white
once "… and the other one in its place" "A clock was running already: the game goes on, with Black's clock running" resume 2 black
once "without that, White's clock runs" "undone: resume black, by [^ ]+ at $(there +%H):[0-9:]+   White's clock runs: White [0-9:]+\*, Black [0-9:]+\. $" undo 2
once "they are stopped" "clock-stopped" pause 2
once "… started" "The clocks were stopped: the game goes on, with White's clock running" resume 2 white
once "without the start they stand" "undone: resume white, .*   The clocks stand: White [0-9:]+, Black [0-9:]+\.   \"flagfallctl resume 2 SIDE\" starts one\. $" undo 2
once "without the stop they stand as they stood then" "undone: pause, .* stand as they stood then: .*\"flagfallctl resume 2 white\" goes on" undo 2
once "what is listed has the event's time" "act [0-9]+ +$(there +%H):[0-9:]+  [^ ]+: pause  \(undone by [^ ]+, $(there +%H):" undo 2 --list
n=$("${c[@]}" undo 2 --list | sed -n '$s/^act \([0-9]*\) .*/\1/p')
once "the log has it in the order in which it was done, within a second, too" \
	"act $((n - 1)): pause .*act $n: resume white .*act $n is undone .*act $((n - 1)) is undone" round log
check "… the start of the round before it" sh -c '"$@" round log | grep -n -e ": start: " -e "end 1-0" | head -1 | grep -q start' - "${c[@]}"
"${c[@]}" resume 2 white >/dev/null
# what undoing it leaves as it was
"${c[@]}" end 2 1-0 </dev/null >/dev/null
"${c[@]}" claim 2 black appeal >/dev/null
once "an act behind the end: the game stays over" "undone: claim black appeal, .*The game stays over: 1-0\. \"flagfallctl round change club 1 --table 2 result=RESULT\" gives another result" undo 2
check "… until what ended it is undone" "${c[@]}" undo 2
"${c[@]}" resume 2 white >/dev/null
start BESIDE --rulebook fide2023-blitz --time 60s --set flag_call=claim
tell BESIDE time 70000
is_down() { "${c[@]}" status --arbiter g3 | grep -q "White's flag is down"; }
check "a flag falls" until_true is_down
once "it is reported" "White's flag fell" report g3 arbiter flag
once "undone, the flag is down still, and it is said what can be done" "undone: report flag, .*White has no time left, as before: \"flagfallctl clock g3 white=\+1:00\" gives some before play goes on" undo g3
once "… which it does" "White 0:00.0 -> 1:00" clock g3 white=+1:00
check "that game ends" "${c[@]}" end g3 1/2-1/2
"${c[@]}" claim g3 black appeal >/dev/null
once "outside rounds there is the appeal" "The game stays over: 1/2-1/2\. \"flagfallctl claim g3 SIDE appeal\" asks for another result" undo g3

# the journal keeps rulings that are none any more, and says so
tell TABLE1 play-until-ply 3
check "three moves at the first table" until_true plies 1 3
"${c[@]}" claim 1 black distraction against=white >/dev/null
tell TABLE1 play-until-ply 5
check "… and two more" until_true plies 1 5
rulings() { "${c[@]}" journal --rulings 1 | sed 's/.*"ruling":"\([^"]*\)".*"undone":true.*/\1 UNDONE/; s/.*"ruling":"\([^"]*\)".*/\1/' | tr '\n' ' '; }
before=$(rulings)
check "none of the rulings is undone" test "${before/UNDONE/}" = "$before"
"${c[@]}" undo 1 >/dev/null
after=$(rulings)
check "what was ruled on the claim is none any more, and the moves are ($after)" sh -c \
	'case $1 in "continue move-accepted move-accepted move-accepted claim-pending UNDONE move-accepted move-accepted "*) ;; *) exit 1 ;; esac' - "$after"

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
