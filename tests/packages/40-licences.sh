#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Licences as reuse and licensecheck read them, against what the files, REUSE.toml and debian/copyright say; and the AppStream metainfo.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
have() { command -v "$1" >/dev/null || { echo "ok $((n += 1)) - $1 # SKIP $1 is not installed (.ci/deps packages-packages)"; return 1; }; }

ok "each file's licence is that of debian/copyright" tests/lint/licences compare
mkdir "$tmp/tree"
git ls-files -z | xargs -0 cp --parents -t "$tmp/tree"
# reuse of Debian 12 does not know REUSE.toml yet
reuse_lint() {
	if ! reuse --version | grep -qE ' [3-9]\.'; then
		mkdir -p "$tmp/tree/.reuse"; tests/lint/licences dep5 >"$tmp/tree/.reuse/dep5"; rm "$tmp/tree/REUSE.toml"
	fi
	(cd "$tmp/tree" && git init -q . && git add -A && reuse lint) >"$tmp/reuse" 2>&1 && ! grep ERROR "$tmp/reuse" || { cat "$tmp/reuse"; return 1; }
}
! have reuse || ok "reuse lint" reuse_lint
checked() { (cd "$tmp/tree" && licensecheck --machine --recursive --lines 20 --shortname-scheme=debian,spdx .) | tests/lint/licences licensecheck; }
! have licensecheck || ok "licensecheck finds what debian/copyright says" checked
! have appstreamcli || ok "the AppStream metainfo is valid" appstreamcli validate --no-net --pedantic udev/org.flagfall.flagfall.metainfo.xml
offered() { # a board's modalias, as the kernel has it, is one that a software centre looks for
	for m in usb:v1209p0001d0100dc00dsc00dp00icFFisc53ip42in00 usb:v2D80p8002d0100dc00dsc00dp00ic03isc00ip00in00; do
		local found=''
		# shellcheck disable=SC2254 # patterns are meant
		for p in $(sed -n 's/.*<modalias>\(.*\)<\/modalias>.*/\1/p' udev/org.flagfall.flagfall.metainfo.xml); do case $m in $p) found=1 ;; esac; done
		[ -n "$found" ] || { echo "no modalias for $m"; return 1; }
	done
}
ok "a software centre knows a board that is plugged in" offered
finish
