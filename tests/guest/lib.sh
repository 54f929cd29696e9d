# SPDX-License-Identifier: GPL-2.0-or-later
# Functions that guest tests share. Source it: . /flagfall/tests/guest/lib.sh

here=/flagfall
n=0 failed=0

# ok NAME COMMAND…: one result, good if the command ends with 0. Its output is shown when it does not.
ok() {
	name=$1; shift
	n=$((n + 1))
	if "$@" >$TMPDIR/ok.out 2>&1; then
		echo "ok $n - $name"
	else
		rc=$?
		failed=$((failed + 1))
		echo "not ok $n - $name"
		echo "#   '$*' ended with $rc"
		sed 's/^/#   /' $TMPDIR/ok.out
	fi
}

# skip NAME REASON
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }

# finish: the last line of a test
finish() { echo "1..$n"; exit $((failed > 0)); }

not() { ! "$@"; }

# wait_for COMMAND…: until it succeeds, at most a minute of the guest's time
wait_for() {
	tries=600
	until "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || { echo "waited a minute in vain for: $*"; return 1; }
		sleep 0.1
	done
}

# alive PID…: those of them that still are programs of this test's. The number of one that has ended may be anybody's by now.
alive() {
	for a_pid; do ! grep -qs "^PPid:[^0-9]*$$\$" /proc/$a_pid/status || printf '%s ' $a_pid; done
}
# end_all PID…: but for those that have ended
end_all() {
	e_pids=$(alive "$@")
	[ -z "$e_pids" ] || { kill $e_pids; wait $e_pids; } 2>/dev/null
}

# kernel_says PATTERN: does the kernel's log since log_mark hold it?
log_mark() { dmesg | wc -l >$TMPDIR/log.mark; }
log_since() { tail -n +$(($(cat $TMPDIR/log.mark) + 1)) <<-LOG
	$(dmesg)
	LOG
}
kernel_says() { log_since | grep -qE "$1" || { echo "the log lacks: $1"; log_since; return 1; }; }

# start_udev: udevd with Debian's default rules and ours; the devices that can be boards are announced again
start_udev() {
	pidof systemd-udevd >/dev/null && return 0
	mkdir -p /run/udev
	/lib/systemd/systemd-udevd --daemon &&
		udevadm trigger --action=add --subsystem-match=usb --subsystem-match=sensorboard --subsystem-match=hidraw && udevadm settle --timeout=600
}

# start_bus: a system bus; sets DBUS_SYSTEM_BUS_ADDRESS
start_bus() {
	mkdir -p /run/dbus
	export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket
	[ -S /run/dbus/system_bus_socket ] && return 0
	dbus-daemon --system --fork --nopidfile
}

load() { grep -q '^sensorboard ' /proc/modules || insmod $here/build/sensorboard.ko "$@"; }
unload() { rmmod sensorboard; }
