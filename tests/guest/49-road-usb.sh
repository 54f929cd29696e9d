# SPDX-License-Identifier: GPL-2.0-or-later
# The same hands on the same board, with the module (chardev:) and without it (usb:): the same events with the same numbers, the same
# record, and the same of everything that is published. And a board that another program has is waited for.
# guest: timeout 300
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

all_pressed() { [ $(grep -c press $TMPDIR/all) -ge 89 ]; }
# events URI FILE: what libboard tells of the hands, to the board's end. Heartbeats that nobody read are one: theirs are left out.
events() {
	: >$TMPDIR/all	# what the last reader said is no sign that this one has begun
	boards read $1 1000000 >$TMPDIR/all &
	reader=$!
	wait_for grep -qx open $TMPDIR/all && plays ROAD49 && tell ROAD49 flush || return 1
	wait_for all_pressed || return 1
	grep -v ' time ' $TMPDIR/all >$2
	kill $reader
	wait $reader 2>/dev/null
	return 0
}

# game NAME: a game on the board that is there, to the record and what was published
game() {
	start_game ROAD49 --rulebook fide2023-blitz --time 600 || return 1
	listen $TMPDIR/$1.heard
	plays ROAD49 && after 89 && ctl claim $game black resign && wait_for recorded || return 1
	# that game began at another instant
	grep -v '^.\(GameId\|UTCDate\|UTCTime\|Date\) ' "$a_pgn" >$TMPDIR/$1.pgn
	wait_for grep -q '"ruling":"win"' $TMPDIR/$1.heard
}

# The host's own times, and what a start of the daemon is called by, differ by nature.
stripped() { sed 's/"host_us":[0-9]*,\{0,1\}//g; s/"path":"[^"]*",\{0,1\}//g; s/"t_us":[0-9]*,\{0,1\}//g' $1; }

plugged() { grep -qx ROAD49 /sys/bus/usb/devices/*/serial; }
board_comes() {
	flagfall-sim --gadget dummy_udc.0 --name ROAD49 --serial ROAD49 --control $TMPDIR/ROAD49.control --speed max "$@" $TMPDIR/trace \
		>>$TMPDIR/ROAD49.log 2>&1 </dev/null &
	running=ROAD49
	wait_for plugged
}
board_left() { tell ROAD49 quit; running=; wait_for not plugged; }

on() { ctl list --json | grep -q "\"uri\":\"$1"; }

start_udev >/dev/null
ok "the system bus runs" system_bus
hands blitz-promotion $TMPDIR/trace
for way in chardev usb; do
	state=$TMPDIR/state.$way
	mkdir -p $state
	if [ $way = chardev ]; then load; uri=chardev:/dev/sensorboard0; else unload; uri=usb:ROAD49; fi
	ok "$way: a board is plugged in" board_comes
	[ $way = usb ] || wait_for test -c /dev/sensorboard0
	ok "$way: its events are read" events $uri $TMPDIR/$way.events
	ok "$way: it goes" board_left
	flagfalld --state $state >>$TMPDIR/daemon.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
	board_comes --in-step
	ok "$way: flagfalld finds it" wait_for listed ROAD49
	ok "$way: a game" game $way
	if [ $way = usb ]; then
		ok "usb: it is read without the module" on usb:/dev/bus/usb/
		load
		ok "usb: when the module comes, flagfalld lets it have the board" wait_for on chardev:/dev/sensorboard
	fi
	ok "$way: it goes again" board_left
	kill $daemon
	wait $daemon
done
unload

# The module goes, and another program has the board when flagfalld finds it.
board_comes
boards read usb:ROAD49 1000000 >$TMPDIR/first &
first=$!
ok "another program reads the board" wait_for grep -qx open $TMPDIR/first
flagfalld --state $state >>$TMPDIR/busy.log 2>&1 &
daemon=$!
wait_for daemon_answers
ok "flagfalld says that it is in use" wait_for grep -q "another program .* has the board; trying again" $TMPDIR/busy.log
ok "and leaves it to that program" not_listed ROAD49
kill $first
wait $first 2>/dev/null
ok "when that ends, flagfalld has it" wait_for listed ROAD49
ok "the wait was said once" test $(grep -c "trying again" $TMPDIR/busy.log) -eq 1
ok "it goes" board_left
kill $daemon
wait $daemon

ok "there are events" test $(wc -l <$TMPDIR/usb.events) -gt 200
ok "the same events, numbers and times of the board" diff $TMPDIR/chardev.events $TMPDIR/usb.events
ok "the same record" diff $TMPDIR/chardev.pgn $TMPDIR/usb.pgn
stripped $TMPDIR/chardev.heard >$TMPDIR/chardev.said
stripped $TMPDIR/usb.heard >$TMPDIR/usb.said
ok "the same moves, clocks and rulings are published" diff $TMPDIR/chardev.said $TMPDIR/usb.said
echo "# $(wc -l <$TMPDIR/usb.events) events, $(wc -l <$TMPDIR/usb.said) lines heard"
[ $failed -eq 0 ] || cat $TMPDIR/daemon.log $TMPDIR/busy.log | sed 's/^/#   /'
finish
