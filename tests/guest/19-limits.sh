# SPDX-License-Identifier: GPL-2.0-or-later
# What one user, or one board, cannot use up: the places of those who have a board open, the numbers of nodes, the kernel's log.
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
second=$(node_of 1)
wait_for test -c $second
# Where udev runs, it sets the mode, too.
! pidof systemd-udevd >/dev/null || udevadm settle
chmod 666 $node $second

open_as player $node 40 1000
ok "a user has a board open 16 times" said player "16 EUSERS"
open_as other $node 16 1001
ok "another user does not notice" said other "16 ok"
open_as daemon $node 3 990
ok "nor does the daemon" said daemon "3 ok"
open_as elsewhere $second 16 1000
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

# lines_since UPTIME PATTERN MOST SECONDS: no more than MOST each so many seconds
uptime() { cut -d. -f1 /proc/uptime; }
lines_since() {
	lines=$(log_since | grep -cE "$2")
	echo "# $lines lines in $(($(uptime) - $1)) s: $2"
	[ $lines -gt 0 ] && [ $lines -le $(($3 * (1 + ($(uptime) - $1) / $4))) ]
}
raw l1 board stall
log_mark; began=$(uptime)
for i in $(seq 60); do sb info $node; done >/dev/null
ok "a board that cannot be read, and is opened again and again, does not fill the log" lines_since $began "cannot read the whole board" 10 5
raw l1 board 00
log_mark; began=$(uptime)
for i in $(seq 60); do sb squares $node; done >/dev/null
ok "nor does one that answers nonsense" lines_since $began "whole board dropped" 10 5
raw l1 board $(board_hex 0 0 $start_squares)
raw_unplug l1
wait_for not raw_on 0
raw l1 info $(magic=00000000 info_hex)
raw_plug l1 0
rebind() { i=0; while [ $i -lt 300 ]; do
	tries=200
	until echo 1-1:1.0 >$driver/bind; do tries=$((tries - 1)); [ $tries -gt 0 ] || return 1; sleep 0.01; done 2>/dev/null
	i=$((i + 1))
done; }
log_mark; began=$(uptime)
ok "what is no board is offered to the driver 300 times" rebind
ok "nor does that fill the log, though all boards of a hall have a line" lines_since $began "not accepted" 256 60
raw_free l1
raw_free l2
ok "the module unloads" unload
finish
