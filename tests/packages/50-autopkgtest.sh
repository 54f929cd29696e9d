#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# debian/tests, run by autopkgtest against the packages as they are installed: the source package brings the tests, and no program of
# its own but the emulated board.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
tester() { layer autopkgtest "$(base)" sh -e -c "$install autopkgtest dpkg-dev build-essential pkg-config"; }
must "a chroot with autopkgtest" tester
run() { in_chroot "$tmp/run" "$(tester)" sh -c 'cd /root; autopkgtest --summary-file=/test/summary --output-dir=/test/out /built/*.deb /built/flagfall_*.dsc -- null' </dev/null; }
run >"$tmp/log" 2>&1
for test in $(sed -n 's/^Tests: //p' debian/tests/control); do
	passed() { grep -E "^$test +PASS" "$tmp/summary" || { cat "$tmp/summary"; tail -n 60 "$tmp/log"; return 1; }; }
	ok "autopkgtest: $test" passed
done
# that road games were played, and with what is installed
ok "whole games were played" grep -q '^ok .*the record agrees' "$tmp/out/road-stdout"
finish
