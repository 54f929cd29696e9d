#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Boards behind adapters that say nothing of what they are: each is known by what it answers. What is no board is let go
# unharmed, and nobody waits for it.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is done once, without a guest"; finish; }

not() { ! "$@"; }
says() { grep -q "$1" $TMPDIR/daemon.log; }
shows() { ctl list | grep -qx "board  *$1"; }

flagfall-hands $games/blitz-castling.json >$TMPDIR/trace
mkfifo $TMPDIR/orders
# emulator NAME KIND [OPTION…]
emulator() {
	e_name=$1 e_kind=$2
	shift 2
	flagfallctl emulate $e_kind $TMPDIR/trace --wait --link $TMPDIR/$e_name "$@" <$TMPDIR/orders >$TMPDIR/$e_name.log 2>&1 &
	pids="$pids $!"	# for road_end, which ends them
}
exec 3<>$TMPDIR/orders
emulator one dgt --serial 12345
emulator two dgt --serial 23456 --no-clock
emulator three millennium
emulator four sentio
emulator five cpp
emulator six cpp-plain
emulator other chessnut	# nothing that speaks over a line: it stands for any other device
for name in one two three four five six other; do wait_for test -L $TMPDIR/$name; done

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ok "flagfalld runs" start_daemon --board find:$TMPDIR/one --board find:$TMPDIR/two --board find:$TMPDIR/three \
	--board find:$TMPDIR/four --board find:$TMPDIR/five --board find:$TMPDIR/six --board find:$TMPDIR/other
ok "it answers while it looks" ctl list
ok "two boards of one kind are told apart" wait_for listed 12345
ok "by their serial numbers" wait_for listed 23456
ok "one is named as a club names it" wait_for shows "12345  *DGT e-Board, serial 12345, with clock, on /dev/pts/[0-9]*"
ok "the other, too" wait_for shows "23456  *DGT e-Board, serial 23456, without a clock, on /dev/pts/[0-9]*"
ok "a Millennium board" wait_for shows ".*Millennium ChessLink, without a clock, on /dev/pts/[0-9]*"
ok "a Sentio" wait_for shows ".*Sentio.*, does not identify pieces, on /dev/pts/[0-9]*"
ok "a board of the Chess Peripheral Protocol" wait_for shows ".*Chess Peripheral Protocol board, without a clock, on /dev/pts/[0-9]*"
ok "one that knows no pieces" wait_for shows ".*Chess Peripheral Protocol board, without a clock, does not identify pieces, on /dev/pts/[0-9]*"
ok "what is no board is let go" wait_for says "no board answers there (tried: certabo, dgt, millennium, "

# doctor follows a line to the daemon, and does not disturb it
root=$TMPDIR/root
mkdir -p $root/sys/devices/1-2/tty/ttyACM0 $root/sys/class/tty $root/dev
echo 04d8 >$root/sys/devices/1-2/idVendor; echo 000a >$root/sys/devices/1-2/idProduct
ln -s ../.. $root/sys/devices/1-2/tty/ttyACM0/device
ln -s ../../devices/1-2/tty/ttyACM0 $root/sys/class/tty/ttyACM0
ln -s $TMPDIR/one $root/dev/ttyACM0
doctor() { ctl --json doctor --root $root >$TMPDIR/doctor; grep "$1" $TMPDIR/doctor || { cat $TMPDIR/doctor; return 1; }; }
ok "doctor says that the daemon has the board" doctor '"seen","state":"ok","what":"flagfalld has 12345 '
ok "and asks nothing of it" not doctor '"check":"answer"'
ok "nor misses it" not doctor 'does not have the board on'
ln -sfn $TMPDIR/other $root/dev/ttyACM0
ok "what is another device is told as that" doctor '"answer","state":"note","what":"no board answers on /dev/ttyACM0'
for name in one two three four five six other; do
	ok "$name was sent nothing that would harm it" not grep -q "would store" $TMPDIR/$name.log
done
road_end
