# SPDX-License-Identifier: GPL-2.0-or-later
# The whole road, from the emulated board's squares to rulings on the bus and the record on disk. The same tests run
# over a socket on a private bus (run by themselves) and, in the QEMU guest, through USB, the module and udev: the guest's
# test sets ROAD=gadget, FLAGFALL (the checkout) and TMPDIR.
#
# Times are the board's own: nothing here waits for a clock, and a game of ten minutes takes as long as its events.
# shellcheck shell=sh disable=SC2086,SC2034

if [ -z "${ROAD-}" ]; then
	ROAD=socket
	FLAGFALL=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
	command -v dbus-daemon >/dev/null || { echo "1..0"; echo "ok 1 - the road # SKIP dbus-daemon is not installed (make deps)"; exit 0; }
	# FLAGFALL_INSTALLED: the programs and rulebooks that are installed, and from the checkout what tests alone need
	if [ -n "${FLAGFALL_INSTALLED-}" ]; then
		PATH=$PATH:/usr/sbin:$FLAGFALL/build
	else
		PATH=$FLAGFALL/build:$PATH
		FLAGFALL_RULES=$FLAGFALL/rules/books
		export FLAGFALL_RULES
	fi
	TMPDIR=$(mktemp -d) || exit 1
	# nothing outlives the test, however it ends
	trap all_end EXIT
	trap 'exit 1' TERM INT HUP
	export PATH TMPDIR
fi
. "$FLAGFALL/tests/guest/lib.sh"
here=$FLAGFALL
games=$FLAGFALL/tests/games
pids=
running=
daemon=
# the private one
BUS=unix:path=$TMPDIR/bus

all_end() {
	for t_board in $running; do tell $t_board quit >/dev/null 2>&1; done
	end_all $pids $daemon
	rm -rf "$TMPDIR"
}

# must NAME COMMAND…: as ok, and without it nothing that follows makes sense
must() {
	m_failed=$failed
	ok "$@"
	[ $failed = $m_failed ] || road_end
}

# waits_for COMMAND…: as wait_for, and what is lacking is shown
waits_for() { wait_for "$@" || { "$@"; return 1; }; }

ctl() {
	if [ $ROAD = gadget ]; then flagfallctl "$@"; else flagfallctl --bus "$BUS" "$@"; fi
}

# port N: where a cable can be plugged in
port() { if [ $ROAD = gadget ]; then echo dummy_udc.$(($1 - 1)); else echo $TMPDIR/port.$1; fi; }

# --- the bus and the daemon ---

private_bus() {
	cat >$TMPDIR/bus.conf <<-END
	<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
	<busconfig>
	 <type>session</type><listen>unix:path=$TMPDIR/bus</listen><auth>EXTERNAL</auth>
	 <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
	</busconfig>
	END
	dbus-daemon --config-file=$TMPDIR/bus.conf --nofork >$TMPDIR/bus.log 2>&1 &
	pids="$pids $!"
	wait_for test -S $TMPDIR/bus
}

system_bus() {
	mkdir -p /etc/dbus-1/system.d
	cp $FLAGFALL/daemon/bus/org.flagfall1.conf /etc/dbus-1/system.d/
	start_bus && dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ReloadConfig
}

daemon_answers() { ctl list; }

# start_daemon [OPTION…]: in front of the same state each time
start_daemon() {
	if [ $ROAD = gadget ]; then
		flagfalld --state $TMPDIR/state "$@" >>$TMPDIR/daemon.log 2>&1 &
	else
		flagfalld --bus "$BUS" --no-udev --board socket:$(port 1) --board socket:$(port 2) --board socket:$(port 3) \
			--state $TMPDIR/state "$@" >>$TMPDIR/daemon.log 2>&1 &
	fi
	daemon=$!
	wait_for daemon_answers
}

kill_daemon() { kill -9 $daemon; wait $daemon 2>/dev/null; return 0; }

road_begin() {
	if [ $ROAD = gadget ]; then
		ok "the module loads" load
		ok "udevd runs" start_udev
		ok "the system bus runs" system_bus
		log_mark
	else
		ok "a private bus runs" private_bus
	fi
	mkdir -p $TMPDIR/state
	ok "flagfalld runs" start_daemon
}

road_end() {
	for board in $running; do tell $board quit >/dev/null; done
	wait_for no_boards_run
	running=
	end_all $daemon
	daemon=
	end_all $pids
	pids=
	if [ $ROAD = gadget ]; then ok "the module unloads" unload; fi
	if [ $failed -gt 0 ]; then
		echo "# what flagfalld said:"
		sed 's/^/#   /' $TMPDIR/daemon.log
	fi
	finish
}

# --- boards ---

# tell BOARD COMMAND…: the emulated board's answer
tell() { t_board=$1; shift; flagfall-sim --tell $TMPDIR/$t_board.control "$@"; }
# heard BOARD COMMAND…: … and the host has it. What is asked for afterwards is asked of a daemon that knows.
heard() { tell "$@" && tell $1 flush; }
no_boards_run() { for t_board in $running; do [ ! -e $TMPDIR/$t_board.control ] || return 1; done; }
listed() { ctl list --json | grep -q "\"type\":\"board\",\"name\":\"$1\""; }
not_listed() { ! listed $1; }

