#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Programs that speak with DGT's LiveChess, in front of flagfall-web: whole games with castling, e.p. and promotion from sensorboards
# (beside an official game, and without one), a Certabo and a DGT board, each move once; what shows positions; what is refused. The
# server is killed in mid-game, and the daemon is, and the programs go on.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
client=$FLAGFALL/tests/livechess/client.py
command -v flagfall-web >/dev/null || { skip "LiveChess" "flagfall-web is not built: libmicrohttpd or libwslay is not installed"; finish; }
command -v python3 >/dev/null || { skip "LiveChess" "python3 is not installed (make deps)"; finish; }

start_fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
cat >$TMPDIR/score.json <<-END
{"tc":"60","moves":"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8","emt":[1.7,1.6,1.6,1.6,1.7,1.6,1.6,1.9,1.8,1.6,1.6,1.9]}
END
flagfall-hands --sensors piece-id $TMPDIR/score.json >$TMPDIR/named
want="e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O"

# web: on the port of the time before, so that clients find it again; sets port
port=0
web=
trap 'end_all $web; all_end' EXIT
web() {
	: >$TMPDIR/web.out
	flagfall-web --bus "$BUS" --listen 127.0.0.1:0 --livechess 127.0.0.1:$port "$@" >$TMPDIR/web.out 2>>$TMPDIR/web.log &
	web=$!
	wait_for grep -q '^ws:' $TMPDIR/web.out || { cat $TMPDIR/web.log; return 1; }
	port=$(sed -n 's,^ws://127.0.0.1:\([0-9]*\)/api/v1.0$,\1,p' $TMPDIR/web.out)
}
kill_web() { kill -9 $web; wait $web 2>/dev/null; return 0; }
# program NAME KIND ARGUMENT…: what it does is in NAME.does
program() {
	p_name=$1 p_kind=$2
	shift 2
	python3 $client $p_kind 127.0.0.1:$port "$@" >>$TMPDIR/$p_name.does 2>&1 &
	pids="$pids $!"
}
ask() { python3 $client ask 127.0.0.1:$port "$@"; }
upgrade() { [ "$(python3 $client upgrade 127.0.0.1:$port "$@")" = $u_want ]; }
upgrades() { u_want=$1; shift; upgrade "$@"; }
get() { python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())' http://127.0.0.1:$port/api/v1.0/$1; }
moves_of() { sed -n 's/^move //p' $TMPDIR/$1.does | tr '\n' ' ' | sed 's/ $//'; }
has_played() { [ "$(moves_of $1)" = "$2" ]; }
# each_once NAME MOVES
each_once() {
	wait_for has_played $1 "$2" || { echo "wanted $2"; cat $TMPDIR/$1.does $TMPDIR/web.log; return 1; }
	! grep -E "CORRECTED|SEVERAL|BAD|ERROR" $TMPDIR/$1.does
}
# san_of TRACE: what is played in it
san_of() { flagfallctl replay --pgn $1 | sed 's/^\[.*//; s/{[^}]*}//g' | tr '\n' ' ' | sed 's/[0-9]*\.\.*//g; s/ \(\*\|1-0\|0-1\|1\/2-1\/2\) *$//; s/  */ /g; s/^ //; s/ $//'; }
# free_board SERIAL PORT TRACE: as board, where no game of the daemon's is waited for
free_board() {
	flagfall-sim --socket "$(port $2)" --serial $1 --control $TMPDIR/$1.control --speed max $3 >>$TMPDIR/$1.log 2>&1 </dev/null &
	running="$running $1"
	wait_for listed $1
}
lists() { get eboards | grep -q "\"serialnr\":\"$1\""; }

hands blitz-castling $TMPDIR/castling --sensors piece-id
hands blitz-en-passant $TMPDIR/en-passant
hands blitz-promotion $TMPDIR/promotion --sensors piece-id
echo "$start_fen" >$TMPDIR/start.fen

ok "a DGT board" emulator dgt dgt named --serial 00001
ok "a Certabo board" emulator certabo certabo named
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --board dgt:$TMPDIR/dgt.line --board certabo:$TMPDIR/certabo.line
must "flagfall-web runs" web
certabo=certabo:$TMPDIR/certabo.line
must "the boards are known" wait_for listed 00001
must "and the other one" wait_for listed $certabo
is_named() { ctl list --json | grep "certabo.line" | grep -q '"sensors":"piece-id"'; }
ok "the Certabo board learns its men" wait_for is_named
must "clients may have them" wait_for lists 00001

# in real time, while the rest goes on; who shows positions takes the first board, which is this one
is_first() { get eboards | grep -q '^\[{"serialnr":"00001"'; }
ok "the DGT board is the first one" wait_for is_first
program angel angel
program overlay overlay
ok "who shows positions is shown the start" wait_for grep -q "^board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" $TMPDIR/angel.does
ok "and who asks again and again" wait_for grep -q "^board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" $TMPDIR/overlay.does
program dgt lila $TMPDIR/start.fen 00001
program certabo lila $TMPDIR/start.fen $certabo
ok "dgt: the position is set up" wait_for grep -q "set up" $TMPDIR/dgt.does
ok "certabo: the position is set up" wait_for grep -q "set up" $TMPDIR/certabo.does
order dgt play
# without a lever each move waits until the site has the one before, as its player does
played() { [ "$(grep -c "^move " $TMPDIR/certabo.does)" -ge $1 ]; }
steps() { s_count=0; while [ $s_count -lt 12 ]; do order certabo step; s_count=$((s_count + 1)); wait_for played $s_count || return 1; done; }
steps >$TMPDIR/steps.log 2>&1 &
steps=$!

