#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A journal whose rulings are not those that this version would give: what was published stands, on the bus and in the journal, the game
# goes on, and the arbiter, but nobody else, is shown both.
# shellcheck source=lib.sh disable=SC2086,SC2046
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
change=$FLAGFALL/build/tests/bus/journal/journal-change
[ -x "$change" ] || { echo "1..1"; echo "ok 1 - rulings of an older version # SKIP make build/tests/bus/journal/journal-change"; exit 0; }

# shows TEXT [OPTION]: the game's status
shows() { s_text=$1; shift; ctl status "$@" $game >$TMPDIR/shown; grep -qF "$s_text" $TMPDIR/shown || { cat $TMPDIR/shown; return 1; }; }
# the journal's first nine rulings
rulings() { ctl journal --rulings $game | head -n 9; }

# said TEXT: by the daemon
said() { grep -q "$1" $TMPDIR/daemon.log || { cat $TMPDIR/daemon.log; return 1; }; }
ok "a private bus runs" private_bus
must "flagfalld runs" start_daemon
hands blitz-castling $TMPDIR/trace
must "the board is seen" board UP20 1 $TMPDIR/trace
must "the game starts" start_game UP20 --rulebook fide2023-blitz --time 300
ok "ten moves" plays UP20 10
must "are published" after 10
kill_daemon
# of ten rulings one was another, with a time that was added, and one was not given at all
otherwise() {
	"$change" $TMPDIR rule ${game#g} 9 '"ruling":"move-accepted","reason":"played"' '"ruling":"claim-rejected","reason":"no-repetition"' &&
		"$change" $TMPDIR rule ${game#g} 9 '"black":0' '"black":120000' &&
		"$change" $TMPDIR rule ${game#g} 9 '"sentence":"' '"sentence":"Claim rejected: thus ruled the older one. ' &&
		"$change" $TMPDIR rule ${game#g} 3 '"ruling"'
}
must "its rulings are those of another version" otherwise
must "flagfalld is started again" start_daemon --verbose
must "the board is seen again" wait_for listed UP20
must "the game is there, and goes on" wait_for is state running
ok "with its ten moves" is plies 10
rulings >$TMPDIR/rulings
ok "the journal's rulings are as they were published" test "$(grep -c 'thus ruled the older one\|has moved (' $TMPDIR/rulings)" = 9
ok "the log says that two rulings differ" said "Game $game: .* 2 are different; those in the journal stand"
ok "what was published is still the last ruling" shows "thus ruled the older one"
ok "by its name" is ruling claim-rejected
ok "and its reason" is reason no-repetition
ok "the arbiter is told what was ruled, and stands" shows "An older version ruled, and that stands: Claim rejected: thus ruled the older one" --arbiter
ok "and what would be ruled now" shows "It would now be ruled: Black has moved" --arbiter
ok "and where nothing was ruled" shows "An older version said nothing here" --arbiter
ok "nobody else is" not shows "would now be ruled"
ok "a program gets both" sh -c "flagfallctl --bus '$BUS' --json status --arbiter $game | grep -q '\"ruled_otherwise\":\\[{\"now\":{.*},{\"published\":{.*\"now\":{'"
ok "the rest is played" plays UP20
must "28 moves are told" after 28
ok "the ruling is now the last move's" is ruling move-accepted
kill_daemon
must "the daemon is killed, and starts again" start_daemon --verbose
must "the game goes on" wait_for is state running
ok "the last ruling is the last move's" is ruling move-accepted
unchanged() { rulings | diff $TMPDIR/rulings -; }
ok "the journal's are what they were" unchanged
ok "the arbiter is told again" shows "thus ruled the older one" --arbiter
ok "White resigns" rules win resign 0-1 '' claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
road_end
