#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# From Flagfall as it was before there were packages to these, in mid-game and without a machine: the journal is taken up, the game is
# finished, and the older daemon does not touch what the newer one wrote. (With systemd, and by apt alone: 60-guest.sh.)
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
for p in flagfall-sim flagfall-hands; do [ -x build/$p ] || skip_all "build/$p is not there: make programs"; done
must "the older package" older_package
# libusbredirparser1 is the emulated board's
needs='dbus systemd udev libjansson4 libsqlite3-0 libusb-1.0-0 libyaml-0-2 libgcrypt20 libusbredirparser1'
with_needs() { layer "needs-$(echo "$needs" | md5sum | cut -c1-8)" "$(base)" sh -e -c "$install $needs"; }
must "a Debian with what both need" with_needs
in_chroot "$tmp/debian" "$(with_needs)" sh /flagfall/tests/packages/upgrade-inside.sh </dev/null >"$tmp/inside" 2>&1
while read -r line; do
	case $line in
	'ok '*) n=$((n + 1)); echo "ok $n - ${line#ok * - }" ;;
	'not ok '*) n=$((n + 1)); failed=$((failed + 1)); echo "not ok $n - ${line#not ok * - }" ;;
	*) echo "# ${line#\# }" ;;
	esac
done <"$tmp/inside"
ok "all of it was tried" grep -q '^1\.\.[0-9]' "$tmp/inside"
finish
