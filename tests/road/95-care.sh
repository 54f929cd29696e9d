#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The traces of finished games: after a day they lie packed, and replay, journal and verify read them as before; after as many days as the
# daemon is told they are removed, and the records stay. A daemon that is started again, and one without its index, have the rest.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

trace_of() { echo "$TMPDIR/state/journal/games/0/${1#g}.trace"; }
# old FILE DAYS: was changed then
old() { touch -d "$2 days ago" $1; }
restart() { kill_daemon; start_daemon "$@"; }
# something goes to the journal, and files are looked after by then
stir() { start_game CARE-1 --anyway --rulebook fide2023-blitz --time 300 && ctl end $game 1-0 >/dev/null; }
listed_game() { ctl games --json | grep -q "\"$1\""; }

road_begin
hands blitz-mate $TMPDIR/1.trace --sensors piece-id
must "a board is plugged in" board CARE-1 1 $TMPDIR/1.trace
must "a game" start_game CARE-1 --rulebook fide2023-blitz --time 300
must "is played" plays CARE-1
ok "to its mate" wait_for is result 1-0
ok "it has its record" wait_for recorded
first=$game record=$a_pgn
trace=$(trace_of $first)
ok "its trace has a file" wait_for test -s $trace
before=$(ctl journal $first | cksum)
moves=$(flagfallctl replay $trace | cksum)
cp $trace $TMPDIR/copy.trace
must "another game" stir
second=$game
ok "its trace has a file" wait_for test -s "$(trace_of $second)"

# a day later
old $trace 2
must "the daemon is started again" restart
must "the board is there" wait_for listed CARE-1
must "something is written" stir
ok "the trace is packed" wait_for test -s $trace.zst
ok "and lies there once" wait_for not test -e $trace
ok "as old as it was" test $trace.zst -ot $TMPDIR/copy.trace
ok "in a fraction of the room" sh -c '[ $(($(stat -c %s "$1") * 3)) -lt $(stat -c %s "$2") ]' - $trace.zst $TMPDIR/copy.trace
echo "# a game of $(flagfallctl replay $TMPDIR/copy.trace | wc -w) turns: $(stat -c %s $TMPDIR/copy.trace) bytes, packed $(stat -c %s $trace.zst)"
ok "the newer one is not" test -e "$(trace_of $second)"
ok "any zstd reads it" sh -c 'zstd -dcq "$1" | cmp - "$2"' - $trace.zst $TMPDIR/copy.trace
ok "replay reads it" test "$(flagfallctl replay $trace.zst | cksum)" = "$moves"
ok "verify does" sh -c 'flagfallctl journal verify "$1" | grep -q whole' - $trace.zst
ok "and journal" test "$(ctl journal $first | cksum)" = "$before"
ok "the game is listed" listed_game $first
must "the daemon is started again, and has lost its index" sh -c 'rm "$1"/journal/index.db*' - $TMPDIR/state
must "…" restart
ok "the game is listed" listed_game $first
ok "nothing is missing" not grep -q "missing" $TMPDIR/daemon.log

# a packed one that was damaged
cp $trace.zst $TMPDIR/kept.zst
head -c $(($(stat -c %s $trace.zst) / 2)) $TMPDIR/kept.zst >$trace.zst
ok "a damaged one is not played" not flagfallctl replay $trace.zst
ok "nor whole" not flagfallctl journal verify $trace.zst
ok "and journal says so" sh -c 'flagfallctl --bus "$1" journal "$2" 2>&1 | grep damaged' - "$BUS" $first
cp $TMPDIR/kept.zst $trace.zst

# not kept for ever
old $trace.zst 40
must "the daemon is told how long" restart --keep-traces 30
must "the board is there" wait_for listed CARE-1
must "something is written" stir
ok "what is older is removed" wait_for not test -e $trace.zst
ok "its record stays" test -s "$record"
ok "the game is not listed any more" wait_for not listed_game $first
ok "the other one is" listed_game $second
must "the daemon is started again" restart --keep-traces 30
ok "nothing is missing" not grep -q "missing" $TMPDIR/daemon.log
road_end
