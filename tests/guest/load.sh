# SPDX-License-Identifier: GPL-2.0-or-later
# Eight boards that send a thousand events a second each, to three readers each. Source it with seconds set.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

load
boards="0 1 2 3 4 5 6 7"
nodes=
for i in $boards; do
	raw_make b$i 0x1209 0x000$((i + 1)) >/dev/null && raw_plug b$i $i && wait_for test -c /dev/sensorboard$i
	nodes="$nodes /dev/sensorboard$i"
done
ok "eight boards are plugged in" ls $nodes

# Four events in a report, 250 reports a second: as many as the bus of dummy_hcd has frames.
reports=$((250 * seconds))
usb-load 3 $((4 * reports)) $nodes >$TMPDIR/load &
load=$!
wait_for grep -q open $TMPDIR/load
read -r began _ </proc/uptime
for i in $boards; do
	echo "pace $reports 250 $(report_hex 1 1000 1,12,P,0 2,28,P,1 3,0,1,2 4,0,0,3)" >$TMPDIR/b$i.in
done
wait $load
ok "1,000 events a second of each, to three readers each, for $seconds seconds: none lost, and memory stays" test $? -eq 0
read -r ended _ </proc/uptime
echo "# $(tail -n 1 $TMPDIR/load), in $(awk "BEGIN { print $ended - $began }") seconds"
grep -v open $TMPDIR/load | sed '$d; s/^/# /' | head -n 20
ok "the module counts no loss" test "$(cat /sys/class/sensorboard/*/lost | sort -u)" = 0
for i in $boards; do raw_free b$i; done
ok "the module unloads" unload
finish
