#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The export of games that are over when the daemon begins: a file that cannot be written delays no other, and comes when it can be.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 3
daemon=$!
{
	printf 'name: Club\nid: club\nrulebook: fide2023-blitz\ntime: 300\nboards:\n'
	printf -- '- {number: %d, board: HALL%d}\n' 1 1 2 2 3 3
} >"$work/club.yaml"
printf 'board,white,black\n1,Anna,Boris\n2,Clara,Dimitri\n3,Emma,Fedor\n' >"$work/one.csv"
for n in 1 2 3; do board $n HALL$n "$work/mate.jsonl"; done
expect "a round" 0 "*" "" "${c[@]}" round open "$work/club.yaml" 1 "$work/one.csv"
expect "its games begin" 0 "*" "*" "${c[@]}" round start club 1
for n in 1 2 3; do tell HALL$n play; done
folder=$work/state/export/club/round-1
all_over() { [ "$(grep -c '#' "$folder/games.pgn")" = 3 ]; }
check "they are played" until_true all_over
for n in 1 2 3; do tell HALL$n quit; done
kill -TERM $daemon
wait $daemon

rm "$folder"/game-*.pgn
mkdir "$folder/game-1.pgn" "$folder/game-2.pgn"
begin_daemon 3
daemon=$!
check "what can be written is, beside two that cannot" until_true test -f "$folder/game-3.pgn"
check "that is said" until_true grep -q "The export cannot be written: Is a directory; it is tried again" "$work/daemon.log"
rmdir "$folder/game-2.pgn"
check "one that can be again comes, beside the other one" until_true test -f "$folder/game-2.pgn"
expect "nothing is said yet" 1 "" "" grep "The export is written again" "$work/daemon.log"
rmdir "$folder/game-1.pgn"
check "and so does that one" until_true test -f "$folder/game-1.pgn"
check "then it is said" until_true grep -q "The export is written again" "$work/daemon.log"
expect "once" 0 "^1 $" "" grep -c "The export is written again" "$work/daemon.log"
in_order() { cat "$folder"/game-{1,2,3}.pgn | cmp - "$folder/games.pgn"; }
check "all games are there" until_true in_order
plan
