#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-dkms with the headers of this Debian's kernel and of the newest 6.12 that apt knows: the module is built for both, without a
# warning, and nothing of it is left when the package is gone. (Loaded it is in 60-guest.sh and tests/guest.)
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
must "a fresh Debian" base
arch=$(dpkg --print-architecture)
newer=$(in_chroot "$tmp/names" "$(base)" apt-cache search --names-only "^linux-headers-6\.12\.[^ ]*[0-9]-$arch$" </dev/null | cut -d ' ' -f 1 | sort -V | tail -n 1)
headers="linux-headers-$arch $newer"
with_headers() { layer "headers-$(echo "$headers" | md5sum | cut -c1-8)" "$(base)" sh -e -c "$install dkms kmod $headers"; }
must "a Debian with DKMS and the headers: $headers" with_headers
lower=$(with_headers)

in_debian() { in_chroot "$tmp/debian" "$lower" sh -e -c "$1" </dev/null; }
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
# dkms asks for the kernel that runs, and this one's is another machine's: each is named
kernels=$(in_debian 'for f in /usr/src/linux-headers-*; do case $f in *-common*) ;; *) echo ${f#/usr/src/linux-headers-} ;; esac; done')
ok "flagfall-dkms is installed" in_debian "$install /built/flagfall-dkms_*.deb"
built_for() {
	in_debian "mkdir -p /lib/modules/$1; dkms install flagfall/$version -k $1; dkms status -k $1 | grep '^flagfall/$version.*installed'
		! grep -i warning /var/lib/dkms/flagfall/$version/$1/*/log/make.log
		modinfo -F version /lib/modules/$1/updates/dkms/sensorboard.ko* | grep -x '$version'
		modinfo -F vermagic /lib/modules/$1/updates/dkms/sensorboard.ko* | grep '^$1 '"
}
for kernel in $kernels; do ok "the module is built for $kernel, without a warning" built_for "$kernel"; done
ok "for more than one kernel, 6.12 among them" grep -q "6\.12\..* \|.* 6\.12\." <<<"$(echo $kernels)"
ok "it is purged" in_debian 'apt-get -qy purge flagfall-dkms'
ok "nothing of it is left" in_debian '! find /lib/modules /usr/src /var/lib/dkms \( -name "sensorboard*" -o -name "flagfall*" \) | grep .'
finish