must "a sensorboard" free_board LC1 1 $TMPDIR/castling
must "one whose sensors name no piece" board LC2 2 $TMPDIR/en-passant
must "and a third" free_board LC3 3 $TMPDIR/promotion
must "an official game is played on the second" start_game LC2 --rulebook fide2023-blitz --time 300
for b in LC1 LC2 LC3; do
	ok "$b: clients may have it" wait_for lists $b
	echo "$start_fen" >$TMPDIR/$b.fen
	program $b lila $TMPDIR/$b.fen $b
	ok "$b: the position is set up" wait_for grep -q "set up" $TMPDIR/$b.does
done
program fixed fixed LC3
ok "LC2 plays" plays LC2
ok "LC3 plays" plays LC3
ok "LC1 plays a while" plays LC1 8
e4=$(san_of $TMPDIR/castling | cut -d' ' -f1-8)
ok "LC1: eight moves" each_once LC1 "$e4"
ok "LC2: castling, e.p., each move once, beside the official game" each_once LC2 "$(san_of $TMPDIR/en-passant)"
ok "LC3: a promotion, each move once" each_once LC3 "$(san_of $TMPDIR/promotion)"
ok "who names a board without asking is shown what stands there" wait_for grep -q "^board " $TMPDIR/fixed.does

ok "dgt: each move once" each_once dgt "$want"
ok "certabo: the last move is told" wait $steps
ok "certabo: each move once" each_once certabo "$want"
# the position after each move, in order, among what else stood on the board
flagfallctl replay --events $TMPDIR/named | sed -n 's/.*"type":"move".*"state":"committed".*"placement":"\([^"]*\)".*/board \1/p' >$TMPDIR/positions
was_shown() { awk 'NR == FNR { want[++n] = $0; next } i < n && $0 == want[i + 1] { i++ } END { exit n != 12 || i != n }' $TMPDIR/positions $TMPDIR/$1.does; }
shown() { wait_for was_shown $1 || { cat $TMPDIR/positions; echo; cat $TMPDIR/$1.does; return 1; }; ! grep "^BAD" $TMPDIR/$1.does; }
ok "who shows positions was shown the whole game" shown angel
ok "and so was who asks again and again" shown overlay

# who is told what
ok "GET eboards is the same list" wait_for lists LC1
ok "GET sources" get sources
ok "an id comes back as it was" sh -c "python3 $client ask 127.0.0.1:$port '{\"id\":\"x\",\"call\":\"eboards\"}' | grep -q '\"id\":\"x\"'"
ok "a call that is not known is an error" sh -c "python3 $client ask 127.0.0.1:$port '{\"id\":3,\"call\":\"play\"}' | grep -q '\"response\":\"error\",\"id\":3'"
ok "lichess.org may connect" upgrades 101 /api/v1.0
ok "a page on this machine may" upgrades 101 /api/v1.0 "Origin: http://localhost:8000"
ok "any other page may not" upgrades 403 /api/v1.0 "Origin: https://example.org"
ok "nor one that says nothing of itself" upgrades 403 /api/v1.0 "Origin: null"
ok "nor one that begins like one that may" upgrades 403 /api/v1.0 "Origin: https://lichess.org.example.org"
ok "a name of somebody else's is not answered" upgrades 421 /api/v1.0 "Host: rebound.example.org"
ok "there is no subprotocol" upgrades 400 /api/v1.0 "Sec-WebSocket-Protocol: livechess"
ok "there is no other path" upgrades 404 /api/v2.0
ok "who calls without end is left" sh -c "python3 $client flood 127.0.0.1:$port | grep -q ^left"

# the server is killed in mid-game, and comes back: the page of the site names the position that it knows
cat >$TMPDIR/LC1.fen <<-END
r1bqkbnr/pp3ppp/2n1p3/2ppP3/3P4/5N2/PPP2PPP/RNBQKB1R w KQkq - 1 5
END
ok "flagfall-web is killed" kill_web
: >$TMPDIR/LC1.does
must "it runs again" web
ok "the client is there again by itself" wait_for grep -q "set up" $TMPDIR/LC1.does
ok "LC1 plays on" plays LC1 14
ok "LC1: what was played since, each move once" each_once LC1 "$(san_of $TMPDIR/castling | cut -d' ' -f9-14)"
ok "flagfalld is killed" kill_daemon
must "it runs again" start_daemon --board dgt:$TMPDIR/dgt.line --board certabo:$TMPDIR/certabo.line
ok "clients may have the board again" wait_for lists LC1
ok "LC1 plays to the end" plays LC1
ok "LC1: the rest, each move once" each_once LC1 "$(san_of $TMPDIR/castling | cut -d' ' -f9-)"
kill_web
web=
road_end
