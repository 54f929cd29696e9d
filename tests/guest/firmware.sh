# SPDX-License-Identifier: GPL-2.0-or-later
# The firmware's image on an ATmega32U4 (simavr, beside the guest), whose USB reaches this kernel by USB/IP: the stock kernel
# enumerates it, the module takes it, and a game on its matrix becomes rulings and a record. The cable is pulled in the middle.
# guest: boot
# guest: beside build/tests/firmware/avr-board build/firmware/board-8x8-atmega32u4.hex --usbip @/2 --control @/3
# guest: modules vhci-hcd
# guest: timeout 900
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

stty -F /dev/ttyS3 raw -echo
exec 5<>/dev/ttyS3
# chip COMMAND…: to the program beside the guest; its answer
chip() { echo "$*" >&5; read -r c_answer <&5; [ "$c_answer" = ok ] || { echo "$c_answer"; return 1; }; }
plug() {
	chip plug || return 1
	usbip-attach /dev/ttyS2 >$TMPDIR/attach 2>&1 &
	cable=$!
	wait_for grep -q attached $TMPDIR/attach || { cat $TMPDIR/attach; return 1; }
}
unplug() { kill $cable; wait $cable 2>/dev/null; chip unplug; }
diy_serial() { cat /sys/class/sensorboard/sensorboard0/serial; }
played() {
	sed -n 's/.*"uci":"\([a-h1-8qrbn]*\)","state":"committed".*/\1/p' $TMPDIR/heard >$TMPDIR/committed
	sed -n 's/.*"moves": *"\([^"]*\)".*/\1/p' $games/blitz-mate.json | tr ' ' '\n' | diff - $TMPDIR/committed
}
says_what_it_is() { flagfallctl doctor >$TMPDIR/doctor 2>&1; grep -q "$diy .*: Flagfall DIY board, firmware flagfall-board 1.0, 8x8" $TMPDIR/doctor || { cat $TMPDIR/doctor; return 1; }; }

road_begin
ok "the chip is plugged in" plug
must "the module takes it: there is a node" wait_for test -c /dev/sensorboard0
ok "the log says what it is" kernel_says "sensorboard0: Flagfall DIY board, firmware flagfall-board 1.0, serial number DIY-[0-9A-F]{8}, 8x8, presence"
diy=$(diy_serial)
must "flagfalld has it" wait_for listed $diy
ok "doctor says what it is" says_what_it_is
must "a game starts" start_game $diy --rulebook fide2023-blitz --time 600 --white Anna --black Boris
listen $TMPDIR/heard
ok "the hands play" chip play tests/games/blitz-mate.json
told() { [ "$(field plies)" -ge $1 ]; }
must "twelve moves are told" wait_for told 12
ok "the cable is pulled" unplug
ok "the board is gone" wait_for not_listed $diy
ok "it is plugged in again" plug
ok "the board is back" wait_for listed $diy
ok "the hands come to rest" chip wait
ok "the arbiter rules: mate" wait_for grep -q '"ruling":"win"' $TMPDIR/heard
ok "the record has the result" record_has '^.Result "1-0"'
ok "every move was heard as it was played" played
ok "the module counted no bad report" test "$(cat /sys/class/sensorboard/sensorboard0/bad_reports)" = 0
kill $cable 2>/dev/null
road_end
