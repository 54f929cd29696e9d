#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A disk that neither writes nor says an error: everybody who looks is told that there are no rulings, and that there are again.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
LD_PRELOAD=$PWD/build/tests/faults/disk-faults.so FAULTS_SYNC_HOLD=$work/held begin_daemon 1
daemon=$!
board 1 HALL1 "$work/mate.jsonl"
start HALL1 --rulebook fide2023-blitz --time 300 --white Anna --black Boris
"${c[@]}" monitor --banner --all --json >"$work/all" 2>"$work/all.err" &
"${c[@]}" monitor --banner --all >"$work/words" 2>"$work/words.err" &
"${c[@]}" monitor --banner --json "$id" >"$work/one" 2>"$work/one.err" &
"${c[@]}" monitor --banner "$id" >"$work/one-words" 2>"$work/one-words.err" &
for one in all words one one-words; do until_true grep -q listening "$work/$one.err"; done
if command -v tmux >/dev/null; then
	mux() { tmux -S "$work/tmux" -f /dev/null "$@"; }
	trap 'mux kill-server 2>/dev/null; end_jobs; rm -rf "$work"' EXIT
	mux new-session -d -s hall -x 100 -y 24 "env LC_ALL=C.UTF-8 TERM=xterm-256color $ctl --bus $bus hall"
	mux new-session -d -s game -x 80 -y 24 "env LC_ALL=C.UTF-8 TERM=xterm-256color $ctl --bus $bus monitor $id"
	# shows SCREEN TEXT
	shows() { mux capture-pane -p -t "$1" | grep -q -- "$2"; }
	shows_no() { ! shows "$@"; }
	until_true shows hall "last move"
	until_true shows game "Anna – Boris"
else
	skip "hall and monitor on a terminal say it" "tmux is not installed (make deps)"
	shows() { :; }
	shows_no() { :; }
fi

tell HALL1 play-until-ply 3
until_true plies "$id" 3
why="writing the journal: the disk has not answered for 5 s"
touch "$work/held"
tell HALL1 play-until-ply 4
has_fault() { "${c[@]}" --json status | grep -q "\"journal_fault\":\"$why"; }
check "status --json says why nothing is ruled" until_true has_fault
expect "… status in words" 0 "no rulings now: $why" "" "${c[@]}" status
"${c[@]}" doctor >"$work/doctor" 2>&1
holds "… doctor, and what to do" "$work/doctor" "^journal +fault +$why"
expect "what is claimed is refused, and why" 1 "" "the journal cannot be written: $why" "${c[@]}" claim "$id" white distraction against=black
check "hall" until_true shows hall "NO RULINGS: $why"
check "monitor of one game, on a terminal" until_true shows game "NO RULINGS: $why"
check "… as JSON, with the game" until_true grep -q "\"type\":\"journal\",\"fault\":\"$why.*\"game\":\"$id\"" "$work/one"
check "… in words" until_true grep -q "^no rulings: $why" "$work/one-words"
"${c[@]}" monitor --num-events 1 --idle-timeout 0.2 "$id" >"$work/late" 2>&1
holds "… also to who comes later" "$work/late" "^no rulings: $why"
check "monitor --all --json" until_true grep -q "\"type\":\"journal\",\"fault\":\"$why" "$work/all"
check "… in words" until_true grep -q "^no rulings: $why" "$work/words"
holds "the log" "$work/daemon.log" "$why; there are no rulings"

rm "$work/held"
has_none() { ! "${c[@]}" --json status | grep -q journal_fault; }
check "it answers again: nothing is said any more" until_true has_none
check "… and what was played is there" until_true plies "$id" 4
check "… hall" until_true shows_no hall "NO RULINGS"
check "… monitor of one game" until_true shows_no game "NO RULINGS"
check "… as JSON" until_true grep -q '"type":"journal","fault":""' "$work/one"
check "… in words" until_true grep -q "the journal can be written again" "$work/one-words"
check "… monitor --all --json" until_true grep -q '"type":"journal","fault":""' "$work/all"
check "… in words" until_true grep -q "the journal can be written again" "$work/words"

# Who ends it then does not wait for the disk for ever, and reads what is lost and what is not.
touch "$work/held"
tell HALL1 play-until-ply 5
check "it hangs again" until_true has_fault
kill -TERM "$daemon"
ended() { ! kill -0 "$daemon"; }
check "asked to end it ends" until_true ended
kill -KILL "$daemon" 2>/dev/null
wait "$daemon"
status=$?
check "… with an error" test "$status" -eq 1
holds "… and says what may be lost" "$work/daemon.log" "Ending without the disk, which has not answered for 5 s: the last [0-9]* inputs and rulings may be lost, of which nobody has heard; all that was published is on disk"
rm "$work/held"
begin_daemon 1
published() { "${c[@]}" --json status "$id" | grep -qE '"plies":[45],'; }
check "what was published is there" until_true published
plan
