# SPDX-License-Identifier: GPL-2.0-or-later
# Boards that break the protocol: refused with a reason, or what they send is counted and dropped.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }
no_node() { ! ls /dev/sensorboard* 2>/dev/null; }

load
raw_make bad 0x1209 0x0010

no_driver() { [ -e /sys/bus/usb/devices/1-1:1.0 ] && [ ! -e /sys/bus/usb/devices/1-1:1.0/driver ]; }

# refused WHAT LOG-PATTERN: plug it in, and see that it is not taken and why, and left to others
refused() {
	log_mark
	raw_plug bad 0
	ok "$1: a log line says why" wait_for kernel_says "$2"
	ok "$1: no node" no_node
	ok "$1: no driver" wait_for no_driver
	raw_unplug bad
	wait_for not test -e /sys/bus/usb/devices/1-1
}
raw bad info $(printf '%0240d' 0)
refused "info of zeros" "not accepted: info lacks the magic word SBRD"
raw bad info $(head -c 120 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
refused "info of noise" "not accepted: info lacks the magic word SBRD"
raw bad info 534252
refused "info of three bytes" "not accepted: info is too short to hold the magic word"
raw bad info $(version=9 info_hex)
refused "version 9" "speaks version 9, this module version 1"
raw bad info $(info_hex | cut -c1-238)
refused "info of 119 bytes" "not accepted: info is shorter than 120 bytes"
raw bad info stall
refused "a stall" "not accepted: it stalls the request for info"
raw bad info $(width=9 info_hex)
refused "a board of 9x9" "not accepted: geometry is neither 8x8 nor 10x10"
raw bad info $(width=8 height=10 info_hex)
refused "a board of 8x10" "not accepted: geometry is neither 8x8 nor 10x10"
raw bad info $(sensors=3 info_hex)
refused "unknown sensors" "not accepted: unknown kind of sensors"
raw bad info $(model=0123456789abcdef0123456789abcdef info_hex)
refused "a text without end" "not accepted: a text is not terminated"

# Silence is not an answer: a bootloader may still run, or a machine have no time. It is asked until it says what it is.
raw bad info silent
log_mark
raw_plug bad 0
ok "silence: the log says that it is asked again" wait_for kernel_says "it does not say what it is \(error -110\); asking again"
ok "silence: no node" no_node
raw bad info $(info_hex)
ok "when it answers there is a node" wait_for test -c /dev/sensorboard0
ok "it was said once" test $(log_since | grep -c "asking again") = 1
raw_unplug bad
wait_for not test -e /sys/bus/usb/devices/1-1
raw bad info silent
raw_plug bad 0
ok "one that never answered can be pulled" raw_unplug bad
wait_for not test -e /sys/bus/usb/devices/1-1

# A board whose whole-board answer fails is taken: its first report tells the numbers.
raw bad info $(width=10 serial= info_hex)
raw bad board stall
log_mark
raw_plug bad 0
ok "a board that refuses the whole board is taken" wait_for test -c /dev/sensorboard0
ok "the log says that" kernel_says "cannot read the whole board: error -32"
ok "the log says 10x10 and no serial number" kernel_says "serial number \(none\), 10x10"
raw bad board $(board_hex 6 0 $(printf 'b%.0s' $(seq 40))....................$(printf 'w%.0s' $(seq 40)))

reads $TMPDIR/a /dev/sensorboard0
raw bad report $(report_hex 7 1000 1,99,w,0)
# Wrong length: the numbers 8 and 9 are in it, but nobody can know. One is guessed, the next report tells of the other.
raw bad report $(report_hex 8 2000 1,0,w,0 2,1,w,0 | cut -c1-60)
wait_for lines $TMPDIR/a 2
raw bad report $(report_hex 10 3000 3,0,1,0)
# One byte too long; it has number 11 in it, as was guessed.
raw bad report $(report_hex 11 4000 4,0,0,0)00
raw bad report $(report_hex 12 5000 4,0,0,0)
# Nothing is in an empty or foreign report: the guess was one too many, and nothing more is lost.
raw bad report 02$(report_hex 99 0 4,0,0,0 | cut -c3-)
raw bad report $(report_hex 13 6000 4,0,0,0)
# An empty transfer is nothing.
raw bad report
# An unknown event, a square outside, a bad piece, a press of nobody: each drops itself alone.
raw bad report $(report_hex 14 7000 9,0,0,0 1,5,w,1 1,100,w,2 2,5,Q,3 3,0,3,4 2,5,W,5)
# Two events out of their order, so that a delta wraps: the report is dropped, none of it is 71 minutes late.
raw bad report $(report_hex 20 8000 1,5,W,0 1,6,w,4294967000)
wait_for lines $TMPDIR/a 13
raw bad report $(report_hex 22 9000 3,0,1,0)
# The board starts to count anew.
raw bad report $(report_hex 1 100 4,0,0,0)
raw bad report $(report_hex 2 200 4,0,0,0)
raw_unplug bad
wait_for grep -q ENODEV $TMPDIR/a
cat >$TMPDIR/want <<-WANT
	1 lift 99 w @1000
	2 lost 1
	3 lost 1
	4 press 1 @3000
	5 lost 1
	6 pause @5000
	7 lost 1
	8 pause @6000
	9 lost 1
	10 lift 5 w @7001
	13 lost 3
	14 place 5 W @7005
	15 lost 1
	16 lost 1
	17 press 1 @9000
	18 lost 1
	19 pause @100
	20 pause @200
	read: ENODEV
WANT
ok "bad reports and events are dropped and told as losses, the good ones stay" diff $TMPDIR/want $TMPDIR/a
for why in "report dropped: report is shorter than its length field" "report dropped: report is longer than its length field" \
	"report dropped: report of a newer protocol version than 1" "report dropped: report spans more than 30 minutes" "event dropped: "; do
	ok "the log says: $why" kernel_says "$why"
done
raw_free bad

# Packets of other sizes than 64
raw_make bad 0x1209 0x0005 32
refused "packets of 32 bytes" "not accepted: its interrupt packets hold 32 bytes, not 64"
raw_free bad
raw_make big 0x1209 0x0006 128
raw_plug big 0
wait_for test -c /dev/sensorboard0
reads $TMPDIR/big /dev/sensorboard0 3
raw big report $(report_hex 1 0 4,0,0,0 4,0,0,1 4,0,0,2 4,0,0,3 4,0,0,4 4,0,0,5 4,0,0,6)
wait_for lines $TMPDIR/big 1
raw big report $(report_hex 8 9 3,0,1,0)
wait_for lines $TMPDIR/big 3
echo "1 lost 1
7 lost 6
8 press 1 @9" >$TMPDIR/want
ok "a report that is too long for the protocol but not for the packet is a loss" diff $TMPDIR/want $TMPDIR/big
raw_free big
unload

# new_id: an id that the table does not hold
raw_make own 0xf055 0x5b5b
load
raw_plug own 1
ok "a board with an unknown id is left alone" no_node
echo f055 5b5b >/sys/bus/usb/drivers/sensorboard/new_id
ok "new_id takes it" wait_for test -c /dev/sensorboard0
unload
raw_free own

# Two boards at once, the first of which goes
raw_make one 0x1209 0x0002
raw_make two 0x1209 0x000f
raw two info $(width=10 serial=R2 info_hex)
raw two board $(board_hex 5 0 $(printf '.%.0s' $(seq 100)))
load
raw_plug one 0
wait_for test -c /dev/sensorboard0
raw_plug two 2
ok "a second board gets a node of its own" wait_for test -c /dev/sensorboard1
reads $TMPDIR/two /dev/sensorboard1 1
reads $TMPDIR/one /dev/sensorboard0 1
raw one report $(report_hex 1 10 4,0,0,0)
raw_unplug one
wait_for not test -e /dev/sensorboard0
raw two report $(report_hex 6 20 3,0,2,0)
wait_for lines $TMPDIR/two 1
ok "events of one board do not reach readers of the other" grep -qx "1 press 2 @20" $TMPDIR/two
ok "the second is still what it was" eval 'sb info /dev/sensorboard1 | grep -q "10x10.*R2"'
raw_plug one 3
ok "a free number is used again" wait_for test -c /dev/sensorboard0
ok "it belongs to the board on the new port" test "$(node_of 3)" = /dev/sensorboard0
raw_free one
raw_free two
unload
finish
