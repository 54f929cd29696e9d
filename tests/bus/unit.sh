#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The systemd unit is well formed and confines the daemon; bus policy and activation name what they should.
set -u
cd "$(dirname "$0")/../.." || exit 1
echo "1..7"
unit=build/data/flagfalld.service

if ! command -v systemd-analyze >/dev/null; then
	echo "ok 1 # SKIP systemd-analyze is not installed"
	echo "ok 2 # SKIP systemd-analyze is not installed"
else
	dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
	# the program need not be installed for its unit to be checked
	sed "s|^ExecStart=.*|ExecStart=$PWD/build/flagfalld|" "$unit" >"$dir/flagfalld.service"
	found=$(systemd-analyze verify --man=no --recursive-errors=no "$dir/flagfalld.service" 2>&1 | grep 'flagfalld')
	if [ -z "$found" ]; then echo "ok 1 - the unit is well formed"; else echo "not ok 1 - the unit is well formed"; sed 's/^/#   /' <<<"$found"; fi
	if ! systemd-analyze --help | grep -q -- --offline; then
		echo "ok 2 # SKIP this systemd-analyze cannot judge units that are not loaded"
	elif said=$(systemd-analyze security --no-pager --offline=true --threshold=15 "$dir/flagfalld.service" 2>&1); then
		echo "ok 2 - the unit leaves the daemon little to harm ($(tail -n 1 <<<"$said" | grep -oE "[0-9]+\.[0-9]+ [A-Z]+"))"
	else
		echo "not ok 2 - the unit leaves the daemon little to harm"; grep '✗' <<<"$said" | sed 's/^/#   /'; tail -n 1 <<<"$said" | sed 's/^/#   /'
	fi
fi

# Everybody may call what the daemon has: it asks itself who may, and each method is tried.
open=$(sed -n '/context="default"/,/<\/policy>/s/.*<allow .*send_interface="\(org.flagfall1[^"]*\)"\/>.*/\1/p' daemon/bus/org.flagfall1.conf)
has=$(sed -n 's/.*<interface name="\(.*\)">/\1/p' daemon/bus/*.xml)
if [ -n "$has" ] && [ "$open" = "$has" ] && ! grep -q '<deny\|send_member\|group=' daemon/bus/org.flagfall1.conf; then
	echo "ok 3 - the bus policy lets everybody call every interface"
else
	echo "not ok 3 - the bus policy lets everybody call every interface"; diff <(echo "$has") <(echo "$open") | sed 's/^/#   /'
fi

said=$(awk '/<!--/ { role = "LISTEN" } /For operators\./ { role = "OPERATE" } /For arbiters\./ { role = "ARBITRATE" }
	/<interface/ { sub(/.*flagfall1\./, ""); sub(/".*/, ""); interface = toupper($0); all = role }
	/<method/ { sub(/.*name="/, ""); sub(/".*/, ""); print interface, $0, all == "ARBITRATE" ? all : role; role = "LISTEN" }' daemon/bus/*.xml | sort)
tried=$(sed -n 's/^\t{ \([A-Z]*\), "\([A-Za-z]*\)",.* \([A-Z]*\) },$/\1 \2 \3/p' tests/bus/clients/test_access.c | sort)
if [ -n "$said" ] && [ "$said" = "$tried" ]; then
	echo "ok 4 - each method is tried as whose it is said to be"
else
	echo "not ok 4 - each method is tried as whose it is said to be"; diff <(echo "$said") <(echo "$tried") | sed 's/^/#   /'
fi

if grep -qx 'Name=org.flagfall1' build/data/org.flagfall1.service &&
	grep -qx "$(sed -n 's/^Alias=/SystemdService=/p' "$unit")" build/data/org.flagfall1.service; then
	echo "ok 5 - activation starts the unit"
else
	echo "not ok 5 - activation starts the unit"
fi

actions=$(sed -n 's/.*<action id="\([^"]*\)".*/\1/p' daemon/bus/org.flagfall1.policy | sort)
named=$(grep -oE 'org\.flagfall1\.[a-z]+' daemon/bus/flagfall.rules | sort -u)
asked=$(grep -oE '"org\.flagfall1\.[a-z]+"' daemon/bus/access.c | tr -d '"' | sort -u)
if [ -n "$actions" ] && [ "$actions" = "$named" ] && [ "$actions" = "$asked" ]; then
	echo "ok 6 - what is asked of polkit is what its actions and rules name"
else
	echo "not ok 6 - what is asked of polkit is what its actions and rules name"; printf '%s\n' "$actions" / "$named" / "$asked" | sed 's/^/#   /'
fi

# polkit answers root and an action's owner; the daemon is not root
owners=$(sed -n 's/.*"org.freedesktop.policykit.owner">\(.*\)<.*/\1/p' daemon/bus/org.flagfall1.policy)
if [ "$owners" = "$(for _ in $actions; do sed -n 's/^User=/unix-user:/p' "$unit"; done)" ]; then
	echo "ok 7 - polkit tells the daemon's user what others may do"
else
	echo "not ok 7 - polkit tells the daemon's user what others may do"; printf '%s\n' "$owners" | sed 's/^/#   /'
fi
