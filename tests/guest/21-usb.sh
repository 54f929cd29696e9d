# SPDX-License-Identifier: GPL-2.0-or-later
# A board without the module, through libusb: the same events with the same numbers as through the module.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }
says() { boards "$@" >$TMPDIR/says && return 1; grep -q "$want" $TMPDIR/says || { cat $TMPDIR/says; return 1; }; }

# play URI FILE: what is read while the board sends a move, heartbeats, a gap, an unknown event and a report too short
play() {
	rm -f $2
	boards read $1 40 >$2 &
	reader=$!
	wait_for grep -qx open $2
	raw u1 report $(report_hex 42 1000 1,12,P,0 2,28,P,250 3,0,1,300)
	raw u1 report $(report_hex 45 2000 5,0,0,0)
	raw u1 report $(report_hex 46 3000 4,0,0,0)
	wait_for lines $2 6
	raw u1 report $(report_hex 50 4000 3,0,2,0)
	raw u1 report $(report_hex 51 5000 9,0,0,0 1,52,p,1)
	raw u1 report 0101
	raw u1 report $(report_hex 54 6000 2,36,p,0)
	wait_for lines $2 12
	raw_unplug u1
	wait $reader
}

unload 2>/dev/null
ok "a board is plugged in, and there is no module" raw_make u1 0x1209 0x0001
raw u1 info $(serial=U1 info_hex)
raw u1 board $(board_hex 41 900 $start_squares)
raw_plug u1 0
ok "it is found by its serial number" wait_for boards squares usb:u1
port=$(basename $(dirname $(grep -lx u1 /sys/bus/usb/devices/*/serial)))
ok "and by its port" boards squares usb:$port
node=$(printf '/dev/bus/usb/%03d/%03d' $(cat /sys/bus/usb/devices/$port/busnum) $(cat /sys/bus/usb/devices/$port/devnum))
ok "and by its node" boards squares usb:$node
ok "the whole board" test "$(boards squares usb:$port)" = "seq 0 lever 0 @900 $start_squares"
ok "lights and times are shown" boards show usb:$port
want="no board on USB is at this port" ok "another name finds nothing" says squares usb:9-9
want="is not a sensor board" ok "another device is no board" says squares usb:/dev/bus/usb/001/001
play usb:$port $TMPDIR/usb
ok "unplugged in the middle, it ends" grep -qx ENODEV $TMPDIR/usb

load
raw u1 board $(board_hex 41 900 $start_squares)
raw_plug u1 0
wait_for test -c /dev/sensorboard0
want="the kernel's driver" ok "what the module has is not taken from it" says squares usb:u1
play chardev:/dev/sensorboard0 $TMPDIR/module
ok "module and libusb tell the same" diff $TMPDIR/module $TMPDIR/usb
ok "all of it" test $(wc -l <$TMPDIR/usb) -ge 13
cat $TMPDIR/usb | sed 's/^/# /'

raw_free u1
ok "the module unloads" unload
finish
