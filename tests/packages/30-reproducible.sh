#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Built once more, in another folder, at another time of day in another zone, with another locale, umask and number of compilers: the
# same bytes as 10-build.sh left.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
[ -e "$(ls "$built"/flagfall_*.dsc)" ] || skip_all "no source package in $built"
builder_layer=$(builder) || skip_all "no chroot to build in"
faked() { layer "faketime-$(basename "$(dirname "${builder_layer%%:*}")")" "$builder_layer" sh -e -c "$install faketime locales; sed -i 's/# de_DE.UTF-8/de_DE.UTF-8/' /etc/locale.gen; locale-gen"; }
must "a chroot with another time and locale" faked

# From the source package, so that this is a test of that, too.
again() {
	in_chroot "$tmp/build" "$(faked)" sh -e -c '
		umask 022; useradd -m rebuilder; mkdir -p /srv/a/much/longer/path; cd /srv/a/much/longer/path
		dpkg-source -x /built/flagfall_*.dsc tree; chown -R rebuilder /srv/a
		su rebuilder -c "cd tree; umask 002; TZ=Pacific/Kiritimati LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 DEB_BUILD_OPTIONS=parallel=1 \
			faketime -f +400d dpkg-buildpackage -us -uc -b"
		mkdir /test/again; cp ./*.deb /test/again' </dev/null
}
must "the source package builds in another folder, time and locale" again
same() { cmp "$built/$1" "$tmp/again/$1" || { for d in "$built" "$tmp/again"; do dpkg-deb -c "$d/$1" >"$tmp/$(basename "$d").list"; done; diff "$tmp/$(basename "$built").list" "$tmp/again.list"; return 1; }; }
for deb in "$built"/*.deb; do
	deb=${deb##*/}
	ok "the same bytes: ${deb%%_*}" same "$deb"
done
finish
