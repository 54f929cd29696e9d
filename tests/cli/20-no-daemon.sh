#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a bus, and on a bus without flagfalld, every verb that needs it ends with status 3 and a sentence.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

verbs=("list" "list --json" "status" "status 1" "start 0" "claim white flag" "report arbiter flag" "decide flag accept" "clock white_ms=0" "pause"
	"resume white" "arrive black" "takeback 1" "end 1-0" "position 8/8/8/8/8/8/8/8" "promotion q" "move e2e4" "journal" "games" "monitor" "monitor --wait")

for verb in "${verbs[@]}"; do
	# shellcheck disable=SC2086
	expect "no bus: $verb" 3 "" "cannot be reached" "$ctl" --bus "unix:path=$work/none" $verb
done
expect "--bus after the verb" 3 "" "cannot be reached" "$ctl" list --bus "unix:path=$work/none"
expect "no system bus" 3 "" "system bus cannot be reached" env DBUS_SYSTEM_BUS_ADDRESS="unix:path=$work/none" "$ctl" list
expect "an address that is none is wrong usage" 2 "" "is not a D-Bus address" "$ctl" --bus "nonsense" list

cat >"$work/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
 <type>session</type><listen>unix:path=$work/bus</listen><auth>EXTERNAL</auth>
 <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
END
if command -v dbus-daemon >/dev/null; then
	exec 3< <(exec dbus-daemon --config-file="$work/bus.conf" --nofork --print-pid 2>"$work/bus.log")
	read -r pid <&3
	trap 'kill "$pid"; rm -rf "$work"' EXIT
	for verb in "${verbs[@]}"; do
		# shellcheck disable=SC2086
		expect "no flagfalld: $verb" 3 "" "flagfalld does not answer" "$ctl" --bus "unix:path=$work/bus" $verb
	done
	mkdir -p "$work/services"
	printf '[D-BUS Service]\nName=org.flagfall1\nExec=/bin/sh -c "touch %s; exit 1"\n' "$work/started" >"$work/services/org.flagfall1.service"
	sed -i "s|<policy|<servicedir>$work/services</servicedir>&|" "$work/bus.conf"
	kill "$pid"
	exec 3< <(exec dbus-daemon --config-file="$work/bus.conf" --nofork --print-pid 2>"$work/bus.log")
	read -r pid <&3
	for verb in metrics "metrics --json"; do
		# shellcheck disable=SC2086
		expect "a daemon that was stopped is not watched: $verb" 3 "" "flagfalld does not answer" "$ctl" --bus "unix:path=$work/bus" $verb
	done
	check "and is not started for it" [ ! -e "$work/started" ]
	expect "who asks for boards starts it" 3 "" "flagfalld does not answer" "$ctl" --bus "unix:path=$work/bus" list
	check "it was" [ -e "$work/started" ]
	expect "doctor says that the daemon is missing" 1 "bus +ok .*daemon +fault" "fault" "$ctl" --bus "unix:path=$work/bus" doctor
else
	skip "a bus without flagfalld" "dbus-daemon is not installed (make deps)"
fi
expect "a backup where no folder is" 1 "" "$work/nowhere/b\.tar\.zst\.tmp: No such file or directory" "$ctl" backup --state "$work" "$work/nowhere/b.tar.zst"
expect "a backup of no daemon's folder" 1 "" "has no journal: is it a daemon's state directory" "$ctl" backup --state "$work" "$work/b.tar.zst"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups test -x "$ctl"; then
	open=$(mktemp -d)
	mkdir -m 700 "$open/journal"
	chmod 777 "$open"
	expect "a backup by somebody who may not read it" 1 "" "$open/journal cannot be read: Permission denied\. It needs the rights of root" \
		setpriv --reuid 65534 --clear-groups "$ctl" backup --state "$open" "$open/b.tar.zst"
	rm -rf "$open"
else
	skip "a backup by somebody who may not read it" "this is not root, or the program is out of others' reach"
fi
plan
