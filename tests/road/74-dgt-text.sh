#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A DGT 3000 in the mode in which it obeys shows rulings in a word, the result until the next game, and what it is told on the bus.
# A clock that answers nothing is counted.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

cat >$TMPDIR/illegal <<-END
{"format":"sensorboard-trace","version":1,"sensors":"piece-id","clock":{"mode":"sudden-death","white_ms":7200000,"black_ms":7200000}}
{"t_us":500000,"type":"lift","square":"e2","piece":"P"}
{"t_us":900000,"type":"place","square":"e5","piece":"P"}
{"t_us":1500000,"type":"press","side":"white"}
END
must "a DGT board" emulator dgt dgt illegal --remote
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "another, whose clock answers nothing" emulator mute dgt illegal --remote --mute-clock --serial 00043
must "flagfalld runs" start_daemon --board dgt:$TMPDIR/dgt.line --board dgt:$TMPDIR/mute.line
must "the board is known" wait_for listed 00042
must "and the other" wait_for listed 00043

send() { dbus-send --bus="$BUS" --print-reply --dest=org.flagfall1 "$@"; }
board_has() { send $object org.freedesktop.DBus.Properties.Get string:org.flagfall1.Board string:$1; }
# board SERIAL: from now on
board() {
	for object in $(send /org/flagfall1 org.flagfall1.Manager.ListBoards | sed -n 's/.*object path "\(.*\)"/\1/p'); do
		board_has Serial | grep -q "\"$1\"" && return
	done
	return 1
}
must "it has an object" board 00042
show() { send $object org.flagfall1.Board.ShowText "string:$1" "uint32:$2"; }
says() { grep -qx "$1" $TMPDIR/dgt.log || { cat $TMPDIR/dgt.log; return 1; }; }
last() { [ "$(tail -n 1 $TMPDIR/dgt.log)" = "$1" ] || { cat $TMPDIR/dgt.log; return 1; }; }
of_features() { board_has Features | grep -q "\"$1\""; }

ok "it says that it shows texts" of_features text
ok "a text is taken" show HELLO 300
ok "and shown" wait_for says "clock shows HELLO"
ok "for so long" wait_for last "clock shows its times"
ok "one that is none is refused" not show "$(printf 'a\nb')" 0
must "a game starts" start_game 00042 --rulebook fide2023-standard --time 7200 --white Anna --black Boris
ok "it was set to the game's times" wait_for says 'clock set .* left runs'
order dgt play
told() { says 'clock shows \(ILLEGAL\|PENALTY\)'; }
# as the sensors were sure at the press or not, it is ruled or asked
asked() { ctl status $game --arbiter | grep -q 'You are asked about illegal-move'; }
seen() { told || asked; }
ok "an illegal move is seen" wait_for seen
if asked >/dev/null; then ctl decide $game illegal-move accept >/dev/null; fi
ok "it is told on the clock" wait_for told
ok "the game is ended" ctl end $game 0-1
ok "the result is told" wait_for says "clock shows 0-1"
must "the next game starts" start_game 00042 --anyway --rulebook fide2023-blitz --time 300
times_again() { sed '1,/clock shows 0-1/d' $TMPDIR/dgt.log | grep -q "clock shows its times"; }
ok "and the clock shows its times" wait_for times_again
stopped() { sed '1,/clock shows 0-1/d' $TMPDIR/dgt.log | grep -q "clock shows STOPPED"; }
ok "White is to move in what stands there" ctl resume $game white
ok "the game is stopped" ctl pause $game
ok "and its rulings are told on the clock, too" wait_for stopped
counted() { board_has Unanswered | grep -q "uint32 $1\$"; }
must "the other board has an object" board 00043
ok "its clock did not acknowledge what it was asked, which is counted" wait_for counted '[1-9][0-9]*'
ok "it shows no texts, then" wait_for not of_features text
ok "and says so" not show HELLO 0
ok "nothing was sent that a board would store" not grep -q "would store" $TMPDIR/dgt.log
order dgt quit
order mute quit
road_end
