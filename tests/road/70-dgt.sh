#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A DGT board, emulated on a terminal line, whose squares take a fifth of a second to look at and whose clock answers late,
# played in real time: e.p., a capture that promotes, castling of both sides, and a flag. White
# sits at the clock's right. Then the cable is pulled and put back.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

not() { ! "$@"; }

cat >$TMPDIR/score.json <<-END
{"tc":"12","moves":"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1",
"emt":[1.1,1.0,1.1,1.0,1.3,1.1,1.0,1.2,1.3,1.0,1.1,1.3,1.0,1.0,1.3]}
END
flagfall-hands $TMPDIR/score.json >$TMPDIR/trace
mkfifo $TMPDIR/orders
flagfallctl emulate dgt $TMPDIR/trace --white-right --wait --link $TMPDIR/line <$TMPDIR/orders >$TMPDIR/emulator.log 2>&1 &
exec 3>$TMPDIR/orders
wait_for test -L $TMPDIR/line

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ok "flagfalld runs" start_daemon --board dgt:$TMPDIR/line
must "the board is known by its serial number" wait_for listed 00042
must "the game starts" start_game 00042 --rulebook fide2023-blitz --time 12s --white Anna --black Boris
echo play >&3
must "six moves" wait_for told_of 6
must "the emulator plays" wait_for grep -q '^played$' $TMPDIR/emulator.log
must "all moves" after 15
ok "the flag falls" wait_for is state over
ok "White has won on time" record_has '^.Result "1-0"'
ok "the record says so" record_has 'Termination "time forfeit"'
tr '\n' ' ' <"${a_pgn-/dev/null}" | sed 's/{[^}]*} *//g; s/[0-9]*\.\.* //g' >$TMPDIR/moves
ok "every move is as it was played" grep -q ' e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O 1-0' $TMPDIR/moves
echo unplug >&3
ok "the cable is pulled: the board is gone" wait_for not_listed 00042
echo plug >&3
ok "and comes back" wait_for listed 00042
echo quit >&3
exec 3>&-
ok "nothing was sent that a board would store" not grep -q "would store" $TMPDIR/emulator.log
road_end
