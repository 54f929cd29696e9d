#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfalld is killed in mid-game and started again: the same position, the same clocks (time went on running), the same
# rulings.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

road_begin
hands blitz-castling $TMPDIR/trace
must "the board is seen" board ROAD50 1 $TMPDIR/trace
must "the game starts" start_game ROAD50 --rulebook wbca-1992 --time 300
ok "twelve moves" plays ROAD50 12
ok "time passes" settle ROAD50
must "are published" after 12
ok "a claim is refused" rules claim-rejected flag-not-down none 7c claim $game black flag
for key in placement to_move white_us black_us instant running ruling reason plies; do field $key; done >$TMPDIR/before
ctl status $game --json | sed 's/.*"moves"://; s/,"counters":.*//' >$TMPDIR/moves.before
left=$(field white_us)

ok "flagfalld is killed" kill_daemon
ok "three seconds pass on the board" tell ROAD50 time 3000
ok "flagfalld is started again" start_daemon
ok "it knows the board" wait_for listed ROAD50
ok "and the game" wait_for is state running
for key in placement to_move white_us black_us instant running ruling reason plies; do field $key; done >$TMPDIR/after
ok "the same position, clocks and ruling" cmp $TMPDIR/before $TMPDIR/after
ctl status $game --json | sed 's/.*"moves"://; s/,"counters":.*//' >$TMPDIR/moves.after
ok "the same moves" cmp $TMPDIR/moves.before $TMPDIR/moves.after

# The time that passed is White's, who thinks for 13.9 s about this move.
ok "the clock is stopped" tell ROAD50 pause
ok "time went on running" wait_for is white_us $((left - 5000000))
ok "play is resumed" rules continue resumed none '' resume $game white
ok "the rest is played" plays ROAD50
ok "time passes" settle ROAD50
must "and published" after 28
ok "White resigns" rules win resign 0-1 '' claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
road_end
