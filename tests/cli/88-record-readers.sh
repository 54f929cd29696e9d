#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Game records of all kinds are accepted by readers of other makers, with the same moves: pgn-extract, and chessops, which reads as
# lichess does.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
PATH=$PATH:/usr/games

mkdir "$work/records"
check "records are written" build/tests/unit/formats/test_record "$work/records"
found=("$work"/records/*.pgn)
[ "${#found[@]}" -gt 12 ] && pass "of ${#found[@]} games" || fail "of more than 12 games" "${found[@]}"

by_pgn_extract() {
	pgn-extract -s -Wuci -C -N -w9999 --notags "$1" 2>"$work/complaints" | tr A-Z a-z | sed 's/ *\(1-0\|0-1\|1\/2-1\/2\|\*\)$//; /^$/d' >"$work/read"
	cat "$work/complaints" && [ ! -s "$work/complaints" ] && diff <(cat "${1%.pgn}.moves" && echo) "$work/read"
}
by_chessops() { node tests/readers/chessops.mjs "$chessops" "$1" >"$work/read" && diff <(cat "${1%.pgn}.moves" && echo) "$work/read"; }

for file in "${found[@]}"; do
	name=$(basename "$file" .pgn)
	if command -v pgn-extract >/dev/null; then
		check "pgn-extract reads $name" by_pgn_extract "$file"
	else
		skip "pgn-extract reads $name" "pgn-extract is not installed"
	fi
done
if chessops=$(tests/readers/have-chessops 2>"$work/why"); then
	for file in "${found[@]}"; do
		check "chessops reads $(basename "$file" .pgn)" by_chessops "$file"
	done
else
	skip "chessops reads them" "$(cat "$work/why")"
fi
plan
