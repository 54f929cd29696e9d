#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A hall whose state is put back to an older copy, and that plays on: what the stream has of it is not what it has any more. The hall says
# so, and the centre has it as the hall has it, byte for byte: with the relay stopped meanwhile, with the relay running, and where the copy
# is written into the file that is there.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"

copied() { rm -rf $TMPDIR/copy && cp -a $TMPDIR/north $TMPDIR/copy; }
put_back() { rm -rf $TMPDIR/north && mv $TMPDIR/copy $TMPDIR/north; }

must "a server runs" start_server
ok "the hall's first turns" hall north club 2 1 14
start_relay north
start_centre
must "they reach the centre" arrives north
first=$(epoch north)

# the relay is stopped, as where all of the machine's disk is put back
stop $relay
ok "it is copied" copied
start_relay north
ok "the hall plays on" hall north club 2 15 20
ok "which reaches the centre" arrives north
stop $relay
must "the copy is put back" put_back
ok "the hall plays other moves" hall north club 2 15 28
start_relay north
ok "the centre has what the hall has" arrives north
ok "the hall has said it" says relay-north "earlier copy"
ok "which it is by a new epoch" test "$(epoch north)" -gt "$first"
ok "the centre is whole" wait_for status_is north whole
ok "each message is in order" in_order

# a copy that is older than all that the stream has, and nothing is played before the relay comes
second=$(epoch north)
stop $relay
ok "it is copied again" copied
start_relay north
ok "the hall plays on" hall north club 2 29 32
ok "which reaches the centre" arrives north
stop $relay
must "the copy is put back" put_back
start_relay north
ok "the centre has what the hall has now" arrives north
ok "which it is by a new epoch" test "$(epoch north)" -gt "$second"

# the relay runs on: another file in its place, and the same file with other content
ok "it is copied again" copied
ok "the hall plays on" hall north club 2 29 36
ok "which reaches the centre" arrives north
must "the copy is put back" put_back
ok "the hall plays other moves" hall north club 2 29 40
ok "the centre has what the hall has" arrives north
ok "it is copied again" copied
ok "the hall plays on" hall north club 2 41 44
ok "which reaches the centre" arrives north
kill -STOP $relay
sqlite3 $TMPDIR/north/relay/stream.db ".restore $TMPDIR/copy/relay/stream.db"
rm -rf $TMPDIR/north/export && cp -a $TMPDIR/copy/export $TMPDIR/north/export
ok "the hall plays other moves" hall north club 2 41 50
kill -CONT $relay
ok "the centre has what the hall has" arrives north
ok "the games end" hall north club 2 51 60
ok "the centre has them" arrives north
ok "the centre is whole" wait_for status_is north whole
ok "each message is in order" in_order
the_end
