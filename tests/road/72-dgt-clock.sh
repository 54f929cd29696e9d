#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A DGT board whose clock was set by hand, in a game for which nobody named a time control: under a rulebook that clock is the game's,
# and status, monitor and the bus show it as such, also after the daemon was killed.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

echo '{"tc":"7","moves":"e2e4 a7a6 e4e5 d7d5","emt":[1.2,1.2,1.2,1.2]}' >$TMPDIR/score.json
flagfall-hands $TMPDIR/score.json >$TMPDIR/named
must "a DGT board" emulator dgt dgt named
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --board dgt:$TMPDIR/dgt.line
must "the board is known" wait_for listed 00042
must "a game starts, without a time control" start_game 00042 --rulebook fide2023-blitz --white Anna --black Boris

mode() { [ "$(ctl status $game --json | sed -n 's/.*"mode":"\([a-z-]*\)".*/\1/p')" = $1 ] || { ctl status $game --json; return 1; }; }
shows() { ctl status $game | grep -qE "$1" || { ctl status $game; return 1; }; }
ok "there is no clock before it runs" mode none
ok "and none is shown" not shows 'Anna +[0-9]'
dbus-monitor --address "$BUS" "type='signal',member='PropertiesChanged',arg0='org.flagfall1.Clock'" >$TMPDIR/changed 2>/dev/null &
pids="$pids $!"
ctl monitor --plain --banner $game >$TMPDIR/plain 2>$TMPDIR/plain.banner &
pids="$pids $!"
must "somebody listens" wait_for grep -q listening $TMPDIR/plain.banner
order dgt play
ok "the clock is told to be there" wait_for mode device
ok "as a property that has changed" wait_for grep -q '"device"' $TMPDIR/changed
ok "status says whose it is" shows 'by the clock beside the board'
ok "and shows the times" shows 'Anna 0:0[0-7]\.[0-9] +>?.*Boris 0:0[0-7]'
wait_for told_of 3 >/dev/null
ok "monitor shows what each move has left" wait_for grep -qE 'e4 .*0:0[0-7]' $TMPDIR/plain
kill_daemon
must "the daemon comes back" start_daemon --board dgt:$TMPDIR/dgt.line
ok "the clock is the game's still" wait_for mode device
ok "the flag falls" wait_for is state over
ok "the record says so" record_has 'Termination "time forfeit"'
ok "and what the clock was set to" record_has 'TimeControl "7"'
order dgt quit
road_end
