#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A game on the emulated board, run from the command line on a private bus.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
command -v dbus-daemon >/dev/null || { echo "ok 1 - a game # SKIP dbus-daemon is not installed (make deps)"; echo "1..1"; exit 0; }
bus=unix:path=$work/bus
c=("$ctl" --bus "$bus")

cat >"$work/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
 <type>session</type><listen>$bus</listen><auth>EXTERNAL</auth>
 <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
END
# until_true COMMAND…: waits for it, a minute at most
until_true() { for _ in $(seq 600); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; return 1; }
tell() { build/flagfall-sim --tell "$work/control" "$@" >/dev/null; }
board() { # a board with the trace $1, unplugging the one before
	[ -z "${board-}" ] || { kill "$board"; wait "$board" 2>/dev/null; until_true no_board; }
	build/flagfall-sim --socket "$work/board" --control "$work/control" --speed max "$1" >"$work/sim.log" 2>&1 & board=$!
	until_true has_board
}
has_board() { "${c[@]}" list 2>/dev/null | grep -q '^board  EMULATED1'; }
no_board() { ! has_board; }
# monitor NAME OPTION…: in the background; returns when it misses nothing any more
monitor() {
	local name=$1; shift
	"${c[@]}" monitor --banner "$@" >"$work/$name" 2>"$work/$name.err" & monitor=$!
	until_true grep -q . "$work/$name.err"
}
ends() { # NAME STATUS: the monitor ends by itself with this status
	local got
	until_true has_ended "$monitor" || { fail "$1" "it goes on"; kill "$monitor"; return; }
	wait "$monitor"; got=$?
	if [ "$got" -eq "$2" ]; then pass "$1"; else fail "$1" "status $got, not $2" "$(cat "$work"/*.err)"; fi
}
holds() { if grep -qE -- "$3" "$2"; then pass "$1"; else fail "$1" "$(tail -n 5 "$2")"; fi; }

dbus-daemon --config-file="$work/bus.conf" --nofork >"$work/bus.log" 2>&1 &
until_true test -S "$work/bus"
build/flagfalld --bus "$bus" --state "$work/state" --no-udev --board "socket:$work/board" >"$work/daemon.log" 2>&1 & daemon=$!
until_true "${c[@]}" list
expect "no board is no failure" 0 "" "no board is plugged in" "${c[@]}" list

build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
board "$work/mate.jsonl"
expect "list shows the board" 0 "^board  EMULATED1 .*, serial EMULATED1, with clock, on socket:.* $" "" "${c[@]}" list
expect "list --json" 0 '^\{"type":"board","name":"EMULATED1",.*"game":"/"\} $' "" "${c[@]}" --json list
expect "status: no game" 1 "" "no game is running" "${c[@]}" status
expect "claim: no game" 1 "" "no game is running" "${c[@]}" claim white flag
expect "monitor: no game" 1 "" "no game is running" "${c[@]}" monitor
expect "start: no such board" 1 "" "no board \"X9\"" "${c[@]}" start X9
expect "start: an unknown rulebook" 1 "" "no-such-book" "${c[@]}" start EMULATED1 --rulebook no-such-book
expect "start: a malformed time control" 1 "" "5 minutes" "${c[@]}" start EMULATED1 --time "5 minutes"
expect "start: a malformed FEN" 1 "" "." "${c[@]}" start EMULATED1 --fen "8/8/8"
expect "start: an unknown setting" 1 "" "coffee" "${c[@]}" start EMULATED1 --rulebook fide2023-blitz --time 300 --set coffee=black

