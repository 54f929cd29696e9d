# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# A private bus, flagfalld on it and emulated boards, for tests of the command line. Source it after lib.sh.
command -v dbus-daemon >/dev/null || { echo "ok 1 - $(basename "$0") # SKIP dbus-daemon is not installed (make deps)"; echo "1..1"; exit 0; }
bus=unix:path=$work/bus
c=("$ctl" --bus "$bus")
export FLAGFALL_RULES=$PWD/rules/books

# until_true COMMAND…: waits for it, a minute at most
until_true() { for _ in $(seq 600); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; return 1; }
begin_bus() {
	cat >"$work/bus.conf" <<-END
	<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
	<busconfig>
	 <type>session</type><listen>$bus</listen><auth>EXTERNAL</auth>
	 <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
	</busconfig>
	END
	dbus-daemon --config-file="$work/bus.conf" --nofork >"$work/bus.log" 2>&1 &
	until_true test -S "$work/bus"
}
# begin_daemon BOARDS: flagfalld, with sockets for so many boards
begin_daemon() {
	local sockets=() i
	for i in $(seq "$1"); do sockets+=(--board "socket:$work/port.$i"); done
	build/flagfalld --bus "$bus" --state "$work/state" --no-udev "${sockets[@]}" >>"$work/daemon.log" 2>&1 &
	until_true "${c[@]}" list
}
has_board() { "${c[@]}" list 2>/dev/null | grep -q "^board  $1 "; }
# board PORT NAME TRACE [OPTION…]: plugged in; returns when the daemon knows it
board() {
	local port=$1 name=$2 trace=$3
	shift 3
	build/flagfall-sim --socket "$work/port.$port" --serial "$name" --control "$work/$name.control" --speed max --in-step "$@" "$trace" \
		>>"$work/sim.log" 2>&1 </dev/null &
	until_true has_board "$name"
}
# tell NAME COMMAND…: what the board's hands do next
tell() { local name=$1; shift; build/flagfall-sim --tell "$work/$name.control" "$@" >/dev/null; }
# start NAME OPTION…: a game; sets id
start() { id=$("${c[@]}" start "$@" 2>"$work/err") && [ -n "$id" ]; }
plies() { "${c[@]}" --json status "$1" | grep -q "\"plies\":$2,"; }
holds() { if grep -qE -- "$3" "$2"; then pass "$1"; else fail "$1" "$(tail -n 8 "$2")"; fi; }
