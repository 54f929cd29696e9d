#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The example programs: what a board says, in C with libboard as it is installed; the moves of a game, in Python over D-Bus.
# shellcheck source=lib.sh disable=SC2086,SC2046
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

cd "$FLAGFALL" || exit 1
installs() { make -s install-libboard PREFIX=$TMPDIR/opt DESTDIR=; }
compiles() {
	export PKG_CONFIG_PATH=$TMPDIR/opt/lib/pkgconfig
	cc -Wall -Wextra -Werror -o $TMPDIR/moves examples/moves.c $(pkg-config --cflags --libs libboard)
}
moves() { LD_LIBRARY_PATH=$TMPDIR/opt/lib $TMPDIR/moves "$@"; }

road_begin
hands blitz-castling $TMPDIR/trace --sensors presence
ok "libboard is installed" installs
ok "the example in C compiles against it" compiles
moves trace:$TMPDIR/trace >$TMPDIR/printed
# 1. e4; 8. O-O; a capture, 7. exf6, lifts both and sets one down
cat >$TMPDIR/want <<-END
	1 White: e2 -> e4
	13 White: e5 -> f6
	15 White: e1 h1 -> f1 g1
	28 Black: d6 -> g3
END
ok "and prints what was moved" sh -c "awk '{ print NR, \$0 }' $TMPDIR/printed | sed -n '1p; 13p; 15p; 28p' | diff $TMPDIR/want -"
ok "for each press a line" test "$(wc -l <$TMPDIR/printed)" = 28
ok "of a board that is not there it says so" sh -c "! $TMPDIR/moves trace:/nonexistent 2>/dev/null"

if /usr/bin/python3 -c 'import dbus, gi' 2>/dev/null; then
	/usr/bin/python3 examples/moves.py "$BUS" >$TMPDIR/heard 2>$TMPDIR/python.log &
	pids="$pids $!"
	ok "the example in Python listens" wait_for grep -q listening $TMPDIR/heard
	must "a board is seen" board ROAD79 1 $TMPDIR/trace
	must "a game starts" start_game ROAD79 --rulebook fide2023-blitz --time 300
	ok "it is played" plays ROAD79
	ok "every move is heard" wait_for grep -q ' 28 black d6g3$' $TMPDIR/heard
	all_moves() {
		sed -n 's/.* [0-9]* [a-z]* \([a-h1-8qrbn]*\)$/\1/p' $TMPDIR/heard >$TMPDIR/got
		sed -n 's/.*"moves": *"\([^"]*\)".*/\1/p' $games/blitz-castling.json | tr ' ' '\n' | diff - $TMPDIR/got
	}
	ok "and they are those that were played" all_moves
else
	skip "the example in Python" "python3-dbus or python3-gi is not installed (make deps)"
fi
road_end
