# SPDX-License-Identifier: GPL-2.0-or-later
# A bus that fails, and stays so, reports longer than a packet, a board that floods and then vanishes.
# guest: timeout 240
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }
read_is() { wait_for lines $TMPDIR/a $(wc -l <$TMPDIR/want); diff $TMPDIR/want $TMPDIR/a; }
usb=/sys/bus/usb/devices/1-1
configure() { usb-configure $(cat $usb/busnum) $(cat $usb/devnum) $1; }
failures() { log_since | grep "interrupt transfer failed: -71"; }
failed_times() { [ $(failures | wc -l) -ge $1 ]; }

load
raw_make t1 0x1209 0x0007
raw_plug t1 0
wait_for test -c /dev/sensorboard0
reads $TMPDIR/a /dev/sensorboard0
first=$reader
raw t1 report $(report_hex 1 100 3,0,1,0)

# The endpoint is off, and the driver does not know: every transfer fails at once. (On a kernel without dynamic debugging the module
# always tells of it: tests/debug/build.mk.)
tells() { [ ! -e /proc/dynamic_debug/control ] || echo "module sensorboard $1" >/proc/dynamic_debug/control; }
tells +p
log_mark
ok "the board's endpoint goes off" configure 0
# (A second of failures, and the device is reset: so it goes on as soon as it was tried again.)
ok "transfers fail, and are tried again" wait_for failed_times 2
ok "it goes on again" configure 1
raw t1 report $(report_hex 2 200 3,0,2,0)
reset_asked() { kernel_says "interrupt transfers keep failing \(-71\); resetting the device"; }
echo "1 press 1 @100" >$TMPDIR/want
# A machine that was too slow for that second has seen a reset, and readers are told: numbers are one higher from there on.
more=0
wait_for lines $TMPDIR/a 2
if reset_asked; then
	more=1
	echo "2 lost 1" >>$TMPDIR/want
fi
echo "$((2 + more)) press 2 @200" >>$TMPDIR/want
ok "and reading with it, nothing lost without a word" read_is

# It goes off for good, as far as the transfers can tell: what is left is what usbhid does, too.
log_mark
ok "the endpoint goes off and stays off" configure 0
ok "the device is reset" wait_for reset_asked
# 10, 20, 40 ms and so on to the second, of which the kernel's log has the times; less a tick of the kernel's clock each.
failures >$TMPDIR/failures
ok "before that, transfers are tried again after ever longer pauses" awk -F'[][]' '
	{ if (NR > 1 && $2 - last < pause - 0.005) { print "only " $2 - last " s before failure " NR; bad = 1 }
	  if (NR > 1 && pause < 1) pause *= 2; if (NR == 1) pause = 0.010; last = $2 }
	END { exit bad || NR < 7 }' $TMPDIR/failures
raw t1 board $(board_hex 2 0 $start_squares)
echo "$((3 + more)) lost 1" >>$TMPDIR/want
ok "readers are told" read_is
raw t1 report $(report_hex 3 300 3,0,1,0)
echo "$((4 + more)) press 1 @300" >>$TMPDIR/want
ok "and reading goes on by itself" read_is
tells -p

# What is longer than a packet ends in the next transfer: that is a report which makes no sense, and the first is one too long.
raw t1 report $(report_hex 4 300 4,0,0,0 4,0,0,1 4,0,0,2 4,0,0,3 4,0,0,4 4,0,0,5)$(printf '%0*d' 200 0)
raw t1 report $(report_hex 10 400 3,0,1,0)
wait_for grep -q @400 $TMPDIR/a
# (What was lost between has no time of the board.)
numbers() { for number; do printf '%d %s,' $((${number%%:*} + more)) "$(echo ${number#*:} | tr - ' ')"; done; }
ok "what a report has too much is lost, and counted" test "$(sed -n "$((5 + more)),\$s/ @.*//p" $TMPDIR/a | tr '\n' ,)" = \
	"$(numbers 5:pause 6:pause 7:pause 8:pause 9:pause 10:pause 13:press-1)"

# As fast as the bus takes it, until the cable is pulled.
reads $TMPDIR/b /dev/sensorboard0
second=$reader
mkfifo $TMPDIR/go
sb drain /dev/sensorboard0 $TMPDIR/go >$TMPDIR/slow &
slow=$!
wait_for grep -q open $TMPDIR/slow
echo "flood 1000000 $(report_hex 11 1000 1,0,R,0 2,0,R,1 1,1,N,2 2,1,N,3 3,0,1,4 3,0,2,5)" >$TMPDIR/t1.in
wait_for lines $TMPDIR/b 1000
raw_unplug t1
wait $first $second
echo >$TMPDIR/go
wait $slow
# contiguous FILE: numbers go up by one, and by what a loss counts
contiguous() {
	awk '/^[0-9]/ { first = $2 == "lost" ? $1 - $3 + 1 : $1
		if (last && first != last + 1) { print "after " last ": " $0; bad = 1 }
		last = $1 }
		/ENODEV/ { gone = 1 }
		END { exit bad || !gone || !last }' $1
}
for f in a b slow; do
	ok "of a flood that ends with the cable pulled, every number is told or counted ($f)" contiguous $TMPDIR/$f
done
ok "the three agree on the last one" test $(sed -n '/^[0-9]/h;${x;s/ .*//p}' $TMPDIR/a) = $(sed -n '/^[0-9]/h;${x;s/ .*//p}' $TMPDIR/slow)
ok "a reader who does not read costs no more than its queue" test $(wc -l <$TMPDIR/slow) -eq 258
echo "# $(wc -l <$TMPDIR/a) records"
raw_free t1
ok "the module unloads" unload
finish
