#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A hall and its server are one machine, which is put back to an older copy and plays on otherwise, while the centre keeps its file: what the
# stream has is what the hall has, and the centre alone knows better. It sees that, says it, and takes the hall's whole again: where the stream
# is shorter than it was, where it is longer by the time the centre looks, and where another hall's messages are where this one's were.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"

ends() { stop $relay; stop $server; }
begins() { start_server && start_relay north; }
copied() { for c_part in north store; do rm -rf $TMPDIR/$c_part.copy; cp -a $TMPDIR/$c_part $TMPDIR/$c_part.copy; done; }
put_back() { for c_part in north store; do rm -rf ${TMPDIR:?}/$c_part; mv $TMPDIR/$c_part.copy $TMPDIR/$c_part; done; }

must "a server runs" start_server
ok "the hall's first turns" hall north club 2 1 14
start_relay north
start_centre
must "they reach the centre" arrives north
first=$(epoch north)

# the stream is shorter than it was
ends; copied; begins
ok "the hall plays on" hall north club 2 15 20
must "which reaches the centre" arrives north
ends
must "hall and server are put back" put_back
begins
ok "the hall plays other moves" hall north club 2 15 18
ok "the centre has what the hall has" arrives north
ok "the centre has said it" says centre "hall north"
ok "and the hall" says relay-north "put back to an earlier copy"
ok "which it is by a new epoch" test "$(epoch north)" -gt "$first"
ok "the centre is whole" wait_for status_is north whole

# the centre looks when the stream is longer than it was
second=$(epoch north)
ends; copied; begins
ok "the hall plays on" hall north club 2 19 24
must "which reaches the centre" arrives north
stop $centre
was=$(in_order)
is_longer() { [ "$(in_order | cut -d' ' -f1)" -gt "${was%% *}" ]; }
ends
must "hall and server are put back" put_back
ok "the hall plays other moves, and more" hall north club 2 19 40
begins
ok "the stream is longer than what was read" wait_for is_longer
start_centre
ok "the centre has what the hall has" arrives north
ok "which it is by a new epoch" test "$(epoch north)" -gt "$second"

# where the centre's last message was lies one of a hall that was not put back
third=$(epoch north)
ok "another hall" hall south club 2 1 2
north=$relay
start_relay south
south=$relay relay=$north
ok "reaches the centre" arrives south
ends; copied; begins
ok "the hall plays on" hall north club 2 41 46
must "which reaches the centre" arrives north
ends
stop $centre
must "hall and server are put back" put_back
start_server
ok "the other hall plays on" hall south club 2 3 60
start_centre
ok "which reaches the centre" arrives south
start_relay north
ok "the hall plays other moves" hall north club 2 41 60
ok "the centre has what the hall has" arrives north
ok "which it is by a new epoch" test "$(epoch north)" -gt "$third"
fourth=$(epoch north)

# nothing of that where nobody was put back
stop $centre
start_centre
ok "the hall plays on" hall north club 2 61 66
ok "which reaches the centre" arrives north
ok "the centre is whole" wait_for status_is north whole
ok "there is no new epoch" test "$(epoch north)" = "$fourth"
stop $south
the_end
