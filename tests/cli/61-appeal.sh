#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A result that is appealed against is said to be, where it is shown, and it stands; both verdicts can be given, and the round is closed then.
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
first=$(game_of 1) second=$(game_of 2)
"${c[@]}" claim "$first" white resign >/dev/null
"${c[@]}" claim "$second" black resign >/dev/null
record() { "${c[@]}" export "$1" | tr '\n' ' '; }
says() { record "$1" | grep -q -- "$2"; }

expect "an appeal against a result: it stands" 0 "White appeals against the result .*: it stands until the appeal is decided" "" \
	"${c[@]}" claim "$first" white appeal
"${c[@]}" claim "$second" black appeal >/dev/null
expect "status says it, and how it is decided" 0 "0-1.*appealed: the result stands until \"flagfallctl decide 1 appeal accept\", or reject" "" "${c[@]}" status "$first"
expect "results, beside the result" 0 "1  Anna   0-1      Boris  appealed .*2  Clara  1-0      David  appealed" "" "${c[@]}" round results
expect "… and as JSON" 0 '"result":"0-1".*"question":"appeal"' "" "${c[@]}" --json round results
check "the record has result and appeal" says "$first" "until the appeal is decided.* 0-1"
expect "the round is not closed, and why" 1 "" "the appeal is not decided yet at table 1, 2" "${c[@]}" round close
expect "a verdict that says neither is refused" 1 "" "what is open is the appeal: about \"appeal\", \"accept\" or \"reject\"" "${c[@]}" decide "$first" appeal postpone

expect "rejected, it stands" 0 "claim-rejected \(appeal-rejected\)" "" "${c[@]}" decide "$first" appeal reject
check "… the record says so" says "$first" "The appeal is rejected.* 0-1"
expect "… no second verdict" 1 "" "Table 1, Anna – Boris: The game is over: 0-1; only an appeal" "${c[@]}" decide "$first" appeal accept
expect "upheld, the result does not count, and it is said what gives another one" 0 \
	"continue \(appeal-upheld\).*Table 2, Clara – David: the result is open; \"flagfallctl end 2 RESULT\" gives it\. $" "" "${c[@]}" decide "$second" appeal accept
expect "… status says how the game gets another one" 0 "open: the result; \"flagfallctl end 2 RESULT\" gives it" "" "${c[@]}" status "$second"
expect "… results have a mark" 0 "2  Clara  - +David  over, appeal upheld: another result is to be given $" "" "${c[@]}" round results
check "… the record says so" says "$second" "The appeal is upheld.*"
expect "… and so does the round" 1 "" "no result yet at table 2 \(an appeal was upheld: give another one\)" "${c[@]}" round close
expect "the arbiter gives it" 0 "^Table 2, Clara – David: The game is over  1/2-1/2" "" "${c[@]}" end "$second" 1/2-1/2
expect "results say nothing of it any more" 0 "1  Anna   0-1      Boris    2  Clara  1/2-1/2  David $" "" "${c[@]}" round results
check "the record" says "$second" "The appeal is upheld.*1/2-1/2"
"${c[@]}" round change --table 1 result=1-0 --yes >/dev/null
"${c[@]}" claim "$first" black appeal >/dev/null
gives='"flagfallctl round change club 1 --table 1 result=RESULT" gives it'
expect "where the round has given the result, its command is named" 0 \
	"Table 1, Anna – Boris: the result is open: until then it stays what its round was given; $gives\. $" "" "${c[@]}" decide "$first" appeal accept
expect "… by status, too" 0 "open: the result, which the round was given; $gives" "" "${c[@]}" status "$first"
expect "… results have result and mark" 0 "1  Anna   1-0      Boris  appeal upheld: another result is to be given " "" "${c[@]}" round results
expect "… and the hall" 0 "1 +Anna .*appeal upheld: result\?" "" "${c[@]}" hall
expect "where the round was given a result, a game's own is not it" 1 "" "the result stays 1-0, which its round was given" \
	"${c[@]}" end "$first" draw
expect "the round gives another" 0 "result 1-0 → 1/2-1/2" "" "${c[@]}" round change --table 1 result=draw
expect "… and nothing is open any more" 0 "1  Anna   1/2-1/2  Boris +2  Clara  1/2-1/2  David $" "" "${c[@]}" round results
check "… in status" sh -c '! "$@" status g1 | grep -q "open: "' - "${c[@]}"
expect "… in the hall" 0 "1 +Anna .* 1/2-1/2 +2 +Clara" "" "${c[@]}" hall
check "the record has it" says "$first" "The appeal is upheld.*1/2-1/2"
expect "the round is closed" 0 "^club, round 1 is closed $" "" "${c[@]}" round close
plan
