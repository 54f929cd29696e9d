# SPDX-License-Identifier: GPL-2.0-or-later
# What the stages share. Results and boards are as on the road (tests/road/lib.sh); Flagfall is what is installed.
# shellcheck shell=sh disable=SC2034,SC2046,SC2086,SC2154
export PATH=/flagfall/bin:/usr/sbin:/usr/bin:/sbin:/bin FLAGFALL=/flagfall ROAD=gadget TMPDIR=/flagfall/state SYSTEMD_PAGER=cat DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
mkdir -p $TMPDIR
. /flagfall/tests/road/lib.sh

as() { as_user=$1; shift; su -s /bin/sh $as_user -c "PATH=$PATH; $*"; }
refused() { r_out=$(as "$@" 2>&1) && { echo "allowed: $r_out"; return 1; }; echo "$r_out"; echo "$r_out" | grep -qi "denied\|not allowed\|only \|not authorized"; }
shows() { s_got=$(systemctl show -P $1 flagfalld); [ "$s_got" = "$2" ] || { echo "$1 is $s_got"; return 1; }; }
apt() { apt-get -qy --no-install-recommends "$@"; }
# How the daemon reads a board.
read_by() { ctl list --json | grep "\"name\":\"$1\"" | grep -q "\"uri\":\"$2" || { ctl list --json; return 1; }; }
usb_of() { dirname $(grep -lx $1 /sys/bus/usb/devices/*/serial); }
ended() { [ "$(field state)" != running ] || [ -n "$(field result)" ]; }
# What the machine said, when something went wrong.
stage_end() {
	[ $failed = 0 ] || { journalctl -q --no-pager -b -u flagfalld -u polkit | tail -n 60; dmesg | tail -n 20; } | sed 's/^/# /'
	finish
}
road_end() { stage_end; }
