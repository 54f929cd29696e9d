#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# export: a game on standard output and in a folder, a round and an event as LiveChess writes them; the daemon's own export says the same.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 2
board 1 HALL1 "$work/mate.jsonl"
cat >"$work/club.yaml" <<'END'
name: Club evening
id: club
rulebook: fide2023-blitz
time: 300
boards: [{number: 1, board: HALL1}, {number: 2, board: HALL2}, {number: 3}]
END
printf 'board,white,black,result\n1,"Last, First",Other,\n2,Absent,Present,-/+\n3,Waiting,"Too, He",\n,Nobody,half-bye,\n' >"$work/one.csv"
expect "a round" 0 "^club: " "*" "${c[@]}" round open "$work/club.yaml" 1 "$work/one.csv"
expect "its games begin" 0 "*" "*" "${c[@]}" round start club 1 --table 1
id=g1
tell HALL1 play-until-ply 5
until_true plies "$id" 5

expect "a game is printed" 0 "\[Event \"Club evening\"\].*\[Board \"1\"\].*\[GameId \"club-1.1\"\].* 3\. [A-Z]?[a-h].*\*" "" "${c[@]}" export "$id"
expect "… or written" 0 "" "" "${c[@]}" export "$id" --to "$work/single"
check "… under its number" test -s "$work/single/game-$id.pgn"
expect "a round is a folder" 0 "^3 games in $work/to $" "" "${c[@]}" export club/1 --to "$work/to"
check "… with its index" grep -q '"lname": "Last"' "$work/to/round-1/index.json"
check "… the game" grep -q 'White "Last, First"' "$work/to/round-1/game-1.pgn"
check "… one that was lost by forfeit" grep -q "Not played: won by forfeit" "$work/to/round-1/game-2.pgn"
check "… one that has not begun" grep -q 'White "Waiting"' "$work/to/round-1/game-3.pgn"
in_order() { cat "$work"/to/round-1/game-{1,2,3}.pgn | cmp - "$work/to/round-1/games.pgn"; }
check "… and all games" in_order
expect "an event, too" 0 "games.: ?3" "" "${c[@]}" --json export club --to "$work/to"
check "… with what it is" grep -q '"name": "Club evening"' "$work/to/tournament.json"
# soon_same FOLDER EVENT: the daemon's own export has the same files
same() { diff -r "$work/$1" "$work/state/export/$2"; }
soon_same() { until_true same "$@" || { same "$@"; return 1; }; }
check "the daemon's own export is soon the same, file for file" soon_same to club

# what is held back by a delay is held back here, too
board 2 HALL4 "$work/mate.jsonl"
sed 's/: club/: later/; s/HALL1/HALL4/; $a delay: {moves: 2, minutes: 10}' "$work/club.yaml" >"$work/later.yaml"
expect "a round that is shown later" 0 "^later: " "*" "${c[@]}" round open "$work/later.yaml" 1 "$work/one.csv"
expect "… begins" 0 "*" "*" "${c[@]}" round start later 1 --table 1
id=$("${c[@]}" --json round results later | sed -n 's/^{"table":1,.*"game":"\([^"]*\)".*/\1/p')
tell HALL4 play-until-ply 5
until_true plies "$id" 5
expect "… is over" 0 "*" "*" "${c[@]}" end "$id" 1-0
expect "… and exported" 0 "^3 games in $work/held $" "" "${c[@]}" export later --to "$work/held"
check "… without its moves and its result" grep -q 'Result "\*"' "$work/held/round-1/game-1.pgn"
nothing_told() { ! grep -rE '1\. [a-zN]|"1-0"' "$work/held/tournament.json" "$work/held/round-1/index.json" "$work/held/round-1/game-1.pgn"; }
check "… in any file" nothing_told
check "… as the daemon's own" soon_same held later
expect "no such game" 1 "" "There is no game \"g77\"" "${c[@]}" export g77
expect "no such event" 1 "" "no event \"other\"; known: club" "${c[@]}" export other/1
expect "no such round" 1 "" "*" "${c[@]}" export club/7
expect "no round's number" 1 "" "\"club/x\" is not a round" "${c[@]}" export club/x
expect "nothing named" 2 "" "name a game .*, a round" "${c[@]}" export
plan
