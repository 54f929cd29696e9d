#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What is typed about a round: a number is the round and --table a table, results and times in people's words, and each act has a line that
# says what is so now; the log has names and the event's time.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 3
for n in 1 2 3; do board "$n" "B$n" "$work/mate.jsonl"; done
ctl() { "${c[@]}" "$@"; }
me=$(id -un)
printf 'name: Club\nid: club\nrulebook: fide2023-standard\ntime: 300\ntimezone: Asia/Kolkata\nboards:\n- {number: 1, board: B1}\n- {number: 2, board: B2}\n- {number: 3, board: B3}\n' >"$work/club.yaml"
printf 'board,white,black\n3,Emil,Freda\n2,Clara,David\n1,Anna,Boris\n' >"$work/pairings.csv"
expect "a round is opened: which event, which round, which tables" 0 "^club: Club, round 1, tables 1 to 3 $" "" ctl round open "$work/club.yaml" 1 "$work/pairings.csv"
expect "… and as an object" 0 '^\{"event":"club","name":"Club","path":"/org/flagfall1/event/club","round":1,"tables":\[1,2,3\],"notes":\[\]\} $' "" \
	ctl --json round open "$work/club.yaml" 1 "$work/pairings.csv"
expect "who is not there, at several tables" 0 "^Table 1, Anna – Boris: absent none → white, by $me, [0-9:]+ Table 3, Emil – Freda: absent none → white, by $me, [0-9:]+ $" "" \
	ctl round change --table 1,3 absent=white
expect "… of which one is none" 1 "^Table 1, Anna – Boris: absent white → none, .* Table 3, Emil – Freda: absent white → none, [^ ]* [^ ]* [0-9:]+ $" "has no table 7; its tables are 1 to 3" \
	ctl round change --table 1,7,3 absent=none

# a round, and a table
expect "a table by its place is none" 2 "" 'round: "2" is a second number: the first is the round, and a table is named with --table, as round start 1 --table 2' ctl round start 1 2
expect "a round that is not there" 1 "" "Round 2 of club is not open.* where table 2 was meant: round start --table 2" ctl round start 2
expect "tables are named" 0 "^Table 2, Clara – David: g[12] Table 3, Emil – Freda: g[12] $" "*" ctl round start --table 3,2
expect "what is no table" 2 "" '--table is a number, or several, as 3,4,9; not "x"' ctl round start --table x
expect "a pause says what stands" 0 "^Table 3, Emil – Freda: g[12]: both clocks are stopped $" "" ctl round pause --table 3
expect "a word is mistyped" 2 "" 'round: "strat" is nothing that is done to a round; did you mean start\?' ctl round strat
expect "changes need a table" 2 "" 'which table\? "round change 1 --table N KEY=VALUE"' ctl round change 1 result=1-0

# results
expect "a draw is a draw at a board" 0 "^Table 2, Clara – David: The game is over  1/2-1/2 $" "" ctl end 2 draw
expect "… and half a point" 0 "^Table 3, Emil – Freda: The game is over  1/2-1/2 $" "" ctl end 3 1/2
expect "what is no result says what is" 1 "" 'A result is 1-0 \(White wins\), 0-1 \(Black wins\), 1/2-1/2 \(a draw\) or 0-0 \(both lose\), not "2-0"' ctl end g1 2-0
expect "a change says what was and what is, by whom and when" 0 "^Table 3, Emil – Freda: result 1/2-1/2 → 1-0, by $me, [0-2][0-9]:[0-5][0-9] $" "" \
	ctl round change --table 3 result=1-0 --reason "the score sheets"
expect "… of a draw, too" 0 "^Table 1, Anna – Boris: result none → 1/2-1/2, by $me, " "" ctl round change club 1 1 result=draw
expect "closing says that it is closed" 0 "^club, round 1 is closed $" "" ctl round close

