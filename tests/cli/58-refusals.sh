#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What is refused says what is wrong, where, and what to do instead; what is mistyped is said before what stands in its way.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 3
for n in 1 2 3; do board "$n" "B$n" "$work/mate.jsonl"; done
ctl() { "${c[@]}" "$@"; }
printf 'name: Club\nid: club\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 2, board: B2}\n- {number: 3, board: B3}\n- {number: 9}\n' >"$work/club.yaml"
printf 'table,white,black\n9,Ida,Jan\n3,Emil,Freda\n2,Clara,David\n' >"$work/pairings.csv"
check "a round is opened" ctl round open "$work/club.yaml" 1 "$work/pairings.csv"
check "and begun at two tables" sh -c '"$@" round start --table 2,3 --anyway' - "${c[@]}"
check "a game is begun in no round" ctl start B1 --time 5m

# words are looked at before the board, which is busy
busy() { local name=$1 why=$2; shift 2; expect "$name" 1 "" "$why" ctl start B1 "$@"; }
busy "no such rulebook" 'There is no rulebook "fide"; known rulebooks: ' --rulebook fide
busy "no position" "fen: placement: 'o' is not a piece; a position is expected as this one: rnbqkbnr/" --fen nonsense
busy "no lever" 'lever: must be "board", "hand" or "none", not "foot"' --lever foot
busy "a parameter of no rulebook" 'overrides: "silence=none" is of a rulebook, and no rulebook is named' --set silence=none
expect "a mistyped option of the event" 2 "" 'there is no "flagcall" to set without a rulebook; did you mean flag_call\?' ctl start B1 --set flagcall=auto
busy "no such parameter" 'overrides: "flagcall=auto": ' --rulebook fide2023-blitz --time 5m --set flagcall=auto
busy "no value of an option" '"flag_call" is neither auto nor claim, but "yes"' --set flag_call=yes
busy "no value of another" '"supervision" is neither full, limited nor none, but "some"' --rulebook fide2023-blitz --time 5m --set supervision=some
busy "a time that the rulebook is not for" "fide2023-blitz is played with 0 to 600 seconds each" --rulebook fide2023-blitz --time 90m
busy "no start" 'after_reboot: must be "ask" or "run", not "go"' --after-reboot go
busy "all is right, but the board" "Game g3 is running on board B1; name another board, or end that game first \(flagfallctl end g3 RESULT\)" --time 5m

# which game
expect "games are named by tables in order" 1 "" "3 games are running, so name one of them: 2, 3, g3\." ctl status
expect "a table that a round does not have" 1 "" "Round 1 of club has no table 99; its tables are 2 to 3, 9\." ctl round change 1 --table 99 result=1-0
expect "… to start" 1 "" "Round 1 of club has no table 4; its tables are 2 to 3, 9\." ctl round start --table 4
expect "… to look at" 1 "" "Round 1 of club has no table 4; its tables are 2 to 3, 9\." ctl round check --table 4
expect "a round that is not open" 1 "" 'Round 7 of club is not open; there is 1 \("flagfallctl round open" opens one\)' ctl round results 7

expect "what is refused of a table says of which" 1 "" "Table 3, Emil – Freda: Absent is white, black, both or none, not \"yes\"" ctl round change --table 3 absent=yes
expect "what keeps a round open, and what closes it" 1 "" 'there is no result yet at table 2, 3, 9 \("end" ends a game, "round change --table N result=RESULT" gives its pairing one\)' ctl round close
expect "what keeps an event from ending" 1 "" 'an event ends when all rounds are closed \("round close"\)' ctl event end

# what can be done with a game that is over
check "a game ends" ctl end 2 1-0
left='; "undo 2" takes back what a person ended it by, "round change club 1 --table 2 result=RESULT" gives another result'
expect "it hears no claim" 1 "" "^flagfallctl claim: Table 2, Clara – David: The game is over: 1-0$left\. $" ctl claim 2 black flag
expect "… and is not stopped" 1 "" "^flagfallctl pause: Table 2, Clara – David: The game is over: 1-0$left\. $" ctl pause 2
expect "… nor ended again" 1 "" "The game is over: 1-0$left" ctl end 2 0-1
check "a game of no round ends" ctl end g3 1-0
expect "… and is undone alone" 1 "" 'g3: The game is over: 1-0; "undo g3" takes back what a person ended it by\. $' ctl pause g3
check "as it says" ctl undo g3

# pieces and turns
expect "what no pawn becomes" 1 "" 'Table 3, Emil – Freda: A pawn becomes a queen, rook, bishop or knight \(q, r, b or n\), not "K"' ctl promotion 3 K
expect "nothing to take back" 1 "" "The game shows no turn yet that could be taken back" ctl takeback 3 2
check "a move" ctl move 3 e4
expect "more than there is" 1 "" "The game shows 1 turn, so no more can be taken back, not 9" ctl takeback 3 9
expect "a move that is none" 1 "" 'move "e2e5" is not legal here, where Black is to move \("status" shows the position\)' ctl move 3 e2e5

# files
expect "where no file can be made" 1 "" "/proc/x cannot be made: No such file or directory; name another file" ctl record B1 /proc/x
expect "a file that is not there" 1 "" "nofile.csv, where a file of pairings is expected, cannot be read: No such file" ctl round open "$work/club.yaml" 2 nofile.csv
expect "… of an event" 1 "" "nofile.yaml, where an event's file is expected, cannot be read: No such file" ctl round check ./nofile.yaml
plan
