#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A round on eight bought boards of four makers at once under one daemon, emulated on terminal lines, in real time. On each a whole
# game with e.p., a capture that promotes, castling of both sides, a piece knocked over at a press and put back by the
# opponent, and a flag; some boards stand turned, some name no piece, some are slow. What is recorded and ruled is what the
# same game leads to on a sensorboard. Boards without a lever have one beside them (flagfallctl press). In the guest it is one
# board of each kind, the Chessnut as the kernel's own HID device, and the sensorboard comes through USB, the module and udev.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"

# A guest's seconds are dear, and its processor's time is its own. Elsewhere no lever is as quick as the board beside which it stands,
# and nobody may lose on time while he plays.
time=16 emt=1.7,1.6,1.6,1.6,1.7,1.6,1.6,1.9,1.8,1.6,1.6,1.9,1.6,1.6,1.9
lever_time=300
[ $ROAD = socket ] || time=12 lever_time=12 emt=1.2,1.1,1.1,1.1,1.3,1.1,1.1,1.3,1.3,1.1,1.1,1.4,1.1,1.1,1.4
cat >$TMPDIR/score.json <<-END
{"tc":"$time","moves":"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1","emt":[$emt]}
END
want=' e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O 1-0'

# knocked SENSORS: the game's trace; Black knocks the pawn g2 over to h3 at his fourth press, White puts it back
knocked() {
	flagfall-hands --sensors $1 $TMPDIR/score.json | awk '
	function put(us, what, square) { printf "{\"t_us\":%d,\"type\":\"%s\",\"square\":\"%s\"%s}\n", us, what, square, named ? ",\"piece\":\"P\"" : "" }
	/"sensors":"piece-id"/ { named = 1 }
	{ match($0, /"t_us":[0-9]+/); t = substr($0, RSTART + 7, RLENGTH - 7) + 0 }
	/"press"/ && ++n == 8 {
		put(t - 120000, "lift", "g2"); put(t - 60000, "place", "h3"); print
		put(t + 300000, "lift", "h3"); put(t + 500000, "place", "g2"); next
	}
	{ print }'
}

# rulings_of EVENTS: name, reason, result; but for that the arbiter started the clocks, where there is no start button, and set one
rulings_of() { grep -v '"continue","reason":"start"\|"adjust-clock"' $1 | sed -n 's/.*"ruling":"\([^"]*\)","reason":"\([^"]*\)","result":"\([^"]*\)".*/\1 \2 \3/p'; }
over() { game=$(cat $TMPDIR/$1.game); is state over; }
moves_are() {
	game=$(cat $TMPDIR/$1.game)
	wait_for recorded || return 1
	tr '\n' ' ' <"$a_pgn" | sed 's/\[[^]]*"\] *//g; s/{[^}]*} *//g; s/[0-9]*\.\.* //g; s/^/ /' >$TMPDIR/$1.moves
	grep -q -- "$want" $TMPDIR/$1.moves || { cat "$a_pgn"; ctl status $game --arbiter; return 1; }
	grep -q '^.Termination "time forfeit"' "$a_pgn"
}
same_rulings() {
	rulings_of $TMPDIR/$1.events >$TMPDIR/$1.rulings
	diff $TMPDIR/ROAD75.rulings $TMPDIR/$1.rulings
}

knocked piece-id >$TMPDIR/named
knocked presence >$TMPDIR/nameless
if [ $ROAD = gadget ]; then
	boards="dgt-1 chessnut-1 certabo sentio millennium-2"
	ok "a Chessnut board, turned, is the kernel's own device" emulator chessnut-1 chessnut named --turned --uhid
else
	boards="dgt-1 dgt-2 chessnut-1 chessnut-2 certabo sentio millennium-1 millennium-2"
	ok "a DGT board, turned" emulator dgt-2 dgt named --serial 00002 --turned
	ok "a Chessnut board" emulator chessnut-1 chessnut named
	ok "another, turned, with short reports" emulator chessnut-2 chessnut named --turned --short
	ok "a Millennium board" emulator millennium-1 millennium named
fi
ok "a DGT board, White at the clock's right" emulator dgt-1 dgt named --serial 00001 --white-right
ok "a Certabo board with spare queens" emulator certabo certabo named --spare-queens
ok "a Sentio board" emulator sentio sentio nameless
ok "a Millennium board, turned and slow" emulator millennium-2 millennium named --turned --scan 250 --late 200

