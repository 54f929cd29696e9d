# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of packages share: results, and chroots in layers. Source it from the top of the tree, in bash.
# shellcheck shell=bash
# A layer is a folder of $cache whose files/ lie over those of the layers below it (overlayfs). What is in a chroot runs in namespaces
# of its own: its mounts and its processes end with it, however it ends.

suite=${SUITE:-bookworm}
cache=$(realpath -m "${FLAGFALL_CACHE:-.cache}/packages/$suite")
built=$PWD/build/packages/$suite	# the packages that 10-build.sh leaves
older_commit=f2d1f6e
older=$cache/older-$older_commit
n=0 failed=0

# ok NAME COMMAND…: one result, good if the command ends with 0. Its output is shown when it does not.
ok() {
	local name=$1 rc
	shift; n=$((n + 1))
	if "$@" >"$tmp/ok.out" 2>&1; then echo "ok $n - $name"; return 0; else rc=$?; fi
	failed=$((failed + 1))
	echo "not ok $n - $name"
	echo "#   '$*' ended with $rc"
	tail -n 40 "$tmp/ok.out" | sed 's/^/#   /'
	return 1
}
not() { ! "$@"; }
must() { ok "$@" || finish; }
skip_all() { echo "ok 1 - packages # SKIP $*"; echo "1..1"; exit 0; }
finish() { echo "1..$n"; exit $((failed > 0)); }

# begin: a folder for this test alone, and what every test needs
begin() {
	[ "$(id -u)" = 0 ] || skip_all "chroots and their mounts need root"
	command -v mmdebstrap >/dev/null || skip_all "mmdebstrap is not installed (.ci/deps packages-packages)"
	mkdir -p "$cache/archives/partial" "$built"
	tmp=$(mktemp -d) && chmod 755 "$tmp" || exit 1
	trap 'rm -rf "$tmp"' EXIT
}

# in_chroot UPPER LAYERS COMMAND…: the command as root in a chroot of the layers, the lowest last and with : between. What it writes
# stays in UPPER/files. The tree is at /flagfall, the built packages at /built, the test's folder at /test, the older one at /older; Debian's packages are
# downloaded once.
in_chroot() {
	local upper=$1 layers=$2
	shift 2
	mkdir -p "$upper/files" "$upper/work" "$upper/root"
	upper=$upper layers=$layers tree=$PWD built=$built archives=$cache/archives tmp=$tmp older=$cache/older-$older_commit \
		unshare --mount --uts --ipc --pid --fork --kill-child bash -e -c '
		mount -t overlay overlay -o "lowerdir=$layers,upperdir=$upper/files,workdir=$upper/work" "$upper/root"
		cd "$upper/root"
		mkdir -p flagfall built test older var/cache/apt/archives
		mount -t proc proc proc; mount -t sysfs -o ro sysfs sys; mount --rbind /dev dev; mount -t tmpfs tmpfs run; mount -t tmpfs tmpfs tmp
		mount --bind "$tree" flagfall; mount -o remount,bind,ro flagfall
		mount --bind "$built" built; mount --bind "$tmp" test; mount --bind "$archives" var/cache/apt/archives
		[ ! -d "$older" ] || mount --bind "$older" older
		[ -e etc/resolv.conf ] && [ ! -L etc/resolv.conf ] || { rm -f etc/resolv.conf; cp -L /etc/resolv.conf etc/; }
		cp -L /etc/hosts etc/hosts
		hostname packages
		exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive chroot . "$@"' bash "$@"
}

# layer NAME LAYERS COMMAND…: made once by a command in a chroot; prints LAYERS with it on top
layer() {
	local dir=$cache/$1 lower=$2
	shift 2
	if [ ! -e "$dir/done" ]; then
		rm -rf "$dir"
		in_chroot "$dir" "$lower" "$@" >"$tmp/layer.out" 2>&1 </dev/null || { cat "$tmp/layer.out" >&2; return 1; }
		rmdir "$dir/root"; rm -rf "$dir/work"
		touch "$dir/done"
	fi
	echo "$dir/files:$lower"
}

# base: Debian and nothing else
base() {
	local dir=$cache/base
	if [ ! -e "$dir/done" ]; then
		rm -rf "$dir"
		mkdir -p "$dir"
		mmdebstrap --variant=minbase --skip=cleanup/apt "$suite" "$dir/files" >"$tmp/layer.out" 2>&1 || { cat "$tmp/layer.out" >&2; return 1; }
		touch "$dir/done"
	fi
	echo "$dir/files"
}

install='apt-get -o Dpkg::Options::=--force-unsafe-io install -qy --no-install-recommends'
# what building needs, as debian/control says: another list is another layer
builder() {
	local lower wanted
	lower=$(base) || return 1
	wanted=$(sed -n '/^Build-Depends/,/^[^ ]*:/p' debian/control | md5sum | cut -c1-8)
	layer "build-$wanted" "$lower" sh -e -c "$install build-essential fakeroot; cp -r /flagfall/debian /tmp/debian; cd /tmp; apt-get build-dep -qy --no-install-recommends ./"
}

# Flagfall as it was before there were packages of it, in one made for these tests: what an upgrade begins with.
older_package() {
	[ ! -e "$older/done" ] || return 0
	rm -rf "$older"; mkdir -p "$older/source" "$older/package/DEBIAN"
	git archive $older_commit | tar -x -C "$older/source" || { echo "no commit $older_commit in this clone"; return 1; }
	cat >"$older/package/DEBIAN/control" <<-CONTROL
	Package: flagfall
	Version: 0.1.0~$older_commit
	Architecture: $(dpkg --print-architecture)
	Maintainer: Flagfall developers <nobody@flagfall.invalid>
	Depends: libjansson4, libsqlite3-0, libsystemd0, libudev1, libusb-1.0-0, libyaml-0-2, dbus, systemd, udev
	Description: what an upgrade begins with
	CONTROL
	# as its README had it
	cat >"$older/package/DEBIAN/postinst" <<-'POSTINST'
	#!/bin/sh
	systemd-sysusers
	[ ! -d /run/systemd/system ] || { systemctl daemon-reload; systemctl reload dbus; udevadm control --reload; systemctl enable --now flagfalld; }
	POSTINST
	chmod 755 "$older/package/DEBIAN/postinst"
	layers=$(builder) || return 1
	in_chroot "$tmp/older" "$layers" sh -e -c '
		cp -r /older/source /tmp/source; cd /tmp/source
		make -j2 PREFIX=/usr LIBDIR=/usr/lib/x86 programs >/dev/null
		make PREFIX=/usr LIBDIR=/usr/lib/x86 DESTDIR=/older/package install
		cd /older/package; rm -rf usr/lib/x86 usr/lib/libboard* usr/lib/pkgconfig usr/include usr/share/man usr/share/doc
		dpkg-deb --root-owner-group --build /older/package /older/flagfall.deb' </dev/null || return 1
	rm -r "$older/source"; touch "$older/done"
}
