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
begin_daemon 1
board 1 HALL1 "$work/mate.jsonl"
cat >"$work/club.yaml" <<'END'
name: Club evening
id: club
rulebook: fide2023-blitz
time: 300
boards: [{number: 1, board: HALL1}, {number: 2, board: HALL2}]
END
printf 'board,white,black,result\n1,"Last, First",Other,\n2,Absent,Present,-/+\n' >"$work/one.csv"
expect "a round" 0 "^club $" "*" "${c[@]}" round open "$work/club.yaml" 1 "$work/one.csv"
expect "its games begin" 0 "*" "*" "${c[@]}" round start club 1 1
id=1
tell HALL1 play-until-ply 5
until_true plies "$id" 5

expect "a game is printed" 0 "\[Event \"Club evening\"\].*\[Board \"1\"\].*\[GameId \"club-1.1\"\].* 3\. [A-Z]?[a-h].*\*" "" "${c[@]}" export "$id"
expect "… or written" 0 "" "" "${c[@]}" export "$id" --to "$work/to"
check "… under its number" test -s "$work/to/game-$id.pgn"
expect "a round is a folder" 0 "^1 games in $work/to $" "" "${c[@]}" export club/1 --to "$work/to"
check "… with its index" grep -q '"lname": "Last"' "$work/to/round-1/index.json"
check "… the game" grep -q 'White "Last, First"' "$work/to/round-1/game-1.pgn"
check "… and all games" cmp "$work/to/round-1/game-1.pgn" "$work/to/round-1/games.pgn"
expect "an event, too" 0 "games.: ?1" "" "${c[@]}" --json export club --to "$work/to"
check "… with what it is" grep -q '"name": "Club evening"' "$work/to/tournament.json"
same() { cmp "$work/to/round-1/game-1.pgn" "$(find "$work" -path '*export/club/round-1/game-1.pgn')"; }
check "the daemon's own export is soon the same" until_true same
expect "no such game" 1 "" "There is no game \"77\"" "${c[@]}" export 77
expect "no such event" 1 "" "no event \"other\"; known: club" "${c[@]}" export other/1
expect "no such round" 1 "" "*" "${c[@]}" export club/7
expect "no round's number" 1 "" "\"club/x\" is not a round" "${c[@]}" export club/x
expect "nothing named" 2 "" "name a game, a round" "${c[@]}" export
plan
