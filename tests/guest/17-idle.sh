# SPDX-License-Identifier: GPL-2.0-or-later
# A board that nobody has open is left in peace, and may be suspended; who opens it hears what happens from then on. And what no
# later event shows: that the last one is lost.
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

lines() { [ $(wc -l <$1) -ge $2 ]; }
usb=/sys/bus/usb/devices/1-1
is() { [ "$(cat $usb/power/runtime_status)" = $1 ]; }
answers() { grep -cE '^(ok|error)' $TMPDIR/idle.out; }

load
raw_make idle 0x1209 0x0004
raw_plug idle 0
wait_for test -c /dev/sensorboard0
echo 0 >$usb/power/autosuspend_delay_ms
echo auto >$usb/power/control
ok "nobody has it open: it is suspended" wait_for is suspended
reads $TMPDIR/a /dev/sensorboard0
first=$reader
ok "who opens it wakes it up" is active
raw idle report $(report_hex 1 100 1,12,P,0)
ok "and hears what happens" wait_for lines $TMPDIR/a 1
kill $first; wait $first 2>/dev/null
ok "he goes, and it is suspended again" wait_for is suspended
echo on >$usb/power/control

before=$(answers)
echo "report $(report_hex 2 200 2,28,P,0)" >$TMPDIR/idle.in
echo "report $(report_hex 3 300 3,0,1,0)" >>$TMPDIR/idle.in
# A report is in the controller's own buffer, where nobody fetches it; the next one waits.
ok "what happens now is not asked for" test $(answers) -le $((before + 1))
reads $TMPDIR/a /dev/sensorboard0
told() { [ $(answers) -ge $((before + 2)) ]; }
ok "it is when somebody has opened it" wait_for told
raw idle report $(report_hex 4 400 3,0,2,0)
wait_for lines $TMPDIR/a 1
ok "but who comes later is told what happens later, with its number" test "$(cat $TMPDIR/a)" = "4 press 2 @400"
ok "the whole board contains what he was not told" eval 'sb squares /dev/sensorboard0 | grep -q "^seq 4 "'

# The board has counted two more, and they never came.
raw idle board $(board_hex 6 600 $start_squares)
ok "the loss of the last event is told, with no event after it" wait_for grep -qx "6 lost 2" $TMPDIR/a
raw idle report $(report_hex 7 700 3,0,1,0)
ok "and once" wait_for grep -qx "7 press 1 @700" $TMPDIR/a
ok "and nothing besides" lines $TMPDIR/a 3

sb sigio /dev/sensorboard0 >$TMPDIR/signals & asks=$!
sb signals /dev/sensorboard0 >$TMPDIR/each & counts=$!
wait_for grep -qx open $TMPDIR/signals
wait_for grep -qx open $TMPDIR/each
raw idle report $(report_hex 8 800 3,0,2,0)
ok "who asks for it gets a signal with an event" wait_for grep -qx sigio $TMPDIR/signals
raw idle report $(report_hex 9 900 1,0,R,0 2,0,R,1 1,1,N,2 2,1,N,3 3,0,1,4 5,0,0,5)
wait_for grep -q @905 $TMPDIR/a
raw_unplug idle
told() { [ $(grep -cx sigio $1) -ge $2 ]; }
ok "and when the board goes" wait_for told $TMPDIR/signals 2
wait $reader
wait_for told $TMPDIR/each 3
ok "one for each report, however many events are in it, and one at the end" test $(grep -cx sigio $TMPDIR/each) -eq 3
kill $asks $counts
raw_free idle
ok "the module unloads" unload
finish