if [ $ROAD = gadget ]; then
	ok "the module loads" load
	ok "udevd runs" start_udev
	ok "the system bus runs" system_bus
else
	ok "a private bus runs" private_bus
fi
mkdir -p $TMPDIR/state
# something else is on a line that is named as a board's
mkfifo $TMPDIR/else
while echo "AT+GMM"; do sleep 0.3; done >$TMPDIR/else &
pids="$pids $!"
options="--board millennium:$TMPDIR/else"
for b in $boards; do
	case $b in sentio) scheme=certabo ;; *) scheme=${b%-*} ;; esac
	options="$options --board $scheme:$TMPDIR/$b.line"
done
must "flagfalld runs" start_daemon $options
# name BOARD: what the daemon calls it
name() { case $1 in dgt-*) echo 0000${1#dgt-} ;; sentio) echo certabo:$TMPDIR/$1.line ;; *) echo ${1%-*}:$TMPDIR/$1.line ;; esac; }
for b in $boards; do must "$b is known" wait_for listed "$(name $b)"; done

is_named() { ctl list --json | grep "certabo.line" | grep -q '"sensors":"piece-id"'; }
ok "the Certabo board learns its men" wait_for is_named
order certabo clear
ok "and keeps them" wait_for grep -q '^q 3 0 84' $TMPDIR/state/certabo-*
# The daemon has seen the spare queens go: what comes too late would be a lift in the game.
cleared() { board_squares "$(name certabo)" | grep -q 'string "RNBQKBNRPPPPPPPP\.\{32\}pppppppprnbqkbnr"'; }
must "the spare queens go" wait_for cleared

rules="--rulebook fide2023-blitz --white Anna --black Boris"
for b in $boards; do
	case $b in dgt-*) lever="--time ${time}s" ;; *) lever="--lever hand --time ${lever_time}s" ;; esac
	must "$b: a game starts" start_game "$(name $b)" $rules $lever --running none
	echo $game >$TMPDIR/$b.game
	listen $TMPDIR/$b.events
	presses $b $game
done
for b in $boards; do
	game=$(cat $TMPDIR/$b.game)
	case $b in
	dgt-*) order $b play ;;
	*)
		ctl resume $game white >/dev/null
		if [ $ROAD = gadget ]; then order $b play; else by_turns $b; fi
		;;
	esac
done

# meanwhile the same game on a sensorboard, as fast as it goes
must "a sensorboard is seen" board ROAD75 1 $TMPDIR/named --after run
must "sensorboard: the game starts" start_game ROAD75 $rules --time ${time}s
echo $game >$TMPDIR/ROAD75.game
listen $TMPDIR/ROAD75.events
ok "sensorboard: the board plays" plays ROAD75
tell ROAD75 time 20000 >/dev/null
must "sensorboard: the flag falls" wait_for over ROAD75
ok "sensorboard: every move is as it was played" moves_are ROAD75
# what is listened to comes after the result
won() { rulings_of $TMPDIR/ROAD75.events >$TMPDIR/ROAD75.rulings; grep -q 'flag 1-0' $TMPDIR/ROAD75.rulings; }
ok "sensorboard: White has won on time" wait_for won

# nobody waits for what is left
cut_short() { game=$(cat $TMPDIR/$1.game); after 15 && ctl clock $game black_ms=1000 >/dev/null; }
for b in $boards; do
	case $ROAD,$b in gadget,* | *,dgt-*) ;; *) ok "$b: the arbiter cuts Black's time short" cut_short $b ;; esac
	ok "$b: the flag falls" wait_for over $b
	ok "$b: every move is as it was played" moves_are $b
	ok "$b: the rulings are those on the sensorboard" waits_for same_rulings $b
	order $b quit
done
said_once() { [ "$(grep -c "else: what is there does not report squares like a Millennium" $TMPDIR/daemon.log)" = 1 ]; }
ok "what is something else is let go, and that is said once" said_once
ok "no command came too early" not grep -l "too early" $TMPDIR/*.log
ok "nothing was sent that a board would store" not grep -l "would store" $TMPDIR/*.log
road_end
