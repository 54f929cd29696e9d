#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A DGT clock that was set by hand to something else than the game was started with: list, status and monitor say so, and the record's
# time control is the clock's.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

echo '{"tc":"60","moves":"e2e4 a7a6 e4e5 d7d5","emt":[1.2,1.2,1.2,1.2]}' >$TMPDIR/score.json
flagfall-hands $TMPDIR/score.json >$TMPDIR/named
must "a DGT board" emulator dgt dgt named
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --board dgt:$TMPDIR/dgt.line
must "the board is known" wait_for listed 00042
must "a game starts, with five minutes" start_game 00042 --rulebook fide2023-blitz --time 5m --white Anna --black Boris
ctl monitor --plain --banner $game >$TMPDIR/plain 2>$TMPDIR/plain.banner &
pids="$pids $!"
must "somebody listens" wait_for grep -q listening $TMPDIR/plain.banner
order dgt play
noted() { ctl list | grep -q "the clock beside the board runs by itself and began with .* the game was started with 300"; }
ok "list: the clock has one minute" wait_for noted
ok "status, too" sh -c "flagfallctl --bus $BUS status $game | grep -q 'began with'"
ok "monitor, too" wait_for grep -q 'began with' $TMPDIR/plain
ctl monitor --plain $game >$TMPDIR/later &
pids="$pids $!"
ok "… and one that comes later" wait_for grep -q 'began with' $TMPDIR/later
wait_for told_of 3 >/dev/null
ctl end $game 1/2-1/2 >/dev/null
ok "the record has the clock's" record_has 'TimeControl "60"'
order dgt quit
road_end