# board SERIAL PORT TRACE [OPTION…]: plugs it in and waits until the daemon knows it
board() {
	b_serial=$1 b_port=$2 b_trace=$3
	shift 3
	if [ $ROAD = gadget ]; then b_port="--gadget dummy_udc.$((b_port - 1)) --name $b_serial"; else b_port="--socket $(port $b_port)"; fi
	flagfall-sim $b_port --serial $b_serial --control $TMPDIR/$b_serial.control --speed max --in-step "$@" $b_trace \
		>>$TMPDIR/$b_serial.log 2>&1 </dev/null &
	running="$running $b_serial"
	wait_for listed $b_serial || { cat $TMPDIR/$b_serial.log; return 1; }
}

# board_goes SERIAL: for good
board_goes() {
	tell $1 quit
	running=$(for t_board in $running; do [ $t_board = $1 ] || printf ' %s' $t_board; done)
	wait_for not_listed $1
}

# hands GAME TRACE [OPTION…]: what hands do that play tests/games/GAME.json
hands() { h_game=$1 h_trace=$2; shift 2; flagfall-hands "$@" $games/$h_game.json >$h_trace; }

# --- games ---

# start_game BOARD OPTION…: sets game
start_game() { game=$(ctl start "$@") && [ -n "$game" ]; }

# field NAME: of the game's status
field() { ctl status $game --json | sed -n "s/.*\"$1\":\"\\{0,1\\}\\([^\",}]*\\)\"\\{0,1\\}[,}].*/\\1/p"; }
is() { i_got=$(field $1); [ "$i_got" = "$2" ] || { echo "$1 is '$i_got', not '$2'"; return 1; }; }
# settle BOARD: time enough passes on it for the last turn to be told. Where the arbiter must be silent, turns wait until an
# illegal one would be known, too.
settle() { s_answer=$(heard $1 time 2000) || { echo "$s_answer"; return 1; }; }
# after N: the daemon has told of N turns
after() { wait_for is plies $1 || { is plies $1; ctl status $game; return 1; }; }
# told_of N: … or of more, where it is played on meanwhile
told_of() { t_plies=$(field plies); [ "${t_plies:-0}" -ge $1 ]; }

# plays BOARD [N]: to the end, or until N presses were played
plays() {
	if [ -n "${2-}" ]; then p_command="play-until-press $2"; else p_command=play; fi
	p_answer=$(tell $1 $p_command) || { echo "$p_answer"; return 1; }
}

# rules RULING REASON RESULT ARTICLE COMMAND…: does what the command is answered by say that?
rules() {
	r_want="$1 $2 $3 $4"; r_ruling=$1 r_reason=$2 r_result=$3 r_article=$4
	shift 4
	r_got=$(ctl --json "$@") || { echo "$r_got"; return 1; }
	case $r_got in
	*"\"ruling\":\"$r_ruling\""*) ;;
	*) echo "wanted $r_want"; echo "$r_got"; return 1 ;;
	esac
	for r_part in "\"reason\":\"$r_reason\"" "\"result\":\"$r_result\"" "${r_article:+\"$r_article\"}"; do
		case $r_got in *"$r_part"*) ;; *) echo "wanted $r_want, lacking $r_part"; echo "$r_got"; return 1 ;; esac
	done
}

# recorded: the record of the finished game is there; sets a_pgn
recorded() { a_pgn=$(field pgn_path); case $a_pgn in */running/*) return 1 ;; esac; [ -s "$a_pgn" ]; }
record_has() { wait_for recorded && grep -q "$1" "$a_pgn" || { cat "$a_pgn"; return 1; }; }

# record_agrees SCORE TRACE [OPTION…]: the game's PGN against what was played
record_agrees() {
	a_score=$1 a_trace=$2
	shift 2
	wait_for recorded || return 1
	flagfall-pgncheck "$@" $games/$a_score.json $a_trace "$a_pgn" || { cat "$a_pgn"; return 1; }
}

# listen FILE: what everyone may hear of the game, from now on
listen() {
	rm -f $1.banner	# what was said to another one is no sign
	ctl --json monitor --banner $game >$1 2>$1.banner &
	pids="$pids $!"
	wait_for grep -q listening $1.banner
}

# said_of PLY FILE: what was said of a turn, without what is the turn's own: its times, squares and number
said_of() {
	grep "\"t_us\":$(sed -n "s/.*\"t_us\":\([0-9]*\),.*\"ply\":$1,.*\"committed\".*/\1/p" $2)," $2 |
		sed 's/"t_us":[0-9]*//; s/,"game":"g[0-9]*","board".*//; s/"uci":"[^"]*"//; s/"placement":"[^"]*"//; s/"ply":[0-9]*//; s/_us":[0-9]*//g'
}
