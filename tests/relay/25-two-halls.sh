#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Two halls of one name: the centre keeps the first and refuses the second, and both ends say so, whether they have the same event or not;
# taking the place on purpose is a command at the centre. A copy of a hall that goes on elsewhere is refused, too. A centre with a new file
# keeps the same one.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"

status_says() { flagfall-centre status --state $TMPDIR/centre | grep -q "$1"; }
accept() { flagfall-centre accept "$1" --state $TMPDIR/centre >$TMPDIR/said 2>&1; }
# second FOLDER: a relay of another machine, which calls itself north
second() {
	flagfall-relay --stream $TMPDIR/$1/relay/stream.db --hall north --nats $URL >>$TMPDIR/relay-$1.log 2>&1 &
	second=$!
	pids="$pids $second"
}
# has_of FOLDER: the centre's north is what that folder has
has_of() {
	diff -r $TMPDIR/$1/export $TMPDIR/centre/export/north >/dev/null || return 1
	o_there=$(sqlite3 $TMPDIR/$1/relay/stream.db 'SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id ORDER BY 1, 2, 3, 4' | cksum)
	o_here=$(sqlite3 -readonly $TMPDIR/centre/centre.db "SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id WHERE hall = 'north' AND seq <= whole ORDER BY 1, 2, 3, 4" | cksum)
	[ "$o_there" = "$o_here" ]
}

must "a server runs" start_server
ok "the hall's first turns" hall north club 2 1 10
start_relay north
relay_north=$relay
start_centre
must "they reach the centre" arrives north
ok "another place that nobody asks for cannot be taken" not accept north

# the same event, and later than the first: so that its epoch is higher
ok "another hall plays the same event" hall other club 2 1 30
second other
ok "it says that it is not the one" wait_for says relay-other "another hall of this name"
ok "and what is to be said at the centre" says relay-other '"flagfall-centre accept north" at the centre'
ok "so does the centre" wait_for says centre "hall north: another one calls itself so"
ok "and its status" wait_for status_says "Another hall calls itself north"
ok "both play on" hall north club 2 11 20
ok "both play on" hall other club 2 31 40
ok "the centre has the first one's games" arrives north
ok "each message is in order" in_order
ok "the second is killed" stop $second KILL

# another event, which meets the first one's nowhere in the stream
ok "a third hall plays another event" hall third open 2 1 10
second third
ok "it says that it is not the one" wait_for says relay-third "another hall of this name"
ok "the first plays on" hall north club 2 21 24
ok "the centre has the first one's games alone" arrives north
ok "the third is killed" stop $second KILL

# the centre's file is lost: it is the same hall
stop $centre KILL
rm -rf $TMPDIR/centre
second other
start_centre
ok "a new centre has the first one's games" arrives north
ok "and refuses the other one" wait_for status_says "Another hall calls itself north"
ok "it has heard of the first one" wait_for status_is north whole

# on purpose
stop $relay_north KILL
ok "the other one is accepted" accept north
ok "which machine is, it says" grep -qF "Accepted: north is the hall on the machine \"$(uname -n)\"" $TMPDIR/said
ok "and which one is not any more" grep -qF "Refused: the hall on the machine \"$(uname -n)\"" $TMPDIR/said
ok "it is told so" wait_for says relay-other "the centre has accepted this hall"
ok "the centre has what that has" wait_for has_of other
ok "it plays on" hall other club 2 41 44
ok "which reaches the centre" wait_for has_of other
ok "each message is in order" in_order

# the first comes back: it is a copy now of what goes on elsewhere
start_relay north
ok "the first one, which comes back, says that it is not the one any more" wait_for says relay-north "this hall goes on elsewhere"
ok "and what is to be said at the centre" says relay-north '"flagfall-centre accept north" at the centre'
ok "the centre says it" wait_for status_says "Another hall calls itself north"
ok "it plays on" hall north club 2 25 28
ok "and so does the one that was accepted" hall other club 2 45 50
ok "the centre has that one's games" wait_for has_of other
stop $centre KILL
rm -rf $TMPDIR/centre
start_centre
ok "so has a centre with a new file" wait_for has_of other
ok "each message is in order" in_order
the_end
