#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Somebody asks a hall more than it can answer, as fast as a real server takes it: what the hall publishes goes on, its relay needs no more
# memory for it, and says so once. A centre that asks as it should has its answers before and after that.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"

# floods N BYTES REPLY: so many at once
floods() {
	flooding=
	for f_one in $(seq $1); do
		flood $URL flagfall-replay.north $3 $2 2>>$TMPDIR/flood.log &
		flooding="$flooding $!"
	done
	pids="$pids $flooding"
}
end_floods() { for f_one in $flooding; do stop $f_one; done; }
said() { [ "$(grep -c 'more is asked of this hall' $TMPDIR/relay-north.log)" = $1 ] || { cat $TMPDIR/relay-north.log; return 1; }; }
# last_said SENTENCE: of the relay
last_said() { tail -n 1 $TMPDIR/relay-north.log | grep -qx "<5>flagfall-relay: $1"; }
# memory KB: of the relay, so much at most since it began
memory() { awk -v most=$1 '/^VmHWM/ { print; exit !($2 <= most) }' /proc/$relay/status; }

must "a server runs" start_server
ok "the hall's first turns" hall north club 16 1 5
start_relay north
start_centre
must "they reach the centre" arrives north
ok "nothing is said of questions" said 0

floods 2 64 _INBOX.nobody
ok "that more is asked than is answered is said" wait_for said 1
ok "the hall plays on" hall north club 16 6 15
ok "what it plays reaches the centre meanwhile" arrives north
end_floods
floods 2 100000 _INBOX.nobody
ok "the hall plays on" hall north club 16 16 25
ok "so it does while the questions are long" arrives north
end_floods
floods 1 64 flagfall.north.club.1.1
ok "the hall plays on" hall north club 16 26 30
ok "and while the answers are to be the hall's own publications" arrives north
ok "each message of the stream is in order" in_order
ok "of which none is an answer" eval '[ "$(in_order | cut -d" " -f1)" = "$(rows north)" ]'
ok "it is said once while it goes on" said 1
ok "the relay has needed 64 MB at most" memory 65536
end_floods
ok "that it is over is said, too" wait_for last_said connected

stop $centre
rm -rf $TMPDIR/centre
stop $server
rm -rf $TMPDIR/store
must "a server with an empty store" start_server
start_centre
ok "a new centre has all of it" arrives north
the_end
