# SPDX-License-Identifier: GPL-2.0-or-later
# The module with one sound board: node, reading, whole board, output, unplugging.
# guest: timeout 240
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }

start_udev >/dev/null
load
log_mark
ok "a board is plugged in" raw_make r1 0x1209 0x0001
raw r1 board $(board_hex 41 900 $start_squares)
raw_plug r1 0
ok "the node appears" wait_for test -c /dev/sensorboard0
ok "it belongs to the board" test "$(node_of 0)" = /dev/sensorboard0
ok "the log says which board it is" kernel_says "sensorboard0: Raw board, firmware raw 1, serial number R1, 8x8, piece id"
udevadm settle
ok "udev knows the device" udevadm info --query=property --name=/dev/sensorboard0

expect() { sb "$@" >$TMPDIR/got; [ "$(cat $TMPDIR/got)" = "$want" ] || { echo "want: $want"; echo "got:  $(cat $TMPDIR/got)"; return 1; }; }
want="protocol 1 8x8 sensors 2 features 0xf scan_us 2500 boot_id 77 lost 0 model 'Raw board' firmware 'raw 1' serial 'R1'"
ok "info is what the board told" expect info /dev/sensorboard0

attributes="model=Raw board firmware=raw 1 serial=R1 protocol=1 geometry=8x8 sensors=piece-id features=0x0000000f lost=0 bad_reports=0 bad_events=0"
want=$attributes
attributes() { a=; for f in model firmware serial protocol geometry sensors features lost bad_reports bad_events; do
	a="$a $f=$(cat /sys/class/sensorboard/sensorboard0/$f)"; done; [ "${a# }" = "$want" ] || { echo "$a"; return 1; }; }
ok "sysfs tells it too" attributes
# A node that cannot be made takes its power management down, and may not wait for the interface's to do so.
ok "it sleeps and wakes with its interface alone" test ! -e /sys/class/sensorboard/sensorboard0/power

# The board's 41 events before it was taken are number 0 and less here.
want="seq 0 lever 0 @900 $start_squares"
ok "whole board" expect squares /dev/sensorboard0

reads $TMPDIR/a /dev/sensorboard0 3
reads $TMPDIR/b /dev/sensorboard0 3
raw r1 report $(report_hex 42 1000 1,12,P,0 2,28,P,250)
raw r1 report $(report_hex 44 1001000 3,0,1,0)
wait_for lines $TMPDIR/a 3
wait_for lines $TMPDIR/b 3
echo "1 lift 12 P @1000
2 place 28 P @1250
3 press 1 @1001000" >$TMPDIR/want
ok "a reader gets every event, numbered from 1" diff $TMPDIR/want $TMPDIR/a
ok "a second reader gets the same" diff $TMPDIR/want $TMPDIR/b

raw r1 board $(lever=2 board_hex 44 2000000 RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr)
want="seq 3 lever 2 @2000000 RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr"
ok "the whole board tells which events it contains" expect squares /dev/sensorboard0

# 65 heartbeats are one record, 300 events are 255 and a loss.
mkfifo $TMPDIR/go
sb drain /dev/sensorboard0 $TMPDIR/go >$TMPDIR/slow &
wait_for grep -q open $TMPDIR/slow
raw r1 flood 60 $(report_hex 45 3000000 5,0,0,0)
raw r1 flood 50 $(report_hex 105 4000000 1,0,R,0 2,0,R,1 1,1,N,2 2,1,N,3 1,2,B,4 2,2,B,5)
echo >$TMPDIR/go
wait_for grep -q EAGAIN $TMPDIR/slow
ok "heartbeats that nobody read are one record, the last" test "$(sed -n 2p $TMPDIR/slow)" = "63 time @3000059"
ok "the queue is bounded" test $(wc -l <$TMPDIR/slow) -eq 258
ok "what had no room is counted, with its last number" grep -qx "363 lost 46" $TMPDIR/slow
ok "the event before the loss is the one before it in number" test "$(grep -B1 lost $TMPDIR/slow | head -n 1 | cut -d' ' -f1)" = 317
want="protocol 1 8x8 sensors 2 features 0xf scan_us 2500 boot_id 77 lost 0 model 'Raw board' firmware 'raw 1' serial 'R1'"
ok "a slow reader's loss is its own" expect info /dev/sensorboard0

reads $TMPDIR/a /dev/sensorboard0 2
raw r1 report $(report_hex 408 5000000 4,0,0,0)
wait_for lines $TMPDIR/a 2
echo "366 lost 3
367 pause @5000000" >$TMPDIR/want
ok "numbers that the board skipped are a loss" diff $TMPDIR/want $TMPDIR/a

leds=00ff$(printf '%0*d' 120 0)ff7f
clock=$(le32 300000)$(le32 299500)02000000
ok "LEDs" sb leds /dev/sensorboard0 $leds
ok "LEDs reach the board" raw_sent r1 "leds ${leds%????}ff7f"
ok "the clock" sb clock /dev/sensorboard0 300000 299500 2
ok "the clock reaches the board" raw_sent r1 "clock $clock"
want="clock: EINVAL"
ok "a clock that runs for nobody is refused" expect clock /dev/sensorboard0 1 1 3
want="leds: EINVAL"
ok "a light outside the board is refused" expect leds /dev/sensorboard0 $(printf '%0*d' 128 0)01
raw r1 out stall
want="clock: EPIPE"
ok "a board that refuses is told as such" expect clock /dev/sensorboard0 1 1 1
raw r1 out ok
raw r1 board silent
want="squares: ETIMEDOUT"
ok "a board that is silent is told as such" expect squares /dev/sensorboard0
raw r1 board 00
want="squares: EBADMSG"
ok "an answer that makes no sense is told as such" expect squares /dev/sensorboard0
ok "and in the log" kernel_says "whole board dropped: board is shorter than its header"
raw r1 board $(board_hex 408 0 $start_squares)
ok "the interface keeps its word" chardev-api /dev/sensorboard0

