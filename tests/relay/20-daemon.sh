#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A real daemon with two boards, from their squares to a centre: blitz games, the daemon killed in the middle, and the event's delay. What
# the centre has is the export of the hall, byte for byte; what an event shows later, and what is not public, is in no message.
# shellcheck source=../road/lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=lib.sh
. "$FLAGFALL/tests/relay/lib.sh"

cat >$TMPDIR/pairings.csv <<-END
	board,white,black
	1,"Ådal, Wiebke","Bauer, Boris"
	2,"Čapek, Karel","Dvořák, Antonín"
END
in_messages() { sqlite3 $TMPDIR/north/relay/stream.db "SELECT body FROM publications" | grep "$@"; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ln -s state $TMPDIR/north
must "flagfalld runs" start_daemon
must "a server runs" start_server
hands blitz-castling $TMPDIR/1.trace --sensors piece-id
hands blitz-mate $TMPDIR/2.trace --sensors piece-id
start_relay north
start_centre

# an event that does not ask for it leaves nothing
event home fide2023-blitz 600 "RELAY-1 RELAY-2" >$TMPDIR/home.yaml
must "board 1 is plugged in" board RELAY-1 1 $TMPDIR/1.trace
must "board 2 is plugged in" board RELAY-2 2 $TMPDIR/2.trace
ok "an event opens" ctl round open $TMPDIR/home.yaml 1 $TMPDIR/pairings.csv
wait_for test -s $TMPDIR/state/export/home/tournament.json
ok "nothing of it is for the relay" not test -e $TMPDIR/north/relay
rm -rf $TMPDIR/state/export/home

event open fide2023-blitz 600 "RELAY-1 RELAY-2" "relay: yes" >$TMPDIR/open.yaml
must "an event that asks for it" ctl round open $TMPDIR/open.yaml 1 $TMPDIR/pairings.csv
must "its games begin" ctl round start open 1
must "board 1 plays" plays RELAY-1 12
must "board 2 plays" plays RELAY-2 12
at_least() { [ "$(field plies)" -ge "$1" ]; }
game=$(game_of open 1)
ok "board 1: ten moves were told" wait_for at_least 10

# another program has the stream database, for longer than is waited for it
database=$TMPDIR/state/relay/stream.db
mkfifo $TMPDIR/hold
sqlite3 -bail $database <$TMPDIR/hold >$TMPDIR/hold.log 2>&1 &
holder=$!
pids="$pids $holder"
exec 5>$TMPDIR/hold
printf '.timeout 60000\nBEGIN IMMEDIATE;\n.shell touch %s\n' $TMPDIR/held >&5 # the daemon may be writing just now
must "the stream database is held" wait_for test -e $TMPDIR/held
ok "the game goes on" plays RELAY-1 18
ok "and is told in the hall" wait_for at_least 16
ok "what has to wait is said" wait_for grep -q "stream database cannot be written.*games do not wait" $TMPDIR/daemon.log
exec 5>&-
wait $holder
forget $holder
ok "and that it is written again" wait_for grep -q "stream database can be written again" $TMPDIR/daemon.log
travelled() { [ "$(in_messages -c '"board":1,.*"type":"move".*"committed"')" -ge 16 ]; }
ok "with all of the game" wait_for travelled

kill_daemon
must "the daemon, killed in the middle, is back" start_daemon
for table in 1 2; do must "board $table is there again" wait_for listed RELAY-$table; done
must "board 1 plays on" plays RELAY-1
must "board 2 plays on" plays RELAY-2
settle RELAY-1 >/dev/null
settle RELAY-2 >/dev/null
ok "White of board 1 resigns" ctl claim "$(game_of open 1)" white resign
recorded_all() { grep -q '0-1' $TMPDIR/state/export/open/round-1/game-1.pgn && grep -q '1-0' $TMPDIR/state/export/open/round-1/game-2.pgn; }
ok "the hall's export has both results" wait_for recorded_all
# the folder of the other event was written again at the start, and does not travel
rm -rf $TMPDIR/state/export/home
ok "the centre has what the hall has, byte for byte" arrives north
ok "each message is in order" in_order
ok "moves travel" in_messages -q '"type":"move".*"state":"committed"'
ok "moves that are only set down do not" not in_messages -q '"state":"provisional"'
ok "what is not public does not" not in_messages -q '"public"\|"legal"'
ok "the centre has names as they are" grep -q 'Dvořák, Antonín' $TMPDIR/centre/export/north/open/round-1/game-2.pgn
the_end
