#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The daemon ends with 0 only when it was asked to end; every other end is not 0 and has a sentence.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
daemon=$PWD/build/flagfalld
cat >"$work/bus.conf" <<-END
<busconfig><type>custom</type><listen>unix:path=$work/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="*"/><allow receive_type="*"/><allow send_destination="*"/></policy></busconfig>
END
address=unix:path=$work/bus
start_bus() { dbus-daemon --config-file="$work/bus.conf" --nofork 2>/dev/null & bus=$!; until_true test -S "$work/bus"; }
until_true() { local i; for ((i = 0; i < 1200; i++)); do "$@" && return 0; sleep 0.05; done; return 1; }
named() { "$ctl" --bus "$address" list >/dev/null 2>&1; }
# run NAME OPTION…: in the background, until it has its name
run() { "$daemon" --bus "$address" --no-udev --state "$work/state" "$@" 2>"$work/said" & pid=$!; until_true named; }
# ended NAME STATUS TEXT
ended() {
	wait "$pid"; local got=$?
	if [ "$got" -eq "$2" ] && matches "$3" "$work/said"; then pass "$1"; else fail "$1" "status $got" "$(cat "$work/said")"; fi
}

expect "no bus" 1 "" "bus cannot be reached" "$daemon" --bus "$address" --no-udev --state "$work/state"
start_bus
run; kill -TERM $pid; ended "asked to end" 0 ""
run; kill -INT $pid; ended "asked to end from the terminal" 0 ""
run
expect "the name is taken" 1 "" "org.flagfall1 is not available: another flagfalld is on this bus" "$daemon" --bus "$address" --no-udev --state "$work/other"
expect "the journal is another daemon's" 1 "" "$work/state/journal/lock: another flagfalld has this journal" "$daemon" --bus "$address" --no-udev --state "$work/state"
kill -TERM $pid; ended "and the first goes on until it is asked to end" 0 ""
expect "no folder for the state" 1 "" "nowhere" "$daemon" --bus "$address" --no-udev --state "$work/nowhere/state"
expect "a wrong number" 2 "" "bus-patience" "$daemon" --bus-patience soon
expect "no patience with a disk" 2 "" "--disk-patience: \"0\" is not a number of seconds from 1 to 86400" "$daemon" --disk-patience 0
run --bus-patience 0; kill $bus; wait $bus 2>/dev/null; ended "the bus goes" 1 "did not come back"
# a bus that was not told who may have the name
sed -i 's|<allow own="\*"/>||' "$work/bus.conf"
rm -f "$work/bus"
start_bus
expect "the bus has no policy for it" 1 "" "org.flagfall1 is not available: the bus does not let the user $(id -u) have it; its policy, org.flagfall1.conf, is not in /usr/share/dbus-1/system.d" "$daemon" --bus "$address" --no-udev --state "$work/state"
kill $bus; wait $bus 2>/dev/null
plan
