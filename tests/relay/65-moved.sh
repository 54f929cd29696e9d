#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A round that runs is moved to another PC: a backup is made while it is played, and put back there; the boards, the games and the relay go on,
# and the centre has what the new one has. The old one, which is started again, is told that it is a copy.
# shellcheck source=../road/lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=lib.sh
. "$FLAGFALL/tests/relay/lib.sh"

cat >$TMPDIR/pairings.csv <<-END
	board,white,black
	1,"Ådal, Wiebke","Bauer, Boris"
	2,"Čapek, Karel","Dvořák, Antonín"
END
refused() { r_words=$1; shift; "$@" >$TMPDIR/refused 2>&1 && return 1; grep -q "$r_words" $TMPDIR/refused || { cat $TMPDIR/refused; return 1; }; }

must "a private bus runs" private_bus
mkdir -p $TMPDIR/old
ln -s old $TMPDIR/state
ln -s state $TMPDIR/north
must "flagfalld runs" start_daemon
must "a server runs" start_server
hands blitz-castling $TMPDIR/1.trace --sensors piece-id
hands blitz-mate $TMPDIR/2.trace --sensors piece-id
start_relay north
start_centre
event open fide2023-blitz 600 "MOVED-1 MOVED-2" "relay: yes" >$TMPDIR/open.yaml
must "board 1 is plugged in" board MOVED-1 1 $TMPDIR/1.trace
must "board 2 is plugged in" board MOVED-2 2 $TMPDIR/2.trace
must "an event" ctl round open $TMPDIR/open.yaml 1 $TMPDIR/pairings.csv
must "its games begin" ctl round start open 1
must "board 1 plays" plays MOVED-1 12
must "board 2 plays" plays MOVED-2 12
at_least() { [ "$(field plies)" -ge "$1" ]; }
game=$(game_of open 1)
first=$game
ok "ten moves were told" wait_for at_least 10
ok "the centre has them" arrives north

# while games are played, again and again: each is whole
for copy in 1 2 3 4 5 6; do
	plays MOVED-1 $((12 + copy)) & player=$!
	ok "a backup while a game is played" flagfallctl backup --state $TMPDIR/state $TMPDIR/$copy.tar.zst
	wait $player || ok "board 1 plays" false
	ok "can be put back" flagfallctl restore --state $TMPDIR/try $TMPDIR/$copy.tar.zst
	ok "and its journal is whole" sh -c 'find "$1" -name "*.trace" -o -name "*.log" | grep journal | xargs flagfallctl journal verify' - $TMPDIR/try
	rm -rf $TMPDIR/try
done
ok "nobody else may read it" sh -c '[ "$(stat -c %a "$1")" = 600 ]' - $TMPDIR/6.tar.zst
ok "a state that is in use is not written over" refused "has a journal already" flagfallctl restore --state $TMPDIR/state $TMPDIR/6.tar.zst
ok "a folder that is no daemon's has no backup" refused "has no journal" flagfallctl backup --state $TMPDIR/store $TMPDIR/none.tar.zst
ok "what is no backup is not put back" refused "pairings.csv" flagfallctl restore --state $TMPDIR/try $TMPDIR/pairings.csv
head -c 2000 $TMPDIR/6.tar.zst >$TMPDIR/cut.tar.zst
ok "nor one that was cut" not flagfallctl restore --state $TMPDIR/try $TMPDIR/cut.tar.zst
ok "nothing of it is there" not test -e $TMPDIR/try/journal

# the old one goes on for some moves that the backup has not, and its power is cut
must "the last backup" flagfallctl backup --state $TMPDIR/state $TMPDIR/moved.tar.zst
plies=$(field plies)
must "board 2 plays on" plays MOVED-2 16
ok "which reaches the centre" arrives north
kill_daemon
stop $relay KILL
cp -a $TMPDIR/old $TMPDIR/kept

# the new one
mkdir -p $TMPDIR/new/relay # as its unit makes it
ok "the backup is put back" flagfallctl restore --state $TMPDIR/new $TMPDIR/moved.tar.zst
ln -sfn new $TMPDIR/state
must "the daemon of the new one" start_daemon
for table in 1 2; do must "board $table is there again" wait_for listed MOVED-$table; done
game=$first
ok "the game is there with all its moves" is plies $plies
ok "no damage was found" not grep -q damaged $TMPDIR/daemon.log
start_relay north
ok "the centre has what the new one has" arrives north
ctl resume $game white >/dev/null 2>&1
ctl resume $game black >/dev/null 2>&1
must "board 1 plays on" plays MOVED-1
settle MOVED-1 >/dev/null
ok "its moves are known" told_of $((plies + 2))
ok "White of board 1 resigns" ctl claim $game white resign
ok "it is recorded" wait_for grep -q 0-1 $TMPDIR/state/export/open/round-1/game-1.pgn
ok "the centre has it" arrives north
ok "each message is in order" in_order

# the old one is started again
ln -s kept $TMPDIR/again
: >$TMPDIR/relay-old.log
flagfall-relay --stream $TMPDIR/again/relay/stream.db --hall north --nats $URL >>$TMPDIR/relay-old.log 2>&1 &
pids="$pids $!"
ok "the old one is told that it is a copy" wait_for grep -q "this hall goes on elsewhere" $TMPDIR/relay-old.log
status_says() { flagfall-centre status --state $TMPDIR/centre | grep -q "$1"; }
ok "so does the centre's status" wait_for status_says "Another hall calls itself north"
ok "the centre has the new one's" arrives north
the_end
