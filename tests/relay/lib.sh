# SPDX-License-Identifier: GPL-2.0-or-later
# What tests of the relay share: servers, relays, centres, and made halls. Source it.
# shellcheck shell=sh disable=SC2086,SC2034

for tool in nats-server sqlite3; do
	command -v $tool >/dev/null || { echo "1..0"; echo "ok 1 - the relay # SKIP $tool is not installed (make deps)"; exit 0; }
done
# with a real daemon: tests/road/lib.sh was read before
if [ -z "${ROAD-}" ]; then
	FLAGFALL=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
	TMPDIR=$(mktemp -d) || exit 1
	export TMPDIR
	. "$FLAGFALL/tests/guest/lib.sh"
	pids=
	must() {
		m_failed=$failed
		ok "$@"
		[ $failed = $m_failed ] || the_end
	}
fi
B=${FLAGFALL_BUILD:-$FLAGFALL/build}
# FLAGFALL_INSTALLED: the programs that are installed, and from the checkout what tests alone need
if [ -n "${FLAGFALL_INSTALLED-}" ]; then PATH=$PATH:$B/tests/relay; else PATH=$B:$B/tests/relay:$FLAGFALL/build:$FLAGFALL/build/tests/relay:$PATH; fi
export PATH
# Nothing outlives the test, however it ends.
all_end() {
	for p in ${running-}; do tell $p quit >/dev/null 2>&1; done
	for p in $(alive $pids ${daemon-}); do kill -9 $p 2>/dev/null; done
	rm -rf "$TMPDIR"
}
trap all_end EXIT
trap 'exit 1' TERM INT HUP
for tool in made-hall stream-order; do
	command -v $tool >/dev/null || { echo "1..1"; echo "not ok 1 - $tool is not built: make build/tests/relay/$tool"; exit 1; }
done

the_end() {
	if [ $failed -gt 0 ]; then
		for f in "$TMPDIR"/*.log; do echo "# $f"; tail -n 20 "$f" | sed 's/^/#   /'; done
	fi
	end_all $pids
	finish
}

# forget PID: it has ended
forget() { pids=$(for p in $pids; do [ $p = "$1" ] || printf ' %s' $p; done); }
# stop PID [SIGNAL]: and wait for its end
stop() { kill -${2:-TERM} $1 2>/dev/null; wait $1 2>/dev/null; forget $1; return 0; }

# --- one server ---

port=-1
# start_server: in front of the same store and at the same port each time; sets server and URL
start_server() {
	rm -f $TMPDIR/ports/*
	mkdir -p $TMPDIR/ports
	nats-server -a 127.0.0.1 -p $port -js -sd $TMPDIR/store --ports_file_dir $TMPDIR/ports >>$TMPDIR/server.log 2>&1 &
	server=$!
	pids="$pids $server"
	wait_for read_port
}
read_port() {
	port=$(sed -n 's|.*nats://127.0.0.1:\([0-9]*\).*|\1|p' $TMPDIR/ports/* | head -1)
	URL=nats://127.0.0.1:$port
	[ -n "$port" ]
}

# --- three servers that share streams ---

# start_one N: of the three, in front of the same store and at the same port each time; sets server_N
start_one() {
	nats-server -a 127.0.0.1 -n server-$1 -p $((base + $1)) -js -sd $TMPDIR/store-$1 --cluster_name halls \
		--cluster nats://127.0.0.1:$((base + 10 + $1)) \
		--routes nats://127.0.0.1:$((base + 10)),nats://127.0.0.1:$((base + 11)),nats://127.0.0.1:$((base + 12)) >>$TMPDIR/server-$1.log 2>&1 &
	eval "server_$1=$!"
	pids="$pids $!"
}
# start_all: sets URL
start_all() {
	base=${base:-$((20000 + $$ % 20000))}
	URL=nats://127.0.0.1:$base,nats://127.0.0.1:$((base + 1)),nats://127.0.0.1:$((base + 2))
	for one in 0 1 2; do start_one $one; done
}
# stop_one N SIGNAL
stop_one() { eval "stop \$server_$1 $2"; }
stop_all() { for one in 0 1 2; do stop_one $one $1; done; }

# --- halls and the centre ---

# hall NAME EVENT BOARDS FROM TO [PACE]: turns of its round
hall() { h_name=$1; shift; mkdir -p $TMPDIR/$h_name; made-hall $TMPDIR/$h_name "$@"; }
# start_relay HALL [OPTION…]: sets relay
start_relay() {
	r_hall=$1; shift
	flagfall-relay --stream $TMPDIR/$r_hall/relay/stream.db --hall $r_hall --nats $URL "$@" >>$TMPDIR/relay-$r_hall.log 2>&1 &
	relay=$!
	pids="$pids $relay"
}
start_centre() {
	flagfall-centre --state $TMPDIR/centre --nats $URL "$@" >>$TMPDIR/centre.log 2>&1 &
	centre=$!
	pids="$pids $centre"
}
# start_page: of the centre; sets page, and page_port
start_page() {
	rm -f $TMPDIR/page.out # what the last one said
	flagfall-web --centre $TMPDIR/centre --listen 127.0.0.1:0 >$TMPDIR/page.out 2>>$TMPDIR/page.log &
	page=$!
	pids="$pids $page"
	wait_for grep -q http $TMPDIR/page.out && page_port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/.*|\1|p' $TMPDIR/page.out)
}
# says PROGRAM TEXT: as "relay-north" and "centre"
says() { grep -q "$2" $TMPDIR/$1.log; }
# epoch HALL: of its database
epoch() { sqlite3 $TMPDIR/$1/relay/stream.db 'SELECT epoch FROM about'; }
# status_is HALL STATE: and nothing is behind
status_is() { flagfall-centre status --state $TMPDIR/centre --json | grep -q "\"hall\":\"$1\",\"state\":\"$2\".*\"behind\":0"; }
# event ID RULEBOOK SECONDS "BOARD…" [LINE…]: an event's file
event() {
	printf 'name: %s\nid: %s\nrulebook: %s\ntime: %s\nboards:\n' $1 $1 $2 $3
	e_number=0
	for e_board in $4; do e_number=$((e_number + 1)); echo "- {number: $e_number, board: $e_board}"; done
	shift 4
	for e_line; do echo "$e_line"; done
}
# game_of EVENT BOARD: its id, of round 1
game_of() { ctl --json round results $1 1 | sed -n "s/^{\"table\":$2,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
# same HALL: the centre has the hall's records, byte for byte
same() { diff -r $TMPDIR/$1/export $TMPDIR/centre/export/$1; }
# has_all HALL: … and each of its publications
has_all() {
	h_there=$(sqlite3 $TMPDIR/$1/relay/stream.db 'SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id ORDER BY 1, 2, 3, 4' | cksum)
	h_here=$(sqlite3 -readonly $TMPDIR/centre/centre.db "SELECT event, round, board, seq, body FROM subjects JOIN publications ON subject = subjects.id WHERE hall = '$1' AND seq <= whole ORDER BY 1, 2, 3, 4" | cksum)
	[ "$h_there" = "$h_here" ]
}
arrives() { wait_for has_all $1 && wait_for same $1; }
# in_order: every message of the stream; prints how many publications, subjects, bytes, messages
in_order() { stream-order ${URL%%,*} flagfall; }
# in_stream HALL: the stream has each publication of the hall
rows() { sqlite3 $TMPDIR/$1/relay/stream.db 'SELECT count(*) FROM publications'; }
in_stream() { [ "$(in_order | cut -d' ' -f1)" = "$(rows $1)" ]; }
