#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What needs a person is said everywhere: a record that cannot be written, pieces that do not stand as recorded.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
# a knight is knocked off after the second move, and six seconds later a pawn is put straight
knocked() {
	head -n 1 "$work/mate.jsonl"
	sed -n '2,$p' "$work/mate.jsonl" | head -n 6
	echo '{"t_us":30000000,"type":"lift","square":"a8"}'
	echo '{"t_us":36000000,"type":"lift","square":"h7"}'
	echo '{"t_us":36100000,"type":"place","square":"h7","piece":"p"}'
	echo '{"t_us":40000000,"type":"place","square":"a8","piece":"r"}'
	echo '{"t_us":40100000,"type":"lift","square":"h7"}'
	echo '{"t_us":40200000,"type":"place","square":"h7","piece":"p"}'
}
knocked >"$work/knocked.jsonl"
mkdir -p "$work/state"
: >"$work/state/games" # a file where the folder ought to be
begin_daemon 2
board 1 HALL1 "$work/knocked.jsonl"
start HALL1 --rulebook fide2023-blitz --time 300 --white Anna --black Boris
"${c[@]}" monitor --banner --all --json >"$work/all" 2>"$work/all.err" &
"${c[@]}" monitor --banner --plain >"$work/plain" 2>"$work/plain.err" &
until_true grep -q listening "$work/all.err"
until_true grep -q listening "$work/plain.err"
unwritten() { "${c[@]}" list | grep -q "record not written"; }
check "list: a record that is not written" until_true unwritten
expect "status says it, and why" 0 "the record cannot be written: [A-Z].*tried again" "" "${c[@]}" status
"${c[@]}" doctor >"$work/doctor" 2>&1
holds "doctor names the game and what to do" "$work/doctor" "^record +fault +the record of game $id is not written"
holds "…" "$work/doctor" "games --give-up"
holds "and a board that the daemon was told of, why it is not there" "$work/doctor" "^named +fault +flagfalld does not have the board at socket:$work/port\.2: .*No such file or directory"
holds "… and what to do" "$work/doctor" "^ +.*OPTIONS in /etc/flagfall/flagfalld\.conf"
check "but none that is there" sh -c '! grep -q "^named.*port\.1" "$1"' - "$work/doctor"
: >"$work/port.2"
refused() { "${c[@]}" doctor 2>&1 | grep -E "^named +fault +.*port\.2: " | grep -v "No such file"; }
check "a file that is no board's is told otherwise" until_true refused
rm "$work/port.2"
rm "$work/state/games"
written() { ! unwritten; }
check "it is tried again: once it can be written nothing is said any more" until_true written
check "… and it is there" until_true test -s "$work/state/games/running/${id#g}.pgn"

tell HALL1 play-until-ms 39000
differs() { "${c[@]}" --json status | grep -q '"board_agrees":false'; }
check "pieces that have not stood as recorded for six seconds" until_true differs
expect "… list" 0 "stand otherwise than recorded" "" "${c[@]}" list
expect "… status" 0 "stand otherwise than recorded" "" "${c[@]}" status
tell HALL1 play
agrees() { "${c[@]}" --json status | grep -q '"board_agrees":true'; }
until_true agrees
squares() { grep '"type":"squares"' "$work/all" | grep -o '"agree":[a-z]*' | tr '\n' ' '; }
told() { [ "$(squares)" = '"agree":false "agree":true ' ]; }
check "… monitor --all, and when they do again" until_true told
until_true grep -q 'as recorded again' "$work/plain"
holds "monitor says it in words" "$work/plain" 'the pieces on the board stand otherwise than recorded'
holds "… and the end of it" "$work/plain" 'the pieces on the board stand as recorded again'
plan
