# SPDX-License-Identifier: GPL-2.0-or-later
# What one user, or one board, cannot use up: the places of those who have a board open, and the numbers of nodes.
# guest: timeout 300
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

driver=/sys/bus/usb/drivers/sensorboard
node=/dev/sensorboard0
# open_as NAME NODE COUNT UID [SUB]: many-files in the background, with its input held open; it has said how far it came
users=
open_as() {
	name=$1; shift
	rm -f $TMPDIR/line.$name; mkfifo $TMPDIR/line.$name
	many-files "$@" <>$TMPDIR/line.$name >$TMPDIR/user.$name 2>&1 &
	users="$users $!"
	wait_for grep -q . $TMPDIR/user.$name
}
said() { [ "$(tail -n 1 $TMPDIR/user.$1)" = "$2" ] || { cat $TMPDIR/user.$1; return 1; }; }

load
raw_make l1 0x1209 0x0003
raw_plug l1 0
wait_for test -c $node
raw_make l2 0x1209 0x0004
raw_plug l2 1
wait_for node_of 1
chmod 666 /dev/sensorboard*

open_as player $node 40 1000
ok "a user has a board open 16 times" said player "16 EUSERS"
open_as other $node 16 1001
ok "another user does not notice" said other "16 ok"
open_as daemon $node 3 990
ok "nor does the daemon" said daemon "3 ok"
open_as elsewhere $(node_of 1) 16 1000
ok "it is another board's 16 times, too" said elsewhere "16 ok"
open_as root $node 40 0
ok "root has as many as it likes" said root "40 ok"
open_as again $node 1 1000
ok "as another program the user has no more" said again "0 EUSERS"
open_as sub $node 1 1000 5
if grep -q user: $TMPDIR/user.sub; then
	skip "nor as somebody in a namespace of the user's own" "this kernel has no user namespaces"
else
	ok "nor as somebody in a namespace of the user's own" said sub "0 EUSERS"
	open_as service $node 40 0 990
	ok "a service in a namespace that root has made has 16 of its own" said service "16 EUSERS"
fi
echo >$TMPDIR/line.player
ok "who closes one can open another" wait_for said player "again ok"

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
raw_free l2
ok "the module unloads" unload
finish
