#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What must not be known does not leave the hall: an event that shows its games later, in the stream database and at the centre, and an
# illegal move under a silent rulebook.
# shellcheck source=../road/lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=lib.sh
. "$FLAGFALL/tests/relay/lib.sh"

printf 'board,white,black\n1,"Adam, Anna","Bauer, Boris"\n' >$TMPDIR/pairings.csv
# messages EVENT PATTERN: how many of the event's publications say that
messages() {
	sqlite3 $TMPDIR/north/relay/stream.db "SELECT body FROM publications JOIN subjects ON subject = subjects.id WHERE event = '$1'" | grep -c "$2"
}
has() { h_n=$(messages $1 "$2"); [ "$h_n" = $3 ] || { echo "$h_n messages say $2, not $3"; return 1; }; }
moves_are() { has $1 '"type":"move".*"state":"committed"' $2; }
shown_of() { grep -o '\[%clk' $TMPDIR/centre/export/north/$1/round-1/game-1.pgn | wc -l; }
shows() { [ "$(shown_of $1)" = $2 ] || { echo "$(shown_of $1) moves are shown, not $2"; return 1; }; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ln -s state $TMPDIR/north
must "flagfalld runs" start_daemon
must "a server runs" start_server
hands blitz-mate $TMPDIR/1.trace --sensors piece-id
hands blitz-castling $TMPDIR/2.trace --sensors piece-id --illegal 7=e4e6
start_relay north
start_centre

# four moves later, each player's counts: of ten plies six, and no word of what came after them
event later fide2023-blitz 600 DELAY-1 "relay: yes" "delay: {moves: 4}" >$TMPDIR/later.yaml
must "a board is plugged in" board DELAY-1 1 $TMPDIR/1.trace
must "an event that shows its games later" ctl round open $TMPDIR/later.yaml 1 $TMPDIR/pairings.csv
must "its game begins" ctl round start later 1
must "ten plies are played" plays DELAY-1 10
game=$(game_of later 1)
ok "which the hall knows" after 10
ok "six of them travel" wait_for moves_are later 6
ok "and are shown" wait_for shows later 6
ok "nothing is said of the seventh" has later '"ply":7' 0
kill_daemon
must "the daemon, killed, is back" start_daemon
must "the board is there again" wait_for listed DELAY-1
must "two plies more" plays DELAY-1 12
ok "which the hall knows" after 12
ok "two more travel" wait_for moves_are later 8
ok "what was withheld says so" has later '"type":"move".*"withheld":true' 8
must "the game is played to its mate" plays DELAY-1
over() { [ "$(field result)" = 1-0 ]; }
ok "the hall knows its result" wait_for over
ok "its last moves and its result travel" wait_for has later '"result":"1-0"' 1
ok "the centre has what the hall has" arrives north

# under a silent rulebook
event silent wbca-1992 300 DELAY-2 "relay: yes" >$TMPDIR/silent.yaml
must "another board" board DELAY-2 2 $TMPDIR/2.trace
must "an event under a silent rulebook" ctl round open $TMPDIR/silent.yaml 1 $TMPDIR/pairings.csv
must "its game begins" ctl round start silent 1
must "an illegal move is played" plays DELAY-2
game=$(game_of silent 1)
settle DELAY-2 >/dev/null
ok "it travels as any other" wait_for moves_are silent 7
ok "no message says anything of legality" has silent 'llegal\|"legal"\|"san"\|"check"' 0
ok "the centre has what the hall has" arrives north
ok "each message is in order" in_order
the_end
