#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The cable is pulled in mid-game and put back on another port, with a second board plugged in meanwhile, so that the first
# one's number changes: the game goes on from the whole board, and nothing is lost.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# Which node a board has.
number() { ctl list --json | sed -n "s/.*\"name\":\"$1\".*\"node\":\"\/dev\/sensorboard\([0-9]*\)\".*/\1/p"; }

road_begin
hands blitz-promotion $TMPDIR/trace
must "the board is seen" board ROAD40 1 $TMPDIR/trace
must "the game starts" start_game ROAD40 --rulebook fide2023-blitz --time 600
ok "twenty moves" plays ROAD40 20
must "are published" after 20
first=$(number ROAD40)

# Between two moves.
ok "the cable is pulled" tell ROAD40 unplug
ok "the board is gone" wait_for not_listed ROAD40
ok "the game waits for it" wait_for is state board-gone
must "another board comes" board OTHER40 2 ""
ok "the cable goes into another port" tell ROAD40 plug "$(port 3)"
ok "the board is back" wait_for listed ROAD40
if [ $ROAD = gadget ]; then ok "under another number" test "$(number ROAD40)" != "$first"; fi
ok "the game goes on" wait_for is state running
ok "eleven more moves" plays ROAD40 31
must "are published" after 31

# With a piece in the air: Black's 16th move is lifted before, set down meanwhile, and pressed after.
ms=$(sed -n 's/.*"t_us":\([0-9]*\)[0-9][0-9][0-9],"type":"press".*/\1/p' $TMPDIR/trace | sed -n 32p)
ok "a man is lifted" tell ROAD40 play-until-ms $((ms - 600))
ok "the cable is pulled again" tell ROAD40 unplug
ok "the board is gone again" wait_for not_listed ROAD40
ok "the man is set down" tell ROAD40 play-until-ms $((ms - 1))
ok "the cable is put back" tell ROAD40 plug "$(port 1)"
ok "the board is back again" wait_for listed ROAD40
ok "the game goes on again" wait_for is state running
ok "the rest is played" plays ROAD40
must "and published" after 89
ok "Black resigns" rules win resign 1-0 '' claim $game black resign
ok "nothing was lost: the record agrees" record_agrees blitz-promotion $TMPDIR/trace --result 1-0
road_end
