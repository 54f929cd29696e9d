#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Which game is meant: a bare number is a table of the running round, EVENT:TABLE where two events run, g31 a game; every answer begins with
# the table and the players.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 4
for n in 1 2 3 4; do board "$n" "B$n" "$work/mate.jsonl"; done
ctl() { "${c[@]}" "$@"; }
# event ID FIRST SECOND: two tables, 1 and 2, on these boards
event() {
	printf 'name: %s\nid: %s\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 1, board: %s}\n- {number: 2, board: %s}\n- {number: 3}\n' \
		"$1" "$1" "$2" "$3" >"$work/$1.yaml"
	printf 'board,white,black\n1,Anna,Boris\n2,Clara,David\n3,Emil,Freda\n' >"$work/pairings.csv"
	ctl round open "$work/$1.yaml" 1 "$work/pairings.csv" >/dev/null
}

expect "start prints a game as verbs take it" 0 "^g1 $" "*" ctl start B1 --time 300 --white Xenia --black Yuri
expect "alone, it may be left out" 0 "^g1, Xenia – Yuri: Both clocks are stopped\. $" "" ctl pause
expect "without a round a number is no table, and the game of that number is told" 1 "" \
	"claim: no round is running, so 1 is no table; the game of that number is g1, Xenia – Yuri\." ctl claim 1 white resign
expect "… where it is not there, how a game is named" 1 "" "no round is running, so 7 is no table; a game is named as g7 " ctl status 7
expect "… export and journal, too" 1 "" "no round is running, so 1 is no table" ctl export 1
expect "… and journal" 1 "" "no round is running, so 1 is no table" ctl journal 1
expect "it ends by its name" 0 "^g1, Xenia – Yuri: The game is over  1-0 $" "" ctl end g1 1-0

# the game at table 2 begins first, so that no table has its game's number
event club B1 B2
expect "round start says tables and games" 0 "^Table 2, Clara – David: g2 $" "*" ctl round start club 1 --table 2
expect "the other one" 0 "^Table 1, Anna – Boris: g3 $" "*" ctl round start club 1 --table 1
expect "a number is the table, not the game" 0 "^Table 1, Anna – Boris: White offers a draw|^Table 1, Anna – Boris: " "" ctl claim 1 white offer-draw
expect "status of a table" 0 "^Table 2, Clara – David: g2  on B2 " "" ctl status 2
expect "status of its game" 0 "^Table 2, Clara – David: g2  on B2 " "" ctl status g2
expect "the list has a game's table" 0 "game   g2  table 2  Clara - David " "" ctl list
expect "… and a board's line, too" 0 "board  B2 .*  game g2, table 2 " "" ctl list
expect "games has it" 0 "g2  [-0-9]+ [0-9:]+  Clara - David  .*, round 1, table 2  on B2 " "" ctl games
expect "… as a number in JSON" 0 '"id":"g2",.*"table":2,' "" ctl --json games
expect "monitor begins with the game that it is about" 0 "^Table 2, Clara – David: on B2  running  0 plies " "*" ctl monitor 2 --idle-timeout 0.1
expect "JSON has one form of a game" 0 '^\{"id":"g3",' "" ctl --json status 1
expect "… in results, with table and board" 0 '^\{"table":1,"board":"B1",.*"game":"g3".*\{"table":2,"board":"B2",.*"game":"g2"' "" ctl --json round results
expect "… in the list" 0 '"type":"board","name":"B1".*"game":"g3"\}.*"type":"game","id":"g3"' "" ctl --json list
expect "a table without a game" 1 "" "Table 3, Emil – Freda: no game has begun\." ctl claim 3 black flag
expect "no such table" 1 "" "round 1 of club has no table 9; its tables are 1 to 3\." ctl status 9
expect "a word that is neither" 1 "" "there is no game \"abc\"; a game is named by its table in the running round, as 3 or EVENT:3" ctl pause abc
expect "several run: their tables are told" 1 "" "2 games are running, so name one of them: [12], [12]\." ctl pause
expect "a refusal begins with them, too" 1 "" "Table 2, Clara – David: .*turn" ctl takeback 2 99
expect "the end of one" 0 "^Table 2, Clara – David: The game is over  1/2-1/2 $" "" ctl end 2 1/2-1/2
expect "what comes after it" 1 "" "^flagfallctl takeback: Table 2, Clara – David: The game is over" ctl takeback 2 1
expect "the export of a table" 0 '\[White "Clara"\]' "" ctl export 2

waits() { ctl monitor --banner --wait 2 >"$work/waits" 2>"$work/waits.err" & until_true grep -q "waiting for a game at that table" "$work/waits.err"; }
check "monitor waits for the next game at a table" waits
check "… a round is opened in which there is one" ctl round open "$work/club.yaml" 2 "$work/pairings.csv"
expect "… it begins" 0 "^Table 2, Clara – David: g4 $" "*" ctl round start club 2 --table 2
check "… and it is that game" until_true grep -q "^Table 2, Clara – David: on B2  running  0 plies" "$work/waits"
expect "… which ends" 0 "*" "" ctl end g4 1-0
tables_end() { until_true grep -q "over: 1-0" "$work/waits"; }
check "… and so does monitor" tables_end
check "that round is closed" sh -c 'for n in 1 3; do "$@" round change club 2 $n result=-/-; done; "$@" round close club 2' - "${c[@]}"

# two events
event other B3 B4
expect "the other event begins" 0 "^Table 1, Anna – Boris: g[56] Table 2, Clara – David: g[56] $" "*" ctl round start other 1 --table 1,2
expect "a number alone is not enough" 1 "" "rounds of 2 events are running, so say whose table: club:1, other:1|rounds of 2 events are running, so say whose table: other:1, club:1" \
	ctl pause 1
expect "EVENT:TABLE is" 0 "^Table 1, Anna – Boris: " "" ctl pause other:1
expect "… of that event" 0 "^Table 1, Anna – Boris: g[56]  on B3 " "" ctl status other:1
expect "no such event" 1 "" "there is no event \"nobody\"; known: " ctl status nobody:1
expect "export of EVENT:TABLE" 0 '\[White "Clara"\]' "" ctl export other:2
holds_all() { ctl end club:1 1-0 && ctl round change club 1 3 result=-/- && ctl round close club 1; }
check "a round is closed" holds_all
expect "then the other's numbers are enough" 0 "^Table 2, Clara – David: g[56]  on B4 " "" ctl status 2
plan
