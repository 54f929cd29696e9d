# SPDX-License-Identifier: GPL-2.0-or-later
# What a reset finds: the same board, the same one started again, another one. And it waits for the request that is under way,
# however many readers wait to make one.
# guest: timeout 300
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

usb=/sys/bus/usb/devices/1-1
reset_board() { usb-reset $(cat $usb/busnum) $(cat $usb/devnum); }
lost_times() { [ $(grep -c lost $TMPDIR/a) -ge $1 ]; }
heard_change() { grep -q "SENSORBOARD_CHANGED=1" $TMPDIR/uevents; }
node_is() { [ "$(stat -c '%t:%T' /dev/sensorboard0)" = "$1" ]; }

start_udev >/dev/null
load
raw_make r1 0x1209 0x0003
raw_plug r1 0
wait_for test -c /dev/sensorboard0
device=$(readlink -f /sys/class/sensorboard/sensorboard0)
udevadm monitor --kernel --property --subsystem-match=sensorboard >$TMPDIR/uevents 2>&1 &
monitor=$!
wait_for grep -q KERNEL $TMPDIR/uevents
reads $TMPDIR/a /dev/sensorboard0
first=$reader
log_mark

ok "a reset of the same board" reset_board
ok "readers are told that something may be missing" wait_for lost_times 1
ok "nobody is told that it is another" not heard_change
want="boot 77"
ok "the squares say which start of the board their time belongs to" sh -c "sb boot /dev/sensorboard0 | grep -qx '$want'"

raw r1 info $(boot_id=78 firmware="raw 2" features=1 info_hex)
ok "a reset after which the board has started again, with other firmware" reset_board
ok "readers are told" wait_for lost_times 2
ok "the log says so" kernel_says "sensorboard0: started again, firmware raw 2"
ok "and so does udev" wait_for heard_change
ok "the squares are of the new start" sh -c "sb boot /dev/sensorboard0 | grep -qx 'boot 78'"
ok "info is the new one" sh -c "sb info /dev/sensorboard0 | grep -q \"features 0x1 .*boot_id 78 .*firmware 'raw 2'\""
ok "it is the same device" test -e $device
ok "its reader still reads" not grep -q ENODEV $TMPDIR/a

# A board that takes its time.
raw r1 slow 400
requests() { grep -cx "request 2" $TMPDIR/r1.out; }
asks() { while :; do sb squares /dev/sensorboard0 >/dev/null 2>&1 || sleep 0.1; done; }
asked_since() { [ $(requests) -gt $1 ]; }
# The reset waits for the request that is under way and makes one itself; another may begin before it is over for good.
for callers in 1 12 50; do
	askers=
	for i in $(seq $callers); do asks & askers="$askers $!"; done
	before=$(requests)
	wait_for asked_since $before
	usb-reset $(cat $usb/busnum) $(cat $usb/devnum) $TMPDIR/r1.out "request 2" >$TMPDIR/reset
	read -r made ms <$TMPDIR/reset
	echo "# a reset with $callers callers: $made requests, $ms ms"
	ok "a reset with $callers callers waits for one of them" test ${made:-99} -le 3
	kill $askers; wait $askers 2>/dev/null
done
raw r1 slow 0

raw r1 info $(serial=R2 info_hex)
reset_board
ok "after a reset with another serial number the old board is gone" wait_for grep -q ENODEV $TMPDIR/a
wait $first
ok "the log says so" kernel_says "it is another board after the reset"
new_node() { node=$(grep -lx R2 /sys/class/sensorboard/*/serial) && node=${node%/serial} && node=/dev/${node##*/}; }
ok "and the new one is there" wait_for new_node

# The first who opens it has it asked how far it has counted, and all wait for that. When a reset comes meanwhile, they go on waiting.
raw r1 slow 900
before=$(requests)
callers $node 25 &
callers=$!
wait_for asked_since $before
usb-reset $(cat $usb/busnum) $(cat $usb/devnum) $TMPDIR/r1.out "request 2" >$TMPDIR/reset
read -r made ms <$TMPDIR/reset
echo "# a reset while the board is asked for the first of 25 callers: $made requests, $ms ms"
ok "a reset while the board is asked for the first reader waits for that alone" test ${made:-99} -le 3
kill $callers; wait $callers 2>/dev/null
raw r1 slow 0

ok "who may only read may ask" env SB_READ_ONLY=1 sb squares $node
ok "but not set the clock" sh -c "SB_READ_ONLY=1 sb clock $node 1000 1000 1 | grep -qx 'clock: EBADF'"
ok "nor light squares" sh -c "SB_READ_ONLY=1 sb leds $node ff | grep -qx 'leds: EBADF'"
kill $monitor
raw_free r1
ok "the module unloads" unload
finish