# CSV comes out with the columns that came in, and a column of results
csv_of() { ctl round results club 1 --csv >"$work/out.csv"; head -n 1 "$work/out.csv"; sed -n 2p "$work/out.csv"; }
expect "the columns that came in" 0 "^board,white,black,result 1,Anna,Boris,1/2-1/2 $" "" csv_of
printf 'black_elo;black;white;table\n2000;Ida;Jan;2\n' >"$work/other.csv"
check "other columns, in another order" ctl round open "$work/club.yaml" 2 "$work/other.csv"
expect "… come out so" 0 "^black_elo,black,white,table,result 2000,Ida,Jan,2,\* $" "" ctl round results club 2 --csv
expect "a table that is not there" 1 "" "Round 2 of club has no table 9" ctl round change club 2 --table 9 result=1-0
expect "a key that is mistyped" 2 "" 'there is no "resalt" to change; did you mean result\?' ctl round change --table 2 resalt=1-0
expect "what keeps a round open" 1 "" "Round 2 of club: there is no result yet at table 2" ctl round close club 2
check "it is not played" ctl round change club 2 --table 2 result=-/-
check "and closed" ctl round close club 2

# the log
there=$(TZ=Asia/Kolkata date +%Y-%m-%d)
expect "the log has the event's time, names, and no JSON" 0 "^$there [0-9:]+  $me: open: file pairings.csv .*$there [0-9:]+  $me: start: tables 2, 3 .*  $me: pause: table 3 .*  $me: Table 3: result 1/2-1/2 → 1-0 \(the score sheets\) .*  $me: close $" "" \
	sh -c '"$@" round log club 1 | grep -v ": act [0-9]"' - "${c[@]}"
expect "… and what was done at the tables" 0 "$me: Table 2: act [0-9]+: end 1/2-1/2 .*$me: Table 3: act [0-9]+: end 1/2-1/2" "" ctl round log club 1
check "in no line of it is JSON, and nobody is a number" sh -c '! "$@" round log club 1 | grep -q "[{\"]\|user [0-9]"' - "${c[@]}"

# clocks
expect "another game begins" 0 "^g3 $" "*" ctl start B1 --time 5m --running none
expect "a clock is set as it is read" 0 "^g3: clocks: White 5:00 -> 5:52  Black 5:00 -> 5:00 $" "" ctl clock white=5:52
expect "… and changed" 0 "^g3: clocks: White 5:52 -> 5:22  Black 5:00 -> 7:00 $" "" ctl clock white=-0:30 black=+2:00
expect "… by hours" 0 "White 5:22 -> 1:05:52 " "" ctl clock g3 white=1:05:52
expect "… by minutes and seconds" 0 "White 1:05:52 -> 4:30 " "" ctl clock g3 white=4m30s
expect "no more is taken off than there is" 1 "" "g3: White's clock shows 4:30, which is less than is to be taken off\." ctl clock white=-5:00
expect "what may be minutes or seconds is asked" 2 "" '"white=300": are those minutes or seconds\? Write 300:00, or 300s' ctl clock white=300
expect "what is no time" 2 "" '"white=soon" is no time; a clock is set to 5:52, or changed by \+2:00 or -0:30' ctl clock white=soon
expect "… nor is this" 2 "" '"white=5:72" is no time' ctl clock white=5:72
expect "a clock that nothing is said of" 2 "" "say what a clock is to show: white=5:52, or black=\+2:00, black=-0:30" ctl clock g3

# the arbiter sees one time, and when that was
expect "status --arbiter has one time with its instant" 0 "White 4:30 +Black 7:00 +at [0-2][0-9]:[0-5][0-9]:[0-5][0-9] .*for the arbiter" "" ctl status --arbiter
check "… and no other" sh -c '[ "$("$@" status --arbiter | grep -cE "[0-9]:[0-9][0-9]")" -eq 1 ]' - "${c[@]}"

# that a game begins is past with its first move
expect "the clock runs" 0 "*" "" ctl resume white
expect "a game under a rulebook begins" 0 "^g4 $" "*" ctl start B2 --time 5m --rulebook fide2023-standard --running none
expect "… by its clock" 0 "*" "" ctl resume g4 white
expect "… which is said" 0 "The game begins, White's clock runs" "" ctl status g4
tell B2 play-until-ply 1
check "a move is made" until_true plies g4 1
check "and it is said no more" sh -c '! "$@" status g4 | grep -q "The game begins"' - "${c[@]}"
plan
