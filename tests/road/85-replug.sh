#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A cable is pulled and put back again and again in mid-game, with moves played between, and while it is out: the game goes on.
# The board has a battery and keeps a log: what was played while nobody listened is fetched from it, at its promotions, too.
#
#   CYCLES=1000 tests/run tests/road/85-replug.sh     ("make replug")
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is done once, without a guest"; finish; }
cycles=${CYCLES:-14}

not() { ! "$@"; }

cat >$TMPDIR/score.json <<-END
{"tc":"7200","moves":"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8n f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8 a2a4 b6b5 a4b5 a6b5 c2c4 b5c4 e2c4 c8b7",
"emt":[0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3]}
END
turns=24
flagfall-hands $TMPDIR/score.json >$TMPDIR/trace
mkfifo $TMPDIR/orders
flagfallctl emulate dgt $TMPDIR/trace --white-right --battery --wait --scan 60 --late 20 --link $TMPDIR/line <$TMPDIR/orders \
	>$TMPDIR/emulator.log 2>&1 &
exec 3>$TMPDIR/orders
wait_for test -L $TMPDIR/line

stepped() { [ "$(grep -c '^stepped$' $TMPDIR/emulator.log)" = $1 ]; }
step() { step=$((step + 1)); echo step >&3; wait_for stepped $step; }
# what is a while for the board; one that is given no time does not look
rest() { rests=$((rests + 1)); echo "rest 200" >&3; wait_for rested $rests; }
rested() { [ "$(grep -c '^rested$' $TMPDIR/emulator.log)" = $1 ]; }
step=0 rests=0

# One cycle; as many turns are played as are due by then, some of them while the cable is out.
cycle() {
	echo unplug >&3
	wait_for not_listed 00042 || { echo "cycle $1: the board does not go"; return 1; }
	want=$((turns * $1 / cycles))
	if [ $want -gt $step ] && [ $((step % 3)) = 1 ]; then
		while [ $want -gt $step ]; do step; done
		rest	# the squares are looked at
	fi
	echo plug >&3
	wait_for listed 00042 || { echo "cycle $1: the board does not come back"; return 1; }
	while [ $want -gt $step ]; do step; after $step || return 1; done
	after $step || { echo "cycle $1: $step turns were played"; return 1; }
}

replug() {
	r_cycle=0
	while [ $r_cycle -lt $cycles ]; do
		r_cycle=$((r_cycle + 1))
		cycle $r_cycle || return 1
		[ $((r_cycle % 100)) != 0 ] || echo "# $r_cycle cycles, $step turns" >&2
	done
}

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
ok "flagfalld runs" start_daemon --board dgt:$TMPDIR/line
must "the board is there" wait_for listed 00042
must "the game starts" start_game 00042 --rulebook fide2023-standard --time 7200 --white Anna --black Boris
step
must "the first turn" after 1
ok "$cycles times the cable is pulled and put back" replug
ok "all turns were read" after $turns
ok "no other" is plies $turns
ok "the game is ended" ctl end $game 1/2-1/2
record_has '^.Result "1/2-1/2"' >/dev/null
tr '\n' ' ' <"${a_pgn-/dev/null}" | sed 's/{[^}]*} *//g; s/[0-9]*\.\.* //g' >$TMPDIR/moves
ok "every move is as it was played" grep -q ' e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=N Bg7 Nf3 O-O Be2 b6 O-O Rxb8 a4 b5 axb5 axb5 c4 bxc4 Bxc4 Bb7 ' $TMPDIR/moves
echo quit >&3
exec 3>&-
ok "nothing was sent that a board would store" not grep -q "would store" $TMPDIR/emulator.log
[ $failed = 0 ] || sed 's/^/# /' $TMPDIR/moves $TMPDIR/emulator.log
road_end
