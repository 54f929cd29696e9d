# SPDX-License-Identifier: GPL-2.0-or-later
# make demo VM=1: the demo's game from a USB board through the module and udev. Not among the tests that make check runs.
# What belongs to the host goes there in lines that begin with demo-.
# guest: boot
# guest: timeout 300
# guest: files build/demo.trace build/demo.speed
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

trace=$FLAGFALL/build/demo.trace
send() { sed "s/^/demo-$1 /" $2; }

road_begin
must "the board is plugged in" board DEMO 1 $trace --speed "$(cat $FLAGFALL/build/demo.speed)"
must "the game starts" start_game DEMO --rulebook wbca-1992 --time 300 --white White --black Black --event "make demo"
ctl --json monitor --all --banner $game >$TMPDIR/events 2>$TMPDIR/events.banner &
events=$!
ctl monitor --plain --banner $game 2>$TMPDIR/shown.banner | sed -u 's/^/demo-show /' &
shown=$!
wait_for grep -q listening $TMPDIR/events.banner
wait_for grep -q listening $TMPDIR/shown.banner
ok "the board plays" plays DEMO
ok "the game ends" wait $events
wait $shown
ok "the record is written" wait_for recorded
send events $TMPDIR/events
send pgn "$a_pgn"
road_end
