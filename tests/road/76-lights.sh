#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Lights and sounds reach bought boards, one command after the other as each board can take them: where a move was taken back, the
# squares of the way back are lit, on a board that stands turned those of its own; and what a Certabo board has learned
# of its pieces outlives the daemon.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

boards="chessnut turned certabo sentio millennium"
echo '{"tc":"60","moves":"e2e4 a7a6","emt":[1.5,1.5]}' >$TMPDIR/score.json
flagfall-hands $TMPDIR/score.json >$TMPDIR/named
flagfall-hands --sensors presence $TMPDIR/score.json >$TMPDIR/nameless
scheme() { case $1 in turned) echo chessnut ;; sentio) echo certabo ;; *) echo $1 ;; esac; }
name() { echo "$(scheme $1):$TMPDIR/$1.line"; }
options=
for b in $boards; do
	case $b in turned) kind='chessnut named --turned' ;; sentio) kind='sentio nameless' ;; *) kind="$b named" ;; esac
	ok "$b: is plugged in" emulator $b $kind
	options="$options --board $(name $b)"
done
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon $options
for b in $boards; do must "$b: is known" wait_for listed "$(name $b)"; done
named() { ctl list --json | grep certabo.line | grep -q '"sensors":"piece-id"'; }
ok "the Certabo board learns its men" wait_for named

for b in $boards; do
	must "$b: a game starts" start_game "$(name $b)" --time 60 --lever hand
	echo $game >$TMPDIR/$b.game
	presses $b $game
	by_turns $b
done
says() { grep -q "^$2\$" $TMPDIR/$1.log || { cat $TMPDIR/$1.log; return 1; }; }
# What is lit now, not what was once.
lit() { [ "$(grep '^lights ' $TMPDIR/$1.log | tail -n 1)" = "lights $2" ] || { cat $TMPDIR/$1.log; return 1; }; }
for b in $boards; do
	game=$(cat $TMPDIR/$b.game)
	ok "$b: two moves" after 2
	ok "$b: the last is taken back" ctl takeback $game 1
	case $b in turned) way_back='h2 h3' ;; *) way_back='a6 a7' ;; esac
	ok "$b: the way back is lit" wait_for lit $b "$way_back"
	ctl end $game 1/2-1/2 >/dev/null
	ok "$b: the lights go out with the game" wait_for lit $b off
done

# beep BOARD: as any program on the bus may
beep() { asks "$(board_path "$(name $1)")" org.flagfall1.Board.Beep uint32:1000 uint32:300; }
ok "a Chessnut board beeps" beep chessnut
ok "and is heard" wait_for says chessnut 'sound 1000 Hz 300 ms'
ok "a Millennium board does not" not beep millennium
ok "no command came too early" not grep -l "too early" $TMPDIR/chessnut.log $TMPDIR/turned.log

kill_daemon
must "the daemon comes back" start_daemon $options
must "and the Certabo board" wait_for listed "$(name certabo)"
ok "whose men it knows at once" named
for b in $boards; do order $b quit; done
ok "nothing was sent that a board would store" not grep -l "would store" $TMPDIR/*.log
road_end
