# SPDX-License-Identifier: GPL-2.0-or-later
# What one user, or one board, cannot use up: the numbers of nodes.
# guest: timeout 300
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

driver=/sys/bus/usb/drivers/sensorboard
node=/dev/sensorboard0
users=
load
raw_make l1 0x1209 0x0003
raw_plug l1 0
wait_for test -c $node
# All that have it open keep it while it goes and comes: its number is not kept.
numbers() { for i in 1 2 3 4 5; do
	echo 1-1:1.0 >$driver/unbind && wait_for not test -e $node && echo 1-1:1.0 >$driver/bind && wait_for test -c $node || return 1
	[ "$(node_of 0)" = $node ] || return 1
	sb read $node >$TMPDIR/held.$i 2>&1 & users="$users $!"
	wait_for grep -q open $TMPDIR/held.$i || return 1
done; }
ok "a board that goes and comes has the same number, whoever still holds the one before" numbers
ok "who holds one that is gone hears so" wait_for grep -q ENODEV $TMPDIR/held.4
raw l1 report $(report_hex 1 100 3,0,1,0)
ok "who has opened the one that is there reads it" wait_for grep -q "press 1" $TMPDIR/held.5
end_all $users

raw_free l1
ok "the module unloads" unload
finish
