# SPDX-License-Identifier: GPL-2.0-or-later
# A Chessnut board as the kernel shows it: an emulated HID device (uhid), its hidraw node with the permissions that udev's rules
# give it, and a whole game: e.p., a capture that promotes, castling of both sides, and a flag. The board has no lever: the moves
# themselves switch the clock. Then it beeps, and the cable is pulled and put back.
# guest: modules uhid hid-generic
# guest: timeout 400
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

end() {
	kill $daemon $emulator 2>/dev/null
	[ $failed = 0 ] || sed 's/^/#   /' $TMPDIR/daemon.log $TMPDIR/emulator.log
	finish
}

cat >$TMPDIR/score.json <<-END
{"tc":"40","moves":"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1",
"emt":[1.2,1.2,1.2,1.2,1.4,1.2,1.2,1.4,1.5,1.2,1.2,1.5,1.2,1.2,1.5]}
END
flagfall-hands $TMPDIR/score.json >$TMPDIR/trace
mkfifo $TMPDIR/orders
ok "udevd runs" start_udev
ok "the system bus runs" system_bus
flagfallctl emulate chessnut $TMPDIR/trace --uhid --wait --link $TMPDIR/node <$TMPDIR/orders >$TMPDIR/emulator.log 2>&1 &
emulator=$!
exec 3>$TMPDIR/orders
ok "the kernel has a hidraw node" wait_for test -L $TMPDIR/node
node=$(readlink $TMPDIR/node)
may_use() { [ "$(stat -c '%G %a' $node)" = 'flagfall 660' ] || { ls -l $node; return 1; }; }
ok "udev's rules let members of the group flagfall use it" wait_for may_use

mkdir -p $TMPDIR/state
ok "flagfalld runs" start_daemon --board chessnut:$TMPDIR/node
ok "the board is known" wait_for listed chessnut:$TMPDIR/node
ok "a game starts" start_game chessnut:$TMPDIR/node --rulebook fide2023-blitz --time 40s --running none --white Anna --black Boris
[ $failed = 0 ] || end
ok "the clock is started" flagfallctl resume $game white
echo play >&3
ok "six moves" after 6
ok "the emulator plays" wait_for grep -q '^played$' $TMPDIR/emulator.log
ok "the flag falls" wait_for is state over
ok "White has won on time" record_has '^.Result "1-0"'
ok "the record says so" record_has 'Termination "time forfeit"'
tr '\n' ' ' <"${a_pgn-/dev/null}" | sed 's/\[[^]]*"\] *//g; s/{[^}]*} *//g; s/[0-9]*\.\.* //g; s/^/ /' >$TMPDIR/moves
ok "every move is as it was played" grep -q ' e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O 1-0' $TMPDIR/moves

beep() {
	path=$(dbus-send --system --print-reply --dest=org.flagfall1 /org/flagfall1 org.flagfall1.Manager.ListBoards |
		sed -n 's/.*object path "\(.*\)"/\1/p')
	dbus-send --system --print-reply --dest=org.flagfall1 "$path" org.flagfall1.Board.Beep uint32:1000 uint32:300
}
ok "it beeps" beep
ok "and is heard" wait_for grep -q '^sound 1000 Hz 300 ms$' $TMPDIR/emulator.log
echo unplug >&3
ok "the cable is pulled: the board is gone" wait_for not_listed chessnut:$TMPDIR/node
echo plug >&3
ok "and comes back" wait_for listed chessnut:$TMPDIR/node
ok "nothing was sent that a board would store" not grep -q "would store" $TMPDIR/emulator.log
end
