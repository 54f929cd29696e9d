# SPDX-License-Identifier: GPL-2.0-or-later
# make demo VM=1: the demo's game from a USB board through the module and udev. Not among the tests that make check runs.
# Lines that begin with demo- are for tests/demo/vm.
# guest: boot
# guest: timeout 300
# guest: files build/demo.hands build/demo.options
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

send() { sed "s/^/demo-$1 /" $2; }

# speed, rulebook, time control
read -r speed rulebook control <$FLAGFALL/build/demo.options
road_begin
must "the board is plugged in" board EMULATED1 1 $FLAGFALL/build/demo.hands --speed $speed
echo "demo-show \$ flagfallctl list"
ctl list | sed 's/^/demo-show /'
flagfallctl record EMULATED1 $TMPDIR/trace 2>$TMPDIR/record.log &
record=$!
must "the board is recorded" wait_for test -s $TMPDIR/trace
echo "demo-show \$ flagfallctl start EMULATED1 --rulebook $rulebook --time $control --white White --black Black"
must "the game starts" start_game EMULATED1 --rulebook $rulebook --time $control --white White --black Black
ctl --json monitor --banner $game >$TMPDIR/events 2>$TMPDIR/events.banner &
events=$!
echo "demo-show \$ flagfallctl monitor"
ctl monitor --plain --banner $game 2>$TMPDIR/shown.banner | while IFS= read -r line; do echo "demo-show $line"; done &
shown=$!
wait_for grep -q listening $TMPDIR/events.banner
wait_for grep -q listening $TMPDIR/shown.banner
ok "the board plays" plays EMULATED1
ok "the game ends" wait $events
wait $shown
ok "the record is written" wait_for recorded
kill -INT $record
wait $record
send trace $TMPDIR/trace
send events $TMPDIR/events
send pgn "$a_pgn"
road_end
