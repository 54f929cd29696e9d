# SPDX-License-Identifier: GPL-2.0-or-later
# What the stages share. Results and boards are as on the road (tests/road/lib.sh); Flagfall is what is installed.
# shellcheck shell=sh disable=SC2034,SC2046,SC2086,SC2154
export PATH=/flagfall/bin:/usr/sbin:/usr/bin:/sbin:/bin FLAGFALL=/flagfall ROAD=gadget TMPDIR=/flagfall/state SYSTEMD_PAGER=cat DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
mkdir -p $TMPDIR
. /flagfall/tests/road/lib.sh

as() { as_user=$1; shift; su -s /bin/sh $as_user -c "PATH=$PATH; $*"; }
refused() { r_out=$(as "$@" 2>&1) && { echo "allowed: $r_out"; return 1; }; echo "$r_out"; echo "$r_out" | grep -qi "only \|polkit does not authorise"; }
shows() { s_got=$(systemctl show -P $1 flagfalld); [ "$s_got" = "$2" ] || { echo "$1 is $s_got"; return 1; }; }
apt() { apt-get -qy --no-install-recommends "$@"; }
# How the daemon reads a board.
read_by() { ctl list --json | grep "\"name\":\"$1\"" | grep -q "\"uri\":\"$2" || { ctl list --json; return 1; }; }
usb_of() { dirname $(grep -lx $1 /sys/bus/usb/devices/*/serial); }
usb_node() { printf /dev/bus/usb/%03d/%03d $(cat $(usb_of $1)/busnum) $(cat $(usb_of $1)/devnum); }
ports() { modprobe dummy_hcd num=3 && modprobe usb_f_fs; }
doctor_says() { flagfallctl doctor >$TMPDIR/doctor 2>&1; grep -q "$1" $TMPDIR/doctor || { cat $TMPDIR/doctor; return 1; }; }

# early TRACE: the board EARLY is plugged in, whether or not anybody is there to see it
early() {
	flagfall-sim --gadget dummy_udc.0 --name EARLY --serial EARLY --control $TMPDIR/EARLY.control --speed max --in-step $1 >>$TMPDIR/EARLY.log 2>&1 </dev/null &
	running="$running EARLY"
	wait_for usb_of EARLY || { cat $TMPDIR/EARLY.log; return 1; }
}

# watch USER FILE: what somebody hears of the game, from now on
watch() {
	as $1 "flagfallctl --json monitor --banner $game" >$2 2>$2.banner &
	pids="$pids $!"
	wait_for grep -q listening $2.banner || { cat $2.banner; return 1; }
}
watched() { grep -q '"result":"0-1"' $1 && grep -q '"ply":28' $1 || { cat $1.banner; tail -n 3 $1; return 1; }; }

# What the sandbox refuses, systemd or the daemon says.
refused_nothing() { ! journalctl -q --no-pager -b -u $1 | grep -E 'EPERM|not permitted|denied|status=31/SYS|SIGSYS|226/NAMESPACE'; }

# What the machine said, when something went wrong.
stage_end() {
	[ $failed = 0 ] || { journalctl -q --no-pager -b -u flagfalld -u polkit | tail -n 60; dmesg | tail -n 20; } | sed 's/^/# /'
	finish
}
road_end() { stage_end; }
