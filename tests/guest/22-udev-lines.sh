# SPDX-License-Identifier: GPL-2.0-or-later
# Boards behind adapters with a tty: real ttyACM nodes with the ids of a DGT board, gadgets of this kernel, and an emulated board (or
# nothing that is one) at the other end of their lines. What udev's rules make of the nodes, how the daemon finds the boards by their
# ids and then by what they answer, and that it lets go of the rest.
# guest: modules usb_f_acm cdc-acm
# guest: timeout 300
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh
. /flagfall/tests/road/emulated.sh

gadgets=/sys/kernel/config/usb_gadget
# acm NAME UDC VENDOR PRODUCT SERIAL: a gadget with one line, whose end on this side is $(line NAME)
acm() {
	mkdir -p $gadgets/$1/strings/0x409 $gadgets/$1/configs/c.1 $gadgets/$1/functions/acm.$1
	echo $3 >$gadgets/$1/idVendor; echo $4 >$gadgets/$1/idProduct
	echo $5 >$gadgets/$1/strings/0x409/serialnumber
	echo "Made up" >$gadgets/$1/strings/0x409/manufacturer; echo "Line $1" >$gadgets/$1/strings/0x409/product
	ln -s $gadgets/$1/functions/acm.$1 $gadgets/$1/configs/c.1/
	stty -F $(line $1) raw -echo
	echo $2 >$gadgets/$1/UDC
}
line() { echo /dev/ttyGS$(cat $gadgets/$1/functions/acm.$1/port_num); }
pull() { echo >$gadgets/$1/UDC; }
# joined NAME: the emulator's line and the gadget's are one, until the cable is pulled
joined() {
	cat $TMPDIR/$1.line >$(line $1) &
	pids="$pids $!"
	cat $(line $1) >$TMPDIR/$1.line &
	pids="$pids $!"
}
# node SERIAL: the host's end
by_id() { ls -d /dev/serial/by-id/*_$1-* 2>/dev/null; }
has_node() { [ -c "$(readlink -f "$(by_id $1)")" ]; }
node() { readlink -f "$(by_id $1)"; }
property() { udevadm info --query=property --name=$1 | grep -qx "$2" || { udevadm info --query=property --name=$1; return 1; }; }
mode() { [ "$(stat -c '%G %a' $1)" = "$2" ] || { ls -l $1; return 1; }; }
says() { grep -q "$1" $TMPDIR/daemon.log || { cat $TMPDIR/daemon.log; return 1; }; }
shows() { ctl list | grep -q "^board  *$1" || { ctl list; return 1; }; }

mkdir -p /run/udev/rules.d
echo 'SUBSYSTEM=="tty", ENV{ID_SERIAL_SHORT}=="MODEM7", ENV{FLAGFALL_IGNORE}="1"' >/run/udev/rules.d/71-mine.rules
ok "udevd runs" start_udev
udevadm control --reload
ok "the system bus runs" system_bus
flagfall-hands $games/blitz-castling.json >$TMPDIR/trace
emulator one dgt trace --serial 12345
emulator two dgt trace --serial 23456
acm one dummy_udc.0 0x04d8 0x000a AA01
ok "a DGT board's line has a node with a name that stays" wait_for has_node AA01
ok "its by-path name leads to it, too" test -n "$(ls /dev/serial/by-path/ | head -n 1)"
ok "ModemManager leaves it alone" property "$(node AA01)" ID_MM_DEVICE_IGNORE=1
ok "it stays with the group dialout, which the daemon's user is in" mode "$(node AA01)" "dialout 660"
acm modem dummy_udc.1 0x1d6b 0x0104 BB01
ok "another line comes" wait_for has_node BB01
ok "ModemManager may have it" not property "$(node BB01)" ID_MM_DEVICE_IGNORE=1
joined one
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --verbose
ok "it finds the board that was there" wait_for listed 12345
ok "a club reads what it is, and where" shows "12345  *DGT e-Board, serial 12345, with clock, on $(node AA01)"

# the same ids, and no board behind them: what is said is taken, and nobody answers. (Where it is not even taken the kernel waits
# half a minute for that at each closing of the line.)
acm silent dummy_udc.2 0x04d8 0x000a AA02
cat $(line silent) >/dev/null &
pids="$pids $!"
ok "a line with a board's ids and none behind it is let alone" wait_for says "$(wait_for has_node AA02; node AA02).* it is left alone"
is_held() { ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q " $1\$"; }
is_free() { ! is_held $1; }
ok "and nobody holds it" wait_for is_free "$(node AA02)"
ok "as the board's own is held" is_held "$(node AA01)"
# one that its owner keeps for himself
acm mine dummy_udc.3 0x04d8 0x000a MODEM7
cat $(line mine) >$TMPDIR/mine.heard &
pids="$pids $!"
ok "a rule keeps a line from being asked" wait_for property "$(wait_for has_node MODEM7; node MODEM7)" FLAGFALL_IGNORE=1

# a second board of the kind
acm two dummy_udc.4 0x04d8 0x000a AA03
joined two
ok "a second board of that kind is found as it comes" wait_for listed 23456
ok "their names differ" test "$(node AA01)" != "$(node AA03)"
ok "the line with the rule was never spoken to" test ! -s $TMPDIR/mine.heard
ok "nor was the other one held to be a board" not says "$(node BB01)"

# the cables are pulled, and put back the other way round
pull one; pull two
ok "pulled, both are gone" wait_for not_listed 12345
ok "both" wait_for not_listed 23456
order one unplug; order one plug
order two unplug; order two plug
echo dummy_udc.4 >$gadgets/one/UDC; echo dummy_udc.0 >$gadgets/two/UDC
ok "their names are there again" wait_for has_node AA01
joined one; joined two
ok "the first is known again" wait_for listed 12345
ok "and the second" wait_for listed 23456
ok "the first on its own line, by whatever name" shows "12345 .*on $(node AA01)"
for name in one two; do ok "$name was sent nothing that it would store" not grep -q "would store" $TMPDIR/$name.log; done

kill $daemon; wait $daemon 2>/dev/null
kill $pids 2>/dev/null
rm /run/udev/rules.d/71-mine.rules
for name in one two modem silent mine; do
	pull $name 2>/dev/null
	rm $gadgets/$name/configs/c.1/acm.$name
	rmdir $gadgets/$name/configs/c.1 $gadgets/$name/functions/acm.$name $gadgets/$name/strings/0x409 $gadgets/$name
done
[ $failed = 0 ] || sed 's/^/#   /' $TMPDIR/daemon.log $TMPDIR/*.log
finish
