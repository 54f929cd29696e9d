#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Real blitz games pass the whole road: the record's moves are the score's, and its clock times agree with the presses'
# times to the millisecond.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# play_through SCORE RULEBOOK TIME PLIES SENSORS LOSER RESULT
play_through() {
	label="$1 under $2, $5 sensors"
	trace=$TMPDIR/$1.trace
	hands $1 $trace --sensors $5
	must "$label: the board is seen" board ROAD10 1 $trace
	must "$label: the game starts" start_game ROAD10 --rulebook $2 --time $3 --white Anna --black Boris
	ok "$label: the board plays" plays ROAD10
	ok "$label: time passes" settle ROAD10
	must "$label: $4 moves" after $4
	ok "$label: a player resigns" rules win resign $7 '' claim $game $6 resign
	ok "$label: the record agrees" record_agrees $1 $trace --result $7
	ok "$label: the board goes" board_goes ROAD10
}

road_begin
play_through blitz-castling fide2023-blitz 300 28 piece-id white 0-1
play_through blitz-castling wbca-1992 300 28 piece-id white 0-1
play_through blitz-promotion fide2023-blitz 600 89 piece-id black 1-0
play_through blitz-en-passant fide2023-blitz 180 48 piece-id white 0-1
play_through blitz-castling fide2023-blitz 300 28 presence white 0-1
road_end
