#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# International draughts on 10x10 goes the same road: a real game from the squares to PDN and a ruling, and an irregular
# turn that the opponent has rectified (FMJD Annex I, 5.4).
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# play_through SCORE PLIES SENSORS LOSER RESULT
play_through() {
	label="$1, $3 sensors"
	trace=$TMPDIR/$1.trace
	hands $1 $trace --sensors $3
	must "$label: the board is seen" board ROAD70 1 $trace
	must "$label: the game starts" start_game ROAD70 --rulebook fmjd-annex6 --time 900 --white Anna --black Boris
	ok "$label: the board plays" plays ROAD70
	must "$label: $2 moves" after $2
	ok "$label: a player resigns" rules win resign $5 AI.7 claim $game $4 resign
	ok "$label: the record agrees" record_agrees $1 $trace --result $5
	ok "$label: the record is PDN" record_has '^.GameType "20"'
	ok "$label: the board goes" board_goes ROAD70
}

screen_has_rows() { [ "$(ctl status $game | grep -cE "^ *[0-9]{1,2} .*[wb:]")" -eq 10 ] || { ctl status $game; return 1; }; }

road_begin
play_through draughts-promotion 98 piece-id white 0-2
play_through draughts-capture-of-five 105 presence black 2-0

hands draughts-promotion $TMPDIR/trace --illegal 3=2818
must "the board is seen" board AGAIN70 1 $TMPDIR/trace
must "a game that goes wrong starts" start_game AGAIN70 --rulebook fmjd-annex6 --time 900
ok "the screen has ten rows" screen_has_rows
ok "the board plays to a man's move straight ahead" plays AGAIN70
ok "time passes" heard AGAIN70 time 2000
must "which is a move until somebody speaks" after 3
ok "Black stops the clock" heard AGAIN70 pause
ok "and has it rectified, item 2 of the list" rules restore-position illegal-move none AI.5.4.2 \
	claim $game black illegal-move want=rectify
ok "two moves stand" is plies 2
road_end
