#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Game records of all kinds are accepted by readers of other makers, with the same moves: pgn-extract, Scid, and chessops, which reads
# as lichess does.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
PATH=$PATH:/usr/games

mkdir "$work/records"
check "records are written" build/tests/unit/formats/test_record "$work/records"
found=("$work"/records/*.pgn)
[ "${#found[@]}" -gt 12 ] && pass "of ${#found[@]} games" || fail "of more than 12 games" "${found[@]}"

# in_coordinates FILE MOVES: they are its moves
in_coordinates() {
	pgn-extract -s -Wuci -C -N -w9999 --notags "$1" 2>"$work/complaints" | tr A-Z a-z | sed 's/ *\(1-0\|0-1\|1\/2-1\/2\|\*\)$//; /^$/d' >"$work/read"
	cat "$work/complaints" && [ ! -s "$work/complaints" ] && diff <(cat "$2" && echo) "$work/read"
}
by_pgn_extract() { in_coordinates "$1" "${1%.pgn}.moves"; }
# Scid does not know that both lose, and says so of that tag alone.
by_scid() {
	tkscid tests/readers/scid.tcl "$1" >"$work/written" 2>"$work/complaints"
	! grep -v 'Invalid Result tag: 0-0$' "$work/complaints" || return 1
	grep -E '^(\[(FEN|SetUp) |[^[])' "$work/written" >"$work/written.pgn"
	in_coordinates "$work/written.pgn" "${1%.pgn}.moves"
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
if command -v tkscid >/dev/null && command -v pgn-extract >/dev/null; then
	for file in "${found[@]}"; do
		check "Scid reads $(basename "$file" .pgn)" by_scid "$file"
	done
else
	skip "Scid reads them" "tkscid (scid) or pgn-extract is not installed"
fi
if chessops=$(tests/readers/have-chessops 2>"$work/why"); then
	for file in "${found[@]}"; do
		check "chessops reads $(basename "$file" .pgn)" by_chessops "$file"
	done
else
	skip "chessops reads them" "$(cat "$work/why")"
fi
plan
