# SPDX-License-Identifier: GPL-2.0-or-later
# make bench-usb: the same reports through sensorboard.ko and through usbhid and hidraw, in turn. Not among the tests that make check
# runs. Lines that begin with bench- are for tests/bench/usb.
# guest: boot
# guest: icount
# guest: modules usbhid hid-generic
# guest: timeout 3000
# guest: files build/bench-usb.options
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

# run KIND N: one gadget, N reports
run() {
	rm -f $TMPDIR/run
	raw_gadget bench 0x1209 0x0001 || return 1
	usb-bench $TMPDIR/ffs-bench $1 $2 $TMPDIR/latencies.$1 >$TMPDIR/run 2>&1 &
	run=$!
	wait_for grep -q ready $TMPDIR/run && raw_plug bench 0 && wait $run
	run=$?
	sed -n "s/^$1 /bench-run $1 /p" $TMPDIR/run
	[ $run -eq 0 ] || cat $TMPDIR/run
	raw_unplug bench 2>/dev/null	# where the program has not done so as it ended
	wait_for not test -e /sys/bus/usb/devices/1-1
	raw_gadget_free bench
	return $run
}

read -r runs reports <$here/build/bench-usb.options
load
run board 500 >/dev/null && run hid 500 >/dev/null	# to warm up
rm -f $TMPDIR/latencies.*
i=0
while [ $i -lt $runs ]; do
	run board $reports && run hid $reports || break
	i=$((i + 1))
done
ok "$runs runs of $reports reports each" test $i -eq $runs
for kind in board hid; do echo "bench-all $kind $(usb-bench sum $TMPDIR/latencies.$kind)"; done
unload
finish
