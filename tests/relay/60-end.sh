#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The end of an event, as an arbiter says it: what is kept for the relay is dropped when that has sent all of it, however late, and not
# before; the centre is told and keeps its own. Said again it changes nothing; a result that is put right later travels, too.
# shellcheck source=../road/lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=lib.sh
. "$FLAGFALL/tests/relay/lib.sh"

printf 'board,white,black\n1,"Adam, Anna","Bauer, Boris"\n' >$TMPDIR/pairings.csv
refused() { r_words=$1; shift; "$@" >$TMPDIR/said 2>&1 && return 1; grep -q "$r_words" $TMPDIR/said || { cat $TMPDIR/said; return 1; }; }
in_database() { sqlite3 $TMPDIR/north/relay/stream.db "$1"; }
# ends N: so many ends are at the centre
ends() { [ "$(sqlite3 -readonly $TMPDIR/centre/centre.db "SELECT count(*) FROM publications WHERE body LIKE '%\"type\":\"end\"%'")" = $1 ]; }
said_end() { [ "$(in_database 'SELECT count(*) FROM publications JOIN ended WHERE body LIKE '"'%\"type\":\"end\"%'")" = 1 ]; }
kept() { [ "$(rows north)" -gt 0 ]; }
is_dropped() { [ "$(rows north)" = 0 ] && [ "$(in_database 'SELECT count(*) FROM files')" = 0 ]; }
status_has() { flagfall-centre status --state $TMPDIR/centre --json | grep -q "$1"; }
log_has() { [ "$(ctl event log club | grep -c ': end$')" = $1 ]; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ln -s state $TMPDIR/north
must "flagfalld runs" start_daemon
must "a server runs" start_server
hands blitz-mate $TMPDIR/1.trace --sensors piece-id
start_relay north
start_centre
event club fide2023-blitz 600 END-1 "relay: yes" >$TMPDIR/club.yaml
must "a board is plugged in" board END-1 1 $TMPDIR/1.trace
must "an event" ctl round open $TMPDIR/club.yaml 1 $TMPDIR/pairings.csv
ok "it is listed" sh -c 'flagfallctl --bus "$1" event list | grep -q "^club .* 1 round, the last is open$"' - "$BUS"
must "its game begins" ctl round start club 1
game=$(game_of club 1)
ok "an event with games is not ended" refused "Round 1 of club is running; an event ends when all rounds are closed" ctl event end
must "the game is played" plays END-1
over() { [ "$(field result)" = 1-0 ]; }
ok "to its mate" wait_for over
ok "the centre has it" arrives north

# the uplink is cut, and then the event ends
stop $server
ok "the round is closed" ctl round close club
ok "the event ends" ctl event end club
ok "the end is kept for the relay" wait_for said_end
ok "with all before it" kept
everything=$(in_database 'SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id ORDER BY 1, 2, 3, 4' | cksum)
count=$(rows north)
kill_daemon
must "the daemon, killed, is back" start_daemon
ok "the event has ended still" ctl event end club
ok "which was said once" log_has 1
ok "all of it is kept still" test "$(rows north)" = $count
must "the server is back" start_server
ok "what the relay has sent is dropped" wait_for is_dropped
centre_has() { [ "$(sqlite3 -readonly $TMPDIR/centre/centre.db 'SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id WHERE seq <= whole ORDER BY 1, 2, 3, 4' | cksum)" = "$everything" ]; }
ok "the centre has all that was kept" wait_for centre_has
ok "and its files" wait_for same north
ok "it knows that the event is over" wait_for status_has '"state":"ended".*"ended":\["club"\]'

# from the beginning: a relay and a centre that come later
stop $relay
stop $centre KILL
rm -rf $TMPDIR/centre
start_relay north
start_centre
ok "a new centre reads it from the stream" wait_for centre_has
ok "and its files" wait_for same north
ok "and the end" wait_for status_has '"state":"ended"'
ok "nothing was said again" ends 1

# a result is put right after the end
ok "a result is put right" ctl round change club 1 1 result=1/2-1/2 --reason appeal
ok "which travels, and is the end anew" wait_for ends 2
ok "it is dropped again" wait_for is_dropped
ok "the centre has it" wait_for same north
ok "with the result" grep -q '1/2-1/2' $TMPDIR/centre/export/north/club/round-1/game-1.pgn
ok "and that it is over" wait_for status_has '"state":"ended"'
ok "the hall's event is over, too" sh -c 'flagfallctl --bus "$1" --json event list | grep -q "\"ended\":\"20"' - "$BUS"

# and another round is opened
ok "another round" ctl round open $TMPDIR/club.yaml 2 $TMPDIR/pairings.csv
ok "takes it up again" sh -c 'flagfallctl --bus "$1" --json event list | grep -q "\"ended\":\"\""' - "$BUS"
ok "whose files are exported" wait_for test -e $TMPDIR/state/export/club/round-2/index.json
ok "and travel" wait_for same north
goes_on() { ! status_has '"state":"ended"'; }
ok "the centre knows that it goes on" wait_for goes_on
ok "each message is in order" in_order
the_end
