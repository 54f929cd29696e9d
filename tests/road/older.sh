# SPDX-License-Identifier: GPL-2.0-or-later
# The journal of an older Flagfall (tests/data/journal/f2d1f6e.db), killed after ten moves of a game: what the tests that take it up
# share, besides lib.sh.
# shellcheck shell=sh disable=SC2086

# older_journal: before the daemon runs, it may still be changed
older_journal() {
	mkdir -p $TMPDIR/state
	cp $FLAGFALL/tests/data/journal/f2d1f6e.db $TMPDIR/state/journal.db
	chmod u+w $TMPDIR/state/journal.db
}
# older_game: its board, left with its ten moves, and a daemon that takes the journal; game is its id
older_game() {
	hands blitz-castling $TMPDIR/trace
	flagfall-sim --socket $(port 1) --serial UP20 --control $TMPDIR/UP20.control --speed max --in-step $TMPDIR/trace >>$TMPDIR/UP20.log 2>&1 </dev/null &
	running=UP20
	ok "the board runs" wait_for test -S $TMPDIR/UP20.control
	ok "its cable is out" tell UP20 unplug
	ok "ten moves were played on it" plays UP20 10
	ok "it is plugged in again" tell UP20 plug $(port 1)
	ok "a private bus runs" private_bus
	must "flagfalld takes the older journal" start_daemon --verbose
	game=1
	must "the board is seen" wait_for listed UP20
	must "the game is there, and goes on" wait_for is state running
	ok "with its ten moves" is plies 10
}
# said TEXT: by the daemon
said() { grep -q "$1" $TMPDIR/daemon.log || { cat $TMPDIR/daemon.log; return 1; }; }
