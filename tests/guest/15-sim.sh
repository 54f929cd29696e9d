# SPDX-License-Identifier: GPL-2.0-or-later
# The emulated board as a USB device: it enumerates, comes and goes, and leaves nothing behind.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

say() { flagfall-sim --tell $TMPDIR/control "$@" >$TMPDIR/answer || { cat $TMPDIR/answer; return 1; }; }
knows() { say status && grep -q "$1" $TMPDIR/answer || { cat $TMPDIR/answer; return 1; }; }
taken() {
	for square in e3 e4 e5 e6 d3 d4 d5 d6; do say place $square Q || return 1; done
	say flush
}
nodes() { [ "$(ls /dev/sensorboard[0-9]* 2>/dev/null | wc -l)" = "$1" ]; }
speed() { cat /sys/bus/usb/devices/*/speed | grep -qx 12; }
# Only what says the magic word is a board.
declined() { wait_for kernel_says "$1" && nodes 0; }

ok "the module loads" load
log_mark
flagfall-sim --gadget dummy_udc.0 --serial GUEST1 --model "Guest board" --speed max --control $TMPDIR/control </dev/null &
sim=$!
ok "a node appears" wait_for nodes 1
ok "at full speed" speed
ok "with its serial number" grep -qx GUEST1 /sys/bus/usb/devices/*/serial
ok "the host has asked what it is" knows '"info_asked":[1-9]'
reads $TMPDIR/a /dev/sensorboard0
ok "events are taken by the host" taken
ok "the cable is pulled" say unplug
ok "the node goes" wait_for nodes 0
wait $reader
ok "the cable goes into another port" say plug dummy_udc.1
ok "a node appears again" wait_for nodes 1
# More than the board and the driver hold on to: nobody has the node open.
ok "time passes though nobody listens" say time 30000
ok "the board goes" say quit
wait $sim
ok "and its node" wait_for nodes 0
ok "and its gadget" test ! -e /sys/kernel/config/usb_gadget/flagfall
ok "and its mount" not grep -q functionfs /proc/mounts

for fault in "info-garbage magic" "info-version version" "info-stall stall" "info-short shorter"; do
	reason=${fault#* } fault=${fault% *}
	log_mark
	flagfall-sim --gadget dummy_udc.0 --fault $fault --control $TMPDIR/control </dev/null &
	sim=$!
	ok "$fault is declined with a reason" declined "sensorboard .*$reason"
	say quit; wait $sim
done
ok "the module unloads" unload
finish
