#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The centre's page: all boards of all halls, though two halls have the same event; each game's record is the export's, byte for byte. A
# centre that is killed, and one with a new file, are followed, and a hall that says nothing any more is told.
# shellcheck source=lib.sh disable=SC2086
. "$(dirname "$0")/lib.sh"
command -v flagfall-web >/dev/null || { echo "1..0"; echo "ok 1 - the page # SKIP flagfall-web is not built: libmicrohttpd or libwslay is not installed"; exit 0; }

get() { page-client $page_port "$@"; }
# says PATH PATTERN
says() { get $1 >$TMPDIR/said && grep -q "$2" $TMPDIR/said || { head -c 2000 $TMPDIR/said; return 1; }; }
# plies N: so many turns of each game are shown
count_plies() { get /api/v1/ | grep -o '"plies":[0-9]*' | sort | uniq -c | tr -s ' '; }
plies() { [ "$(count_plies)" = " 8 \"plies\":$1" ] || { count_plies; return 1; }; }
# record ID HALL BOARD: what the page gives is the centre's file, which ends with an empty line
record() { get /game/$1.pgn | cmp - $TMPDIR/centre/export/$2/club/round-1/game-$3.pgn; }

must "a server runs" start_server
must "a page without a centre yet" start_page
ok "says that there is none" says /api/v1/ '"connected":false'
ok "two halls play the same event" hall north club 4 1 5
ok "and the other" hall south club 4 1 5
start_relay north
start_relay south
relay_south=$relay
start_centre
ok "the games of both are on the page" wait_for plies 5
ok "the centre is there" wait_for says /api/v1/ '"connected":true'
ok "both halls are whole" wait_for says /api/v1/ '"halls":\[{"hall":"north","state":"whole","behind":0,"lag_ms":[0-9]*,"lag_p99_ms":[0-9]*},{"hall":"south","state":"whole",'
ok "a game says whose it is" says /api/v1/games/south~club~1~3 '"hall":"south"'
ok "and who plays, as the hall has written it" says /api/v1/games/south~club~1~3 '"name":"Weiß, Åse 3"'
ok "and its moves" says /api/v1/games/south~club~1~3 '"ply":5'
ok "the record of a game is the hall's" wait_for record north~club~1~2 north 2
ok "and of the same board of the other hall" wait_for record south~club~1~2 south 2
round() { get /event/north~club/round/1.pgn | cmp - $TMPDIR/centre/export/north/club/round-1/games.pgn; }
ok "a round's games are the export's" wait_for round
ok "what is no game is none" not get /game/north~club~1~9.pgn
ok "and nothing leads out of the folder" not get /game/north~..~1~2.pgn

# what is played on
page-client $page_port --lag 4 >$TMPDIR/lag 2>&1 &
follower=$!
ok "north plays on" hall north club 4 6 10 300
ok "south plays on" hall south club 4 6 10
wait $follower
ok "the page's stream has had each move in its order" test $? = 0
ok "all of it is on the page" wait_for plies 10

# the centre is killed, and another one begins with nothing
stop $centre KILL
ok "north plays on without a centre" hall north club 4 11 12
ok "and south" hall south club 4 11 12
start_centre
ok "a centre that was killed goes on" wait_for plies 12
stop $centre KILL
rm -rf $TMPDIR/centre
start_centre
ok "a centre with a new file has all of it" wait_for plies 12
ok "so has a page that comes later" eval 'stop $page && start_page && wait_for plies 12'
ok "the halls play to the end" hall north club 4 13 60
ok "and south" hall south club 4 13 60
ok "all of it is on the page" wait_for plies 60
ok "the results, too" wait_for says /api/v1/games/north~club~1~1 '"state":"over","result":"1-0"'
stop $relay_south
ok "a hall that is not heard any more is told" wait_for says /api/v1/ '{"hall":"south","state":"silent",'
stop $centre
ok "and a centre that has ended" wait_for says /api/v1/ '"connected":false'
ok "what is known stays to be seen" plies 60
the_end
