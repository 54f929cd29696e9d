#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The journal of an older Flagfall (commit f2d1f6e), killed after ten moves of a game: this one takes it up, finds the same rulings,
# though it says them in other words and names other articles, and the game is played to its end.
# shellcheck source=lib.sh disable=SC2086,SC2046
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

said() { grep -q "$1" $TMPDIR/daemon.log || { cat $TMPDIR/daemon.log; return 1; }; }

mkdir -p $TMPDIR/state
cp $FLAGFALL/tests/data/journal/f2d1f6e.db $TMPDIR/state/journal.db
hands blitz-castling $TMPDIR/trace
# the board was left with its ten moves
flagfall-sim --socket $(port 1) --serial UP20 --control $TMPDIR/UP20.control --speed max --in-step $TMPDIR/trace >>$TMPDIR/UP20.log 2>&1 </dev/null &
running=UP20
ok "the board runs" wait_for test -S $TMPDIR/UP20.control
ok "its cable is out" tell UP20 unplug
ok "ten moves were played on it" plays UP20 10
ok "it is plugged in again" tell UP20 plug $(port 1)
ok "a private bus runs" private_bus
must "flagfalld takes the older journal" start_daemon --verbose
game=1
must "the board is seen" wait_for listed UP20
ok "the game is there, and goes on" wait_for is state running
ok "with its ten moves" is plies 10
ok "and its players" sh -c "flagfallctl --bus '$BUS' status 1 --json | grep -q '\"white\":\"Anna\"'"
ok "nothing is ruled otherwise" said "Game 1 goes on: .* 10 rulings"
ok "the rest is played" plays UP20
must "28 moves are told" after 28
ok "White resigns" rules win resign 0-1 '' claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
road_end