monitor json --json --wait
monitor_json=$monitor
expect "start prints the id alone" 0 "^[^ ]+ $" "" "${c[@]}" start EMULATED1 --rulebook fide2023-blitz --time 300 --white "Anna Q" --black Boris
id=$(cat "$work/out")
until_true grep -q listening "$work/json.err"
expect "start: the board is busy" 1 "" "game $id|Game $id" "${c[@]}" start EMULATED1
expect "status draws the board and names the players" 0 "8 +r n b q k b n r .* Anna Q .* Boris" "" "${c[@]}" status
expect "status of a game that is not there" 1 "" "no game \"nope\"; a game is named by its table" "${c[@]}" status nope
expect "a result that is none" 1 "" "." "${c[@]}" end 7-0
tell play
monitor=$monitor_json
ends "monitor --json ends with the game" 0
holds "the mate is published, with book and articles" "$work/json" '"type":"ruling",.*"ruling":"win","reason":"checkmate","result":"1-0",.*"rulebook":"fide2023-blitz","articles":\["'
if [ "$(grep -c '"state":"committed"' "$work/json")" -eq 41 ]; then pass "41 moves were committed"; else fail "41 moves were committed" "$(grep -c committed "$work/json")"; fi
if grep -q '"public":false' "$work/json"; then fail "only what is public"; else pass "only what is public"; fi
expect "status of the finished game" 0 "win \(checkmate\)  1-0.*is checkmated: White wins \(" "" "${c[@]}" status "$id"
expect "in the language that is asked for" 0 "ist matt: Weiß gewinnt \(" "" "${c[@]}" --lang de status "$id"
expect "status --json holds moves and clocks" 0 '"result":"1-0".*"clock":\{"mode":"sudden-death".*"moves":\[\{"ply":1,"side":"white","uci":"d2d4"' "" "${c[@]}" status "$id" --json
expect "journal prints a trace" 0 '^\{"format":"sensorboard-trace","version":1,"game":"chess","sensors":"piece-id"' "" "${c[@]}" journal "$id"
cp "$work/out" "$work/journal.jsonl"
"$ctl" replay --moves "$work/mate.jsonl" >"$work/moves" 2>&1
expect "which replays to the same moves" 0 "^$(tr '\n' ' ' <"$work/moves")$" "" "$ctl" replay --moves "$work/journal.jsonl"
recorded() { "${c[@]}" --json games | grep -q '"state":"recorded"'; }
until_true recorded
expect "games lists it, with its record" 0 "^ *$id  20[0-9-]+ [0-9:]+  .* 1-0 .*on EMULATED1  $work/state/games/20.*\.pgn $" "" "${c[@]}" games
expect "games --json" 0 '^\{"id":"g1","state":"recorded","board":"EMULATED1","result":"1-0",.*"record":"/.*\.pgn"\} $' "" "${c[@]}" --json games --result 1-0 --state recorded
expect "games: none that fits" 0 "" "there is no game with: since 2100.01.01; without options all are listed" "${c[@]}" games --since 2100-01-01
expect "games: no date" 2 "" "\"yesterday\" is not a date" "${c[@]}" games --until yesterday
expect "games --give-up: it is recorded" 1 "" "is recorded: only one" "${c[@]}" games --give-up "$id"
expect "journal --rulings" 0 '"ruling":"win","reason":"checkmate"' "" "${c[@]}" journal --rulings "$id"
expect "after the end nothing is ruled any more, and that is said" 1 "" "$id, [^:]*: The game is over: 1-0|$id: The game is over: 1-0" "${c[@]}" claim "$id" white resign

board "$work/mate.jsonl"
id=$("${c[@]}" start EMULATED1 --rulebook fide2023-blitz --time 300 2>"$work/err")
monitor lines --until ruling
tell play-until-ply 6
until_true grep -q dxc4 "$work/lines" || true
expect "pause" 0 "clock-stopped" "" "${c[@]}" pause
ends "monitor --until ruling ends at the ruling" 0
holds "a line a move, with the clocks" "$work/lines" '^ +[0-9.]+ +1\. +d4 +White [0-9]+:[0-9.]+ +Black [0-9]+:[0-9.]+\*$'
holds "rulings in lines" "$work/lines" 'clock-stopped .*\[fide2023-blitz'
expect "resume" 0 "continue" "" "${c[@]}" resume white
expect "takeback says what it took" 0 "^g[0-9]+(, [^:]*)?: taken back: 3\.\.\. dxc4, 3\. Nc3 $" "" "${c[@]}" takeback 2
expect "two turns are gone" 0 '"plies":4,' "" "${c[@]}" --json status
expect "status --json counts" 0 '"counters":\{.*"games_running":1' "" "${c[@]}" --json status
expect "metrics are OpenMetrics text" 0 'TYPE flagfall_events counter .*flagfall_events_total [1-9].*_journal_commit_seconds_bucket\{le="\+Inf"\} [1-9].*# EOF $' "" "${c[@]}" metrics
expect "metrics --json" 0 '"boards":1,' "" "${c[@]}" metrics --json
expect "status --arbiter tells what the arbiter may know" 0 '"arbiter":\{.*"fen"' "" "${c[@]}" --json status --arbiter
expect "monitor --num-events waits for them, --idle-timeout ends it" 0 "*" "" "${c[@]}" monitor --num-events 1000 --idle-timeout 0.2
expect "monitor --until that is not reached" 1 "*" "nothing was published" "${c[@]}" monitor --until ruling --idle-timeout 0.2
expect "a claim is ruled on; JSON" 0 '"ruling":"claim-rejected".*"reason":"flag-not-down"' "" "${c[@]}" --json claim black flag
expect "an offer publishes nothing" 0 "^$id: recorded; no ruling\. $" "" "${c[@]}" claim white offer-draw
expect "the agreement is a draw" 0 "draw.* \(agreed\) +1/2-1/2" "" "${c[@]}" claim black accept-draw

board "$work/mate.jsonl"
id=$("${c[@]}" start EMULATED1 2>"$work/err")
expect "the board set up wrongly is no failure; a game without rulebook" 0 "no rulebook" "" "${c[@]}" list
monitor end --json
expect "end confirms" 0 "^$id(, [^:]*)?: The game is over  0-1 $" "" "${c[@]}" end 0-1
ends "monitor ends with a game that is ended by hand" 0
board "$work/mate.jsonl"
tell play
tell flush # what is asked for afterwards is asked of a daemon that has seen it
id=$("${c[@]}" start EMULATED1 --anyway 2>"$work/err")
holds "many wrong squares are drawn on stderr, two boards side by side" "$work/err" "^ 2 \*P P\*P.* 2 \*\. P\*\."
monitor gone --json
kill "$daemon"
ends "monitor tells that the daemon has gone" 3
plan
