#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A DGT board with a clock and without a battery: what is played while its cable is out nobody keeps. One, two and three turns are
# told by what stands then, and by the clock. Ten are not, and none is made up: the arbiter enters them, or the game goes on from what
# stands, and the record says so.
# shellcheck source=lib.sh disable=SC2046,SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is done once, without a guest"; finish; }

moves="e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 f3e5 d8d4 e5f3 d4e4 d1e2 e4e2 e1e2 g8f6 d2d3 f8e7 h1e1 e8g8 b1c3 c8g4 c1g5 a8d8 e2f1 h7h6 g5h4 g7g5 h4g3 f8e8 a1d1 b7b5 a2a3 a6a5 b2b4"
emt=$(echo $moves | sed 's/[^ ]*/0.5/g; s/ /,/g')
echo "{\"tc\":\"7200\",\"moves\":\"$moves\",\"emt\":[$emt]}" >$TMPDIR/score.json
flagfall-hands $TMPDIR/score.json >$TMPDIR/trace
mkfifo $TMPDIR/orders
flagfallctl emulate dgt $TMPDIR/trace --wait --scan 60 --late 20 --link $TMPDIR/line <$TMPDIR/orders >$TMPDIR/emulator.log 2>&1 &
pids="$pids $!"
exec 3>$TMPDIR/orders
wait_for test -L $TMPDIR/line

stepped() { [ "$(grep -c '^stepped$' $TMPDIR/emulator.log)" = $1 ]; }
rested() { [ "$(grep -c '^rested$' $TMPDIR/emulator.log)" = $1 ]; }
steps=0 rests=0
# so many turns are played
play() { for _ in $(seq $1); do steps=$((steps + 1)); echo step >&3; wait_for stepped $steps || return 1; done; }
rest() { rests=$((rests + 1)); echo "rest $1" >&3; wait_for rested $rests; }
# … while the cable is out
unseen() {
	echo unplug >&3
	wait_for not_listed 00042 && play $1 && rest 700 || return 1
	echo plug >&3
	wait_for listed 00042
}
not() { ! "$@"; }
asks_of_illegal() { ctl status --arbiter $game | grep -i illegal; }
enter() { for e_move; do ctl move $game $e_move || return 1; done; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ok "flagfalld runs" start_daemon --board dgt:$TMPDIR/line
must "the board is there" wait_for listed 00042
must "the game starts" start_game 00042 --rulebook fide2023-standard --time 7200 --white Anna --black Boris
play 4
must "four turns" after 4
ok "three turns are played while the cable is out" unseen 3
play 1
ok "they are read, and the next one" after 8
ok "two turns" unseen 2
play 1
ok "they are read, and the next one" after 11
ok "one turn" unseen 1
play 1
ok "it is read, and the next one" after 13
ok "ten turns" unseen 10
ok "the arbiter enters them" enter $(echo $moves | cut -d ' ' -f 14-23)
play 1
ok "the next one is read" after 24
ok "ten turns" unseen 10
play 1
ok "they are not read, and the next one is" after 26
ok "nothing is illegal" not asks_of_illegal
echo quit >&3
exec 3>&-
ok "the game is ended" ctl end $game 1/2-1/2
ok "the record says what was not seen" record_has "What was played next was not seen, and the game went on from this position."
tr '\n' ' ' <"${a_pgn-/dev/null}" | sed 's/.*Before it: //; s/{[^}]*} *//g; s/[0-9]*\.\.* //g' >$TMPDIR/moves
ok "every other move is as it was played" grep -q '^e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4+ Qe2 Qxe2+ Kxe2 Nf6 d3 Be7 Re1 O-O Nc3 Bg4 Bg5 Rad8} b4 1/2-1/2' $TMPDIR/moves
[ $failed = 0 ] || sed 's/^/# /' $TMPDIR/moves
road_end
