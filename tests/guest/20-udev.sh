# SPDX-License-Identifier: GPL-2.0-or-later
# udev's names for boards, who may use them, and what libboard's watch tells of boards that come and go.
. /flagfall/tests/guest/lib.sh

one() { flagfall-sim --tell $TMPDIR/one "$@" >/dev/null; }
two() { flagfall-sim --tell $TMPDIR/two "$@" >/dev/null; }
watched() { [ "$(sed -n "$1p" $TMPDIR/watched)" = "$2" ] || { cat $TMPDIR/watched; return 1; }; }
told() { [ $(wc -l <$TMPDIR/watched) -ge $1 ]; }
leads_to() { [ "$(readlink -f $1)" = $2 ] || { ls -lR /dev/sensorboard; return 1; }; }
property() { udevadm info --query=property --name=$1 | grep -qx "$2" || { udevadm info --query=property --name=$1; return 1; }; }
id=/dev/sensorboard/by-id

start_udev >/dev/null
load
boards watch >$TMPDIR/watched &
watch=$!
flagfall-sim --gadget dummy_udc.0 --serial 0007 --model "Board A" --control $TMPDIR/one </dev/null &
sim_one=$!
ok "the watch tells of a board" wait_for told 1
first=$(udevadm info --query=path --name=/dev/sensorboard0 | sed 's,.*/\([^/]*\)/[^/]*:[^/]*/sensorboard/.*,\1,')
by_id=$(ls -d $id/*_0007)
ok "with its node, name, port, serial number and model" watched 1 \
	"added chardev:/dev/sensorboard0 $by_id $first 0007 $(cat /sys/bus/usb/devices/$first/product)"
ok "the node belongs to the group flagfall" test "$(stat -c %U:%G:%a /dev/sensorboard0)" = root:flagfall:660
usb=$(printf '/dev/bus/usb/%03d/%03d' $(cat /sys/bus/usb/devices/$first/busnum) $(cat /sys/bus/usb/devices/$first/devnum))
ok "its USB node does, too, for reading it without the module" test "$(stat -c %G:%a $usb)" = flagfall:664
ok "but no other device's" test "$(stat -c %G /dev/bus/usb/001/001)" = root
ok "its by-id name leads to it" leads_to $by_id /dev/sensorboard0
by_path=$(ls -d /dev/sensorboard/by-path/*)
ok "its by-path name leads to it" leads_to "$by_path" /dev/sensorboard0
ok "people read whose ids it has" property /dev/sensorboard0 "ID_MODEL_FROM_DATABASE=Sensor board with a test id"
ok "nobody at the screen gets it by himself" not property /dev/sensorboard0 ".*:uaccess:.*"

# The cable is pulled, another board takes the port and the number, the first one goes elsewhere.
one unplug
ok "the watch tells that it has gone" wait_for told 2
ok "by all its names" watched 2 "removed $(sed -n '1s/added //p' $TMPDIR/watched)"
ok "its names go with it" wait_for test ! -e $by_id
flagfall-sim --gadget dummy_udc.0 --name flagfall2 --serial 0008 --model "Board B" --control $TMPDIR/two </dev/null &
sim_two=$!
wait_for told 3
one plug dummy_udc.1
ok "two boards are told" wait_for told 4
ok "the other board has the number now" leads_to $id/*_0008 /dev/sensorboard0
ok "the first one's name leads to its new number" leads_to $by_id /dev/sensorboard1
second=$(udevadm info --query=path --name=/dev/sensorboard1 | sed 's,.*/\([^/]*\)/[^/]*:[^/]*/sensorboard/.*,\1,')
ok "and the watch tells of its new port" watched 4 \
	"added chardev:/dev/sensorboard1 $by_id $second 0007 $(cat /sys/bus/usb/devices/$second/product)"
ok "its port is another one" test "$first" != "$second"
ok "the port's name leads to the other board" leads_to "$by_path" /dev/sensorboard0

ok "a board is opened by its name" boards squares chardev:$by_id

# The module goes and comes while they stay.
lines() { [ "$(sed -n "$1" $TMPDIR/watched | grep -c "$2")" = $3 ] || { cat $TMPDIR/watched; return 1; }; }
ok "the module unloads with the boards plugged in" unload
ok "each is told twice" wait_for told 8
ok "they have no node any more" lines 5,8p '^removed chardev:' 2
ok "they are there for libusb" lines 5,8p '^added usb:/dev/bus/usb/' 2
load
ok "with the module each is told twice, too" wait_for told 12
ok "they have gone from libusb" lines 9,12p '^removed usb:' 2
ok "they have nodes" lines 9,12p '^added chardev:/dev/sensorboard' 2
one quit; wait $sim_one
two quit; wait $sim_two
ok "both go" wait_for told 14
kill $watch
ok "the module unloads" unload
finish
