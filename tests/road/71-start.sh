#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A game is started as README.md says, whatever board is plugged in: without a name on the only one, and by each name that the list shows.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is done once, without a guest"; finish; }

not() { ! "$@"; }
# The command of README.md and that of flagfallctl(1), each with the bus of this test.
readme=$(sed -n 's/^    flagfallctl \(start .*\)/\1/p' $FLAGFALL/README.md)
manual=$(sed -n '/^\$ flagfallctl start/,/^\.Ed/p' $FLAGFALL/man/man1/flagfallctl.1 | sed 's/\\e$//; s/^\$ flagfallctl//; /^\.Ed/d' | tr '\n' ' ')
told() { told_got=$(ctl "$@" 2>&1 >/dev/null); case $told_got in *"$told_want"*) ;; *) echo "$told_got"; return 1 ;; esac; }
tells() { told_want=$1; shift; told "$@"; }
starts() { game=$(eval "ctl $*" </dev/null) && [ -n "$game" ] && ctl end $game $draw >/dev/null; }
draw=1/2-1/2
value() { ctl list --json | sed -n "s/.*\"type\":\"board\".*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
hands blitz-castling $TMPDIR/nameless --sensors presence
hands blitz-castling $TMPDIR/named --sensors piece-id
hands draughts-capture-of-five $TMPDIR/draughts --sensors presence
kinds=$(emulated_kinds)
for k in $kinds; do
	case $k in native*) scheme=socket ;; sentio) scheme=certabo ;; *) scheme=${k%-plain} ;; esac
	options="${options-} --board $scheme:$TMPDIR/$k.line"
done
must "flagfalld runs" start_daemon $options
ok "no board: start says so, and who helps" tells 'no board is plugged in; "flagfallctl doctor"' start
ok "and its status says that it failed" not ctl start
one_is_there() { [ "$(ctl list --json | grep -c '"type":"board"')" = ${1-1} ]; }
for k in $kinds; do
	case $k in cpp-plain | sentio | native) trace=nameless ;; native-10x10) trace=draughts ;; *) trace=named ;; esac
	must "$k is plugged in" emulator $k $k $trace
	must "$k: the daemon knows it" wait_for one_is_there
	case $k in
	native-10x10) draw=1-1 ;;
	*)
		ok "$k: as README.md says" starts "$readme"
		ok "$k: as flagfallctl(1) says" starts "$manual"
		;;
	esac
	for name in name serial node by_id port uri; do
		[ -z "$(value $name)" ] || ok "$k: by its $name" starts start "'$(value $name)'"
	done
	ok "$k: by the name of its node alone" eval '[ -z "$(value node)" ] || starts start "$(basename "$(value node)")"'
	order $k quit
	wait_for one_is_there 0
done

# The number behind --chess960 is a position's, unless a board is called so.
draw=1/2-1/2
must "a board named by a number" emulator dgt dgt named --serial 00042
must "it is known" wait_for one_is_there
from_42() { game=$(ctl start "$@" --anyway --chess960 42) && ctl status $game --json | grep "nnqrbbkr" && ctl end $game $draw; }
ok "the only board, from position 42" from_42
must "another board" emulator native native nameless --serial 42
must "they are known" wait_for one_is_there 2
ok "several boards: start names them" tells 'flagfallctl start: 2 boards are plugged in, so name one of them: ' start
ok "and its status says that it failed" not ctl start
ok "a number that is a board's" tells 'this board does not name its pieces; give the number' start --chess960 42
ok "with the board's number before it, it is the position's" from_42 42
road_end
