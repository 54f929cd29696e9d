# SPDX-License-Identifier: GPL-2.0-or-later
# The machine went down in mid-game: the game waits for its board, goes on and is finished, and somebody who is in no group watches.
# after: 2
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

game=$(cat $TMPDIR/game)
ok "the service runs since the start" systemctl is-active flagfalld
ok "it has the game" wait_for is plies 18
ok "which waits for its board" is state board-gone
ports
# the board stood there all the time, with what was played on it
flagfall-sim --gadget - --name EARLY --serial EARLY --control $TMPDIR/EARLY.control --speed max --in-step $TMPDIR/trace >>$TMPDIR/EARLY.log 2>&1 </dev/null &
running=EARLY
ready() { [ -S $TMPDIR/EARLY.control ]; }
wait_for ready
ok "the board has its 18 moves" plays EARLY 18
ok "it is plugged in" tell EARLY plug dummy_udc.0
must "the daemon has it" wait_for listed EARLY
ok "somebody in no group watches" watch visitor $TMPDIR/watched
again() { is state running || { flagfallctl resume $game white; is state running; }; }
ok "the game goes on" wait_for again
ok "with its moves" is plies 18
ok "the rest is played" plays EARLY
must "28 moves are told" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
ok "who watches has seen it to the end" wait_for watched $TMPDIR/watched
ok "the sandbox refused nothing" refused_nothing flagfalld
stage_end
