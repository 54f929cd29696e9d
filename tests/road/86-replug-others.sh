#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The cables of boards without a memory are pulled and put back again and again in mid-game, in every second cycle with a hand
# at work while the cable is out: the whole board tells afterwards what it did, and the game goes on.
#
#   CYCLES=1000 BOARDS="certabo sentio" tests/run tests/road/86-replug-others.sh     ("make replug")
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is done once, without a guest"; finish; }
cycles=${CYCLES:-4}
boards=${BOARDS:-$(emulated_kinds | tr ' ' '\n' | grep -v -e dgt -e native)}

moves="e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8 a2a4 b6b5 a4b5 a6b5 c2c4 b5c4 e2c4 c8b7"
want=' e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O Rxb8 a4 b5 axb5 axb5 c4 bxc4 Bxc4 Bb7 '
turns=24
cat >$TMPDIR/score.json <<-END
{"tc":"7200","moves":"$moves",
"emt":[0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9,0.9]}
END
flagfall-hands $TMPDIR/score.json >$TMPDIR/named
flagfall-hands --sensors presence $TMPDIR/score.json >$TMPDIR/nameless

# the turns that are done after each lift, placement and press
for trace in named nameless; do
	awk '/"type":"(lift|place|press)"/ { turns += /"press"/; print turns + 0 }' $TMPDIR/$trace >$TMPDIR/$trace.turns
done

changed() { [ "$(grep -c '^changed$' $TMPDIR/$1.log)" = $2 ]; }
rested() { [ "$(grep -c '^rested$' $TMPDIR/$1.log)" = $2 ]; }
# change BOARD N: so many lifts, placements and presses
change() {
	[ $2 -gt 0 ] || return 0
	order $1 "change $2"
	done=$((done + $2)) orders=$((orders + 1))
	wait_for changed $1 $orders
}
# without a lever a turn is closed by the reply, and a capture that nobody saw may be known by it only
turns() { plies=$(field plies); [ "${plies:-0}" -ge $1 ]; }
told() { wait_for turns $1 || { echo "$plies turns of $1 and more"; ctl status $game; return 1; }; }

# to_press N: so many of the next N changes are of one turn
to_press() {
	awk -v done=$done -v n=$1 'NR == done { was = $0 } NR > done && NR <= done + n { k++; if ($0 > was + 0) exit } END { print k }' \
		$TMPDIR/$trace.turns
}

# cycle BOARD N: as much is played as is due by then; in every second cycle some of it while the cable is out, wherever the
# hand is then
cycle() {
	order $1 unplug
	wait_for not_listed "$called" || { echo "cycle $2: the board does not go"; return 1; }
	due=$((events * $2 / cycles - done))
	unseen=$((due < 1 + $2 % 5 ? due : 1 + $2 % 5))
	[ $(($2 % 2)) = 1 ] || unseen=0
	change $1 $unseen
	order $1 plug
	wait_for listed "$called" || { echo "cycle $2: the board does not come back"; return 1; }
	due=$((due - unseen))
	while [ $due -gt 0 ]; do
		next=$(to_press $due)
		change $1 $next
		told $(($(sed -n ${done}p $TMPDIR/$trace.turns) - 2)) || { echo "cycle $2, $done lifts, placements and presses"; return 1; }
		# a player thinks: three scans of 250 ms see the piece stand
		order $1 "rest 1000"
		rests=$((rests + 1))
		wait_for rested $1 $rests
		due=$((due - next))
	done
}

# starts BOARD: with nothing but the pieces on it
starts() {
	start_game "$1" --anyway --white Anna --black Boris 2>$TMPDIR/start.${called##*/} || return 1
	[ -s $TMPDIR/start.${called##*/} ] || return 0
	ctl end $game 0-0
	return 1
}

# replug BOARD: a game on it
replug() {
	case $1 in sentio) called=certabo:$TMPDIR/$1.line ;; cpp-plain) called=cpp:$TMPDIR/$1.line ;; *) called=$1:$TMPDIR/$1.line ;; esac
	wait_for listed "$called" && wait_for starts "$called" && listen $TMPDIR/$1.events || return 1
	case $1 in sentio | cpp-plain) trace=nameless ;; *) trace=named ;; esac
	cycle=0 done=0 orders=0 rests=0 events=$(wc -l <$TMPDIR/$trace.turns)
	while [ $cycle -lt $cycles ]; do
		cycle=$((cycle + 1))
		cycle $1 $cycle || return 1
		[ $((cycle % 100)) != 0 ] || echo "# $1: $cycle cycles, $done of $events lifts, placements and presses" >&2
	done
	# the last move stands when it is told
	told $((turns - 1)) && wait_for grep -q "\"ply\":$turns,.*\"uci\":\"c8b7" $TMPDIR/$1.events && ctl end $game 1/2-1/2 &&
		moves_are $1
}

moves_are() {
	wait_for recorded || return 1
	tr '\n' ' ' <"$a_pgn" | sed 's/\[[^]]*"\] *//g; s/{[^}]*} *//g; s/[0-9]*\.\.* //g; s/^/ /' >$TMPDIR/$1.moves
	grep -q -- "$want" $TMPDIR/$1.moves || { cat "$a_pgn"; return 1; }
}

options=
for b in $boards; do
	case $b in sentio) trace=nameless scheme=certabo ;; cpp-plain) trace=nameless scheme=cpp ;; *) trace=named scheme=$b ;; esac
	case $b in certabo) spare=--spare-queens ;; *) spare= ;; esac
	must "$b: it is there" emulator $b $b $trace $spare
	options="$options --board $scheme:$TMPDIR/$b.line"
done
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon $options

is_named() { ctl list --json | grep "certabo.line" | grep -q '"sensors":"piece-id"'; }
learns() {
	wait_for is_named || return 1
	order certabo clear
	wait_for grep -q '^q 3 0 84' $TMPDIR/state/certabo-*
}
case $boards in *certabo*) must "certabo: it learns its men" learns ;; esac

# all at once
for b in $boards; do
	replug $b >$TMPDIR/$b.out &
	echo $! >$TMPDIR/$b.pid
done
played() { wait "$(cat $TMPDIR/$1.pid)" || { cat $TMPDIR/$1.out; return 1; }; }
for b in $boards; do
	ok "$b: the cable is pulled and put back $cycles times, and every move is as it was played" played $b
	order $b quit
done
ok "nothing was sent that a board would store" not grep -l "would store" $TMPDIR/*.log
road_end
