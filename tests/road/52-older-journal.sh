#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The journal of an older Flagfall (commit f2d1f6e), killed after ten moves of a game: this one takes it up, finds the same rulings,
# though it says them in other words and names other articles, and the game is played to its end.
# shellcheck source=lib.sh disable=SC2086,SC2046
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=older.sh
. "$FLAGFALL/tests/road/older.sh"

older_journal
older_game
ok "and its players" sh -c "flagfallctl --bus '$BUS' status 1 --json | grep -q '\"white\":\"Anna\"'"
ok "nothing is ruled otherwise" said "Game 1 goes on: .* 10 rulings"
ok "the rest is played" plays UP20
must "28 moves are told" after 28
ok "White resigns" rules win resign 0-1 '' claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
road_end
