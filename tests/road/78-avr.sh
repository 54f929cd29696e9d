#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A board that somebody built: the firmware's image on an ATmega32U4 (simavr), with pieces on its matrix. A game from the first lift
# to the ruling and the record; the cable pulled in the middle of it.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

chip() { c_answer=$(tell chip "$@") || { echo "$c_answer"; return 1; }; }
serial() { ctl list --json | grep -o '"name":"DIY-[0-9A-F]*"' | cut -d'"' -f4; }
a_board() { [ -n "$(serial)" ]; }
no_board() { [ -z "$(serial)" ]; }
on_doctor() { flagfallctl --bus "$BUS" doctor >$TMPDIR/doctor 2>&1; grep -q "$1" $TMPDIR/doctor || { cat $TMPDIR/doctor; return 1; }; }

image=$FLAGFALL/build/firmware/board-8x8-atmega32u4.hex
[ -x "$FLAGFALL/build/tests/firmware/avr-board" ] && [ -e "$image" ] ||
	{ echo "1..1"; echo "ok 1 - the chip # SKIP make build/tests/firmware/avr-board"; exit 0; }
road_begin
$FLAGFALL/build/tests/firmware/avr-board "$image" --socket "$(port 1)" --control $TMPDIR/chip.control >$TMPDIR/chip.log 2>&1 &
pids="$pids $!"
must "the chip is there" wait_for grep -q ready $TMPDIR/chip.log
ok "its cable is plugged in" chip plug
must "flagfalld finds it" wait_for a_board
diy=$(serial)
ok "doctor says what it is" on_doctor "$diy (socket:[^)]*): Flagfall DIY board, firmware flagfall-board 1.0, 8x8, sensors: presence"

# doc/firmware.md, steps 4 and 5, as they are typed. What goes on until Ctrl-C has to say something first, or to be there still.
as_typed() { (DBUS_SYSTEM_BUS_ADDRESS=$BUS; export DBUS_SYSTEM_BUS_ADDRESS; eval "exec $1") </dev/null >$TMPDIR/typed 2>&1; }
on_wiring_test() { ! as_typed "flagfallctl doctor --board $diy" && grep -q "flagfalld has that board; stop it" $TMPDIR/typed || { cat $TMPDIR/typed; return 1; }; }
# Of a game that is watched something has to be told.
stir() { case $1 in *monitor) ctl pause && ctl resume white ;; esac; }
shows_more() { grep -q '"type"\|White' $TMPDIR/typed || { stir "$1"; false; }; }
goes_on() {
	: >$TMPDIR/typed
	(DBUS_SYSTEM_BUS_ADDRESS=$BUS; export DBUS_SYSTEM_BUS_ADDRESS; eval "exec $1") </dev/null >$TMPDIR/typed 2>&1 & g_pid=$!
	wait_for shows_more "$1" || { cat $TMPDIR/typed; kill $g_pid; return 1; }
	kill -TERM $g_pid && wait $g_pid
	# what a signal ends has failed in nothing
	case $? in 0 | 143) ;; *) cat $TMPDIR/typed; return 1 ;; esac
}
sed -n '/^## 4/,$p' $FLAGFALL/doc/firmware.md | sed -n 's/^    \(flagfallctl .*\)/\1/p' >$TMPDIR/page
ok "the page has a first game" grep -q '^flagfallctl start ' $TMPDIR/page
while read -r typed; do
	case $typed in
	*' doctor') as_typed "$typed" ;;
	*' doctor --board 0 '*) ok "the daemon has the board: the test of its wiring says so" on_wiring_test ;;
	*' record -' | *' monitor') ok "as the page says: $typed" goes_on "$typed" ;;
	*) ok "as the page says: $typed" as_typed "$typed" ;;
	esac
done <$TMPDIR/page
grep -o '`flagfallctl end [^`]*`' $FLAGFALL/doc/firmware.md | tr -d '`' >$TMPDIR/typed.end
ok "and how it ends" as_typed "$(cat $TMPDIR/typed.end)"
named() { as_typed "$(grep -o '`flagfallctl [a-z]*` tells' $FLAGFALL/doc/firmware.md | cut -d'`' -f2)" && [ -s "$(sed -n 's/.* \(\/.*\.pgn\)$/\1/p' $TMPDIR/typed)" ]; }
ok "what tells the record's name tells it" wait_for named
must "a game starts" start_game $diy --rulebook fide2023-blitz --time 600 --white Anna --black Boris
listen $TMPDIR/heard
ok "the hands play" chip play $games/blitz-mate.json
must "ten moves are told" wait_for told_of 10
ok "the cable is pulled" chip unplug
ok "the board is gone" wait_for no_board
ok "it is plugged in again" chip plug
ok "the board is back, by its serial number" wait_for listed $diy
ok "the hands come to rest" chip wait
ok "the arbiter rules: mate" wait_for grep -q '"ruling":"win"' $TMPDIR/heard
ok "the record has the result" record_has '^.Result "1-0"'
played() {
	sed -n 's/.*"uci":"\([a-h1-8qrbn]*\)","state":"committed".*/\1/p' $TMPDIR/heard >$TMPDIR/committed
	sed -n 's/.*"moves": *"\([^"]*\)".*/\1/p' $games/blitz-mate.json | tr ' ' '\n' | diff - $TMPDIR/committed
}
ok "every move was heard as it was played" played
tell chip quit
road_end
