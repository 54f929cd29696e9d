#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A hall's name and login that do not belong together, of the relay and of the centre: each says what the server refuses, and flagfallctl
# doctor shows what the services say of themselves.
# shellcheck source=../road/lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=lib.sh
. "$FLAGFALL/tests/relay/lib.sh"
# shellcheck source=samples.sh
. "$FLAGFALL/tests/relay/samples.sh"

status_says() { flagfall-centre status --state $TMPDIR/centre | grep -q "$1"; }
# unit NAME ACTIVE STATUS: systemd on the private bus says that of it
unit() {
	[ -z "${units-}" ] || stop $units
	rm -f $TMPDIR/units.out # what the last one said
	made-units "$BUS" "$@" >$TMPDIR/units.out 2>$TMPDIR/units.log &
	units=$!
	pids="$pids $units"
	wait_for grep -q ready $TMPDIR/units.out
}
last_said() { tail -n 1 $TMPDIR/$1.log | grep -qx "<[0-9]>flagfall-relay: $2"; }
doctor_says() { ctl doctor --root $TMPDIR/none | tr -s ' ' | grep -q "$1"; }

sample one-server one -e '/^tls {/,/^}/d' -e 's/change this, too/known to riga/' -e 's/change this/known/'
must "a server where each hall may publish its own games" serve one nats
echo "riga:known to riga" >$TMPDIR/riga.login
echo "centre:known" >$TMPDIR/centre.login
ok "the hall's first turns" hall tallinn club 2 1 5
ok "and another one's" hall riga club 2 1 5

# the login of another hall
start_relay tallinn --login $TMPDIR/riga.login
ok "the relay says what is refused, and to whom" wait_for says relay-tallinn "does not take this from hall tallinn with this login: .*Permissions Violation"
said=$(sed -n 's/^<3>flagfall-relay: \(the server does not take.*\)/\1/p' $TMPDIR/relay-tallinn.log | head -1)
ok "and what to look at" says relay-tallinn "look at HALL and at the login"
stop $relay
start_centre --login $TMPDIR/centre.login
ok "the centre has nothing of it" not test -e $TMPDIR/centre/export/tallinn
start_relay riga --login $TMPDIR/riga.login
ok "with its own login a hall is taken" arrives riga
stop $relay
for again in 1 2 3 4 5 6; do
	: >$TMPDIR/relay-riga.log
	start_relay riga --login $TMPDIR/riga.login
	must "started again, $again, it is connected" wait_for last_said relay-riga "connected"
	ok "and does not say that nothing is published yet" not says relay-riga "nothing is published yet"
	stop $relay
done
stop $centre

# a stream database that the daemon has made and not filled yet, as when an event asks for it first; and one that is none
rm -rf $TMPDIR/early
mkdir -p $TMPDIR/early/relay
sqlite3 $TMPDIR/early/relay/stream.db "PRAGMA journal_mode = WAL" >$TMPDIR/early.log
start_relay early --hall riga --login $TMPDIR/riga.login
ok "the relay is there before the database is" wait_for says relay-early "connected"
echo "not a database, a letter to the federation" >$TMPDIR/early/relay/letter
mv $TMPDIR/early/relay/letter $TMPDIR/early/relay/stream.db
rm -f $TMPDIR/early/relay/stream.db-*
ok "a file that is none is said" wait_for says relay-early "stream.db: file is not a database"
rm $TMPDIR/early/relay/stream.db
ok "and no more when it has gone" wait_for last_said relay-early "connected; nothing is published yet, .*relay: yes.*"
ok "of one that was not filled yet nothing was" not says relay-early "no such table"
stop $relay

# a hall's login is none of a centre's
rm -rf $TMPDIR/centre
start_centre --login $TMPDIR/riga.login
ok "the centre says what is refused" wait_for says centre "the server does not let this login gather: .*Permissions Violation"
ok "and so does its status" wait_for status_says "The centre takes nothing: the server does not let this login gather"
stop $centre

# what the services say of themselves
ok "a private bus runs" private_bus
must "systemd has the relay" unit flagfall-relay.service active "$said"
ok "doctor says what the relay says" doctor_says "relay fault flagfall-relay.service: the server does not take this from hall tallinn"
ok "and where it is told that" doctor_says "/etc/flagfall/relay.conf"
must "systemd has a relay that is connected" unit flagfall-relay.service active connected
ok "doctor says so" doctor_says "relay ok flagfall-relay.service is connected"
must "systemd has one in whose hall no event asks for it" unit flagfall-relay.service active "connected; nothing is published yet"
ok "doctor says that, too" doctor_says "relay ok flagfall-relay.service is connected; nothing is published yet"
must "systemd has a relay that has just been started" unit flagfall-relay.service active "the servers are looked for"
ok "that is no fault" doctor_says "relay note flagfall-relay.service has just been started"
must "… and has said nothing" unit flagfall-relay.service active ""
ok "nor is that" doctor_says "relay note flagfall-relay.service has just been started"
must "systemd has a relay that has failed" unit flagfall-relay.service failed ""
ok "doctor says so" doctor_says "relay fault flagfall-relay.service does not run: failed"
must "systemd has a relay that is not meant to run" unit flagfall-relay.service inactive ""
ok "doctor does not speak of it" not doctor_says "relay"
must "systemd has a centre" unit flagfall-centre.service active "there is no connection: Authorization Violation; it is looked for"
ok "doctor says what the centre says" doctor_says "centre fault flagfall-centre.service: there is no connection: Authorization Violation"
the_end
