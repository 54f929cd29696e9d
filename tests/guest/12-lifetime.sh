# SPDX-License-Identifier: GPL-2.0-or-later
# guest: boot cpus 2
# guest: modules usbmon
# guest: timeout 240
# Reset, suspend, a halted endpoint, unbinding, and a storm of readers while the board comes and goes.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }
read_is() { wait_for lines $TMPDIR/a $(wc -l <$TMPDIR/want); diff $TMPDIR/want $TMPDIR/a; }
usb=/sys/bus/usb/devices/1-1

load
raw_make r1 0x1209 0x0003
raw_plug r1 0
wait_for test -c /dev/sensorboard0
reads $TMPDIR/a /dev/sensorboard0

# What the transfers end with is seen by usbmon, and the host's part of clearing a halt by a probe: the board begins with DATA0 again, and
# a host that does not would drop its next packet (USB 2.0, 9.4.5), which no bus in here does.
debug=/sys/kernel/debug mon= probe=
grep -q " $debug " /proc/mounts || mount -t debugfs debugfs $debug
if [ -e $debug/usb/usbmon/1u ]; then
	cat $debug/usb/usbmon/1u >$TMPDIR/transfers &
	mon=$!
fi
if echo p:toggle usb_reset_endpoint >$debug/tracing/kprobe_events; then
	probe=$debug/tracing
	echo 1 >$probe/events/kprobes/toggle/enable
	echo >$probe/trace
fi 2>/dev/null
ended() { grep -c " C Ii:.* $1:[0-9]* " $TMPDIR/transfers; }

raw r1 report $(report_hex 1 100 3,0,1,0)
ok "a halted endpoint" raw r1 halt
raw r1 report $(report_hex 2 200 3,0,2,0)
for press in 3 4 5 6; do raw r1 report $(report_hex $press ${press}00 3,0,1,0); done
for press in 1:1 2:2 3:1 4:1 5:1 6:1; do echo "${press%:*} press ${press#*:} @${press%:*}00"; done >$TMPDIR/want
ok "is cleared, and reading goes on" read_is
if [ "$mon" ]; then
	all_ended() { [ $(ended 0) -ge 6 ]; }
	wait_for all_ended
	ok "no transfer has failed but at the halt, nor was one taken back" test "$(ended 0) $(ended -32) $(ended -2)" = "6 1 0"
	kill $mon
else
	skip "no transfer has failed but at the halt, nor was one taken back" "this kernel has no usbmon"
fi
if [ "$probe" ]; then
	ok "the host begins with DATA0, too" grep -q toggle: $probe/trace
	echo 0 >$probe/events/kprobes/toggle/enable
	echo >$probe/kprobe_events
else
	skip "the host begins with DATA0, too" "this kernel has no probes"
fi

# After a reset the board counts from 1 again and says so by the whole board.
raw r1 info $(boot_id=78 info_hex)
raw r1 board $(board_hex 0 0 $start_squares)
ok "a reset" usb-reset $(cat $usb/busnum) $(cat $usb/devnum)
raw r1 report $(report_hex 1 50 3,0,1,0)
echo "7 lost 1
8 press 1 @50" >>$TMPDIR/want
ok "is a loss to readers, who keep the open file" read_is
ok "the info is asked anew" eval "sb info /dev/sensorboard0 | grep -q 'boot_id 78'"

raw r1 info $(width=10 info_hex)
ok "another board after a reset" usb-reset $(cat $usb/busnum) $(cat $usb/devnum)
wait $reader
ok "is not the same: the readers hear that theirs is gone" grep -q ENODEV $TMPDIR/a
raw r1 info $(info_hex)
raw_unplug r1
wait_for not test -e $usb
raw_plug r1 0
wait_for test -c /dev/sensorboard0

reads $TMPDIR/a /dev/sensorboard0
if echo devices >/sys/power/pm_test 2>/dev/null && echo freeze >/sys/power/state; then
	echo none >/sys/power/pm_test
	raw r1 report $(report_hex 2 60 3,0,1,0)
	ok "reading goes on after a suspend" wait_for grep -q "press 1 @60" $TMPDIR/a
else
	skip "reading goes on after a suspend" "this kernel cannot test suspending"
fi

echo 1-1:1.0 >/sys/bus/usb/drivers/sensorboard/unbind
wait $reader
ok "unbinding wakes readers" grep -q ENODEV $TMPDIR/a
ok "and takes the node away" not test -e /dev/sensorboard0
echo 1-1:1.0 >/sys/bus/usb/drivers/sensorboard/bind
ok "binding brings it back" wait_for test -c /dev/sensorboard0

mkfifo $TMPDIR/line
sb hold /dev/sensorboard0 <$TMPDIR/line >$TMPDIR/held &
held=$!
exec 4>$TMPDIR/line
wait_for grep -q open $TMPDIR/held
ok "a module in use cannot be unloaded" not rmmod sensorboard
raw_unplug r1
wait_for not test -e /dev/sensorboard0
ok "nor while the board is gone and a file still open" not rmmod sensorboard
echo >&4
exec 4>&-
wait $held
ok "only after the last file is closed" unload

load
storm /dev/sensorboard0 $TMPDIR/stop >$TMPDIR/storm &
storm=$!
(seq=1; while [ ! -e $TMPDIR/stop ]; do
	echo report $(report_hex $seq $seq 1,0,R,0 2,0,R,1 5,0,0,2) >$TMPDIR/r1.in; seq=$((seq + 3)); sleep 0.05
done) &
feeder=$!
i=0
while [ $i -lt 15 ]; do
	raw_plug r1 $((i % 4)) && wait_for test -c /dev/sensorboard0 || break
	sleep 0.$((i % 4))
	raw_unplug r1
	wait_for not test -e /dev/sensorboard0
	i=$((i + 1))
done
touch $TMPDIR/stop
wait $storm
ok "readers and pollers live through it, and meet no strange error" test $? -eq 0
ok "15 times plugged and unplugged, 15 times a board" test $i -eq 15
echo "# $(cat $TMPDIR/storm)"
wait $feeder
raw_free r1
ok "the module unloads after the storm" unload
finish