# clocks PROGRAM SEQ: two presses, numbered so by the board, to readers with different clocks
clocks() {
	rm -f $TMPDIR/clocks.go; mkfifo $TMPDIR/clocks.go
	rm -f $TMPDIR/clocks
	$1 /dev/sensorboard0 clocks $TMPDIR/clocks.go >$TMPDIR/clocks &
	clocks=$!
	wait_for grep -q open $TMPDIR/clocks && raw r1 report $(report_hex $2 5500000 3,0,1,0 3,0,2,1) || return 1
	echo >$TMPDIR/clocks.go
	wait $clocks || { cat $TMPDIR/clocks; return 1; }
}
ok "each open file chooses its clock" clocks chardev-api 409

# The same kernel, asked by a program of 32 bits.
if [ -x $here/build/tests/guest/sb-32 ]; then
	ok "32 bits: the interface keeps its word" chardev-api-32 /dev/sensorboard0
	ok "32 bits: each open file chooses its clock" clocks chardev-api-32 411
	for verb in info squares; do
		want=$(sb $verb /dev/sensorboard0)
		expect_32() { sb-32 "$@" >$TMPDIR/got; [ "$(cat $TMPDIR/got)" = "$want" ] || { echo "want: $want"; cat $TMPDIR/got; return 1; }; }
		ok "32 bits: $verb" expect_32 $verb /dev/sensorboard0
	done
	reads $TMPDIR/a /dev/sensorboard0 2
	sb=sb-32
	reads $TMPDIR/b /dev/sensorboard0 2
	sb=sb
	raw r1 report $(report_hex 413 18446744073709551000 2,63,k,200 3,0,2,300)
	wait_for lines $TMPDIR/a 2
	wait_for lines $TMPDIR/b 2
	ok "32 bits: events" diff $TMPDIR/a $TMPDIR/b
	ok "32 bits: LEDs" sb-32 leds /dev/sensorboard0 0102$(printf '%0*d' 120 0)0304
	ok "32 bits: LEDs reach the board" raw_sent r1 "leds 0102$(printf '%0*d' 120 0)0304"
	ok "32 bits: the clock" sb-32 clock /dev/sensorboard0 4294967295 1 1
	ok "32 bits: the clock reaches the board" raw_sent r1 "clock ffffffff0100000001000000"
else
	skip "32 bits" "no compiler for 32-bit programs was there (gcc-multilib; make deps)"
	raw r1 report $(report_hex 411 5600000 4,0,0,0 4,0,0,1 4,0,0,2 4,0,0,3)
fi

# Unplugged with one reader asleep, one file open and idle, and one event not yet read.
reads $TMPDIR/asleep /dev/sensorboard0
mkfifo $TMPDIR/line
sb hold /dev/sensorboard0 <$TMPDIR/line >$TMPDIR/held &
held=$!
exec 4>$TMPDIR/line
wait_for grep -q open $TMPDIR/held
wait_for asleep $reader
raw r1 report $(report_hex 415 6000000 3,0,2,0)
raw_unplug r1
wait $reader
ok "a reader asleep is woken, reads what was queued, and hears that the board is gone" \
	test "$(cat $TMPDIR/asleep | tr '\n' ,)" = "374 press 2 @6000000,read: ENODEV,"
ok "the node is gone" wait_for not test -e /dev/sensorboard0
echo >&4
exec 4>&-
wait $held
ok "an open file tells so too, after its last event" grep -qx "poll in err hup, read ok, ioctl ENODEV" $TMPDIR/held

raw_plug r1 1
wait_for test -c /dev/sensorboard0
raw r1 board silent
asked() { [ $(grep -cx "request 2" $TMPDIR/r1.out) -gt $before ]; }
before=$(grep -cx "request 2" $TMPDIR/r1.out)
sb squares /dev/sensorboard0 >$TMPDIR/silent &
silent=$!
wait_for asked
raw_unplug r1
wait $silent
# Which of the two depends on who notices first.
ok "unplugging ends a request that the board does not answer" grep -qxE "squares: (ENODEV|EPROTO)" $TMPDIR/silent
raw r1 board $(board_hex 0 0 $start_squares)
raw_plug r1 1
wait_for test -c /dev/sensorboard0
raw r1 board silent
before=$(grep -cx "request 2" $TMPDIR/r1.out)
sb squares /dev/sensorboard0 >$TMPDIR/silent &
silent=$!
wait_for asked
echo 2-1:1.0 >/sys/bus/usb/drivers/sensorboard/unbind
wait $silent
ok "and so does unbinding, with the board still there" diff $TMPDIR/silent - <<-END
	squares: ENODEV
END
raw_unplug r1
wait_for not test -e /sys/bus/usb/devices/2-1
raw r1 board $(board_hex 0 0 $start_squares)

raw_plug r1 1
ok "on another port it is a board again" wait_for test -c /dev/sensorboard0
ok "the module is in use by nobody" unload
ok "the node goes with the module" not test -e /dev/sensorboard0
raw_free r1
finish
