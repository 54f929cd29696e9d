# SPDX-License-Identifier: GPL-2.0-or-later
# Whoever may open a board can have a request's memory on a page that never comes (a file system of his own, userfaultfd). It is his
# request alone that waits for it: other readers are answered, the board is reset, and it can be unplugged.
# guest: timeout 400
. /flagfall/tests/guest/lib.sh
. /flagfall/tests/guest/raw.sh

usb=/sys/bus/usb/devices/1-1
requests="read info clockid squares time leds clock"
pins=
# pin REQUEST: one that waits for its page. It reads of a pipe, which is held open, whether the page may come.
pin() {
	mkfifo $TMPDIR/come.$1
	pinned-page /dev/sensorboard0 $1 <>$TMPDIR/come.$1 >$TMPDIR/pin.$1 2>&1 &
	pins="$pins $!"
	wait_for grep -q . $TMPDIR/pin.$1
}
# within COMMAND…: it ends by itself; not for ever, where it does not
within() { timeout -s KILL 20 "$@"; }
ended() { [ -z "$(alive "$@")" ]; }

load
raw_make p1 0x1209 0x0003
raw_plug p1 0
wait_for test -c /dev/sensorboard0
pin read
if grep -q userfaultfd: $TMPDIR/pin.read; then
	skip "pages that do not come" "this kernel has no userfaultfd"
	raw_free p1
	unload
	finish
fi
raw p1 report $(report_hex 1 100 3,0,1,0)
ok "a read waits for its page" wait_for grep -qx pinned $TMPDIR/pin.read
for request in ${requests#read}; do
	pin $request
	ok "$request waits for its page" wait_for grep -qx pinned $TMPDIR/pin.$request
done
ok "another reader is answered" within sb squares /dev/sensorboard0
ok "and may light squares" within sb leds /dev/sensorboard0 ff

usb-reset $(cat $usb/busnum) $(cat $usb/devnum) &
ok "a reset does not wait for anybody's memory" wait_for ended $!
ok "and the board is answered for" within sb squares /dev/sensorboard0

raw_unplug p1
ok "the board is unplugged" wait_for not test -e /dev/sensorboard0
ok "and its port is free again" wait_for not test -e $usb
raw_plug p1 0
ok "a board can be plugged in there" wait_for test -c /dev/sensorboard0
ok "and answers" within sb squares /dev/sensorboard0

for request in $requests; do echo >$TMPDIR/come.$request; done
ok "all end when their page comes" wait_for ended $pins
results() { for request in $requests; do printf '%s ' "$request: $(tail -n 1 $TMPDIR/pin.$request)"; done; }
want="read: ok info: ok clockid: ok squares: ok time: ok leds: ENODEV clock: ENODEV "
ok "with what they had, or with the board gone" test "$(results)" = "$want"
echo "# $(results)"
end_all $pins
raw_free p1
ok "the module unloads" unload
finish
