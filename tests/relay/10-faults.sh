#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A hall of four boards, its relay, a real server and a centre; what may fail fails while games run, and after each the centre's records
# are the hall's, byte for byte, and no message of the stream is out of order.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"

must "a server runs" start_server
ok "the hall's first turns" hall north club 4 1 5
start_relay north --duplicates 1
start_centre
must "they reach the centre" arrives north
ok "each message of the stream is in order" in_order

# the uplink: the server is gone, the hall plays on, and ids that it knew are forgotten
stop $server
ok "the hall plays on without a server" hall north club 4 6 15
must "the server is back" start_server
ok "what was played meanwhile reaches the centre" arrives north
ok "each message is in order" in_order
# what waits goes together: 180 publications of 4 games, of which each but the first few waited
few_messages() { in_order >$TMPDIR/count && awk '{ print; exit !($4 * 4 < $1) }' $TMPDIR/count; }
ok "in a quarter as many messages as there are publications, or fewer" few_messages

# the relay is killed while it sends
for turn in 16 20 24 28 32; do
	hall north club 4 $turn $((turn + 3)) & writer=$!
	stop $relay KILL
	start_relay north
	wait $writer || ok "the hall plays" false
done
ok "of a relay that is killed again and again nothing is lost" arrives north
ok "each message is in order" in_order

# the store of the server is lost
stop $server KILL
rm -rf $TMPDIR/store
must "a server with an empty store" start_server
ok "the hall plays on" hall north club 4 36 40
ok "the stream has all of it again" wait_for in_stream north
ok "and the centre" arrives north
ok "each message is in order" in_order

# the store is set back to an earlier copy
stop $server KILL
cp -r $TMPDIR/store $TMPDIR/earlier
must "the server runs again" start_server
ok "the hall plays on" hall north club 4 41 45
ok "which is in the stream" wait_for in_stream north
stop $server KILL
rm -rf $TMPDIR/store
mv $TMPDIR/earlier $TMPDIR/store
must "the server with an earlier copy" start_server
ok "the stream has all of it again" wait_for in_stream north
ok "each message is in order" in_order
ok "and the centre" arrives north

# the centre, and its file
stop $centre KILL
rm -rf $TMPDIR/centre
ok "the hall plays on" hall north club 4 46 50
start_centre
ok "a new centre has all of it" arrives north

# what is lost in the stream and is not sent again is asked for: the hall's relay stands still meanwhile
stop $centre
stop $relay
ok "a message is lost in the stream" sqlite3 $TMPDIR/centre/centre.db 'DELETE FROM publications WHERE seq > 20; UPDATE subjects SET whole = min(whole, 20), seen = min(seen, 20)'
start_relay north
start_centre
ok "the centre asks the hall for what it lacks" arrives north

# the end, a new database of the same event, and what the centre says
ok "the games end" hall north club 4 51 60
ok "the centre has the results" arrives north
ok "the centre shows the hall whole" wait_for status_is north whole
rm -rf $TMPDIR/north/relay
ok "a hall whose database is lost plays it again" hall north club 4 1 60
ok "that reaches the centre, too" arrives north
ok "each message is in order" in_order
the_end
