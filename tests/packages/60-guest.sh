#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A machine of its own: a fresh Debian in QEMU, with systemd as the first process and a disk that lasts. The stages in machine/ run in it,
# one a boot; nothing is in it but Debian, the packages (not installed yet) and the emulated board with its hands. A stage begins on that
# disk, or on what the one that it names left ("# after: 2"). Where it computes, its time is its instructions: nothing is late because this
# machine is busy. STAGES="3-reboot.sh" runs one by itself, on disks that an earlier run has left.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
command -v qemu-system-x86_64 >/dev/null && command -v qemu-img >/dev/null || skip_all "qemu is not installed (make deps; .ci/deps packages-packages)"
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
for p in flagfall-sim flagfall-hands flagfall-pgncheck; do [ -x build/$p ] || skip_all "build/$p is not there: make programs"; done
must "the older package" older_package
machine=$PWD/tests/packages/machine
out=$PWD/build/packages/machine
[ -n "${STAGES-}" ] || rm -rf "$out"
mkdir -p "$out"

# Debian with what a machine has that is no chroot, and its kernel's headers downloaded, no more.
machine_layer() {
	layer machine "$(base)" sh -e -c "INITRD=No $install systemd systemd-sysv dbus udev polkitd kmod dkms linux-image-amd64 busybox-static
		apt-get install -qy --no-install-recommends --download-only linux-headers-amd64"
}
must "a Debian that boots" machine_layer
layers=$(machine_layer)

# The same packages under a higher version, in newer/ beside them.
newer() {
	local deb
	mkdir -p "$1/newer"
	for deb in "$1"/flagfall*_*.deb; do
		dpkg-deb -R "$deb" "$tmp/repacked" && sed -i 's/^Version: .*/&+newer/' "$tmp/repacked/DEBIAN/control" &&
			dpkg-deb --root-owner-group -Znone -b "$tmp/repacked" "$1/newer/" >/dev/null || return 1
		rm -r "$tmp/repacked"
	done
}
# What the stages may install from, and the tree's part that they need: all below the disk's root.
fill() {
	local f p root=$tmp/own
	mkdir -p "$root"/{packages,flagfall/{bin,lib,tests/guest,tests/road,tests/games},var/cache/apt/archives/partial,etc/systemd/system/multi-user.target.wants}
	cp "$older/flagfall.deb" "$root/packages/older.deb"
	cp "$built"/*.deb "$root/packages/"
	rm -f "$root"/packages/*-dbgsym_* "$root"/packages/libboard* "$root"/packages/*-doc_*
	newer "$root/packages" || return 1
	# what the packages need is in the machine's own cache of apt
	in_chroot "$tmp/simulated" "$layers" sh -e -c 'i="apt-get install -qy --no-install-recommends"; debs="linux-headers-amd64 libjansson4 nats-server openssl $(cd /test/own/packages; printf " /test/own/packages/%s" *_*.deb)"
		$i --download-only $debs >&2; $i -s $debs' </dev/null >"$tmp/wanted" || return 1
	for p in $(sed -n 's/^Inst \([^ ]*\).*/\1/p' "$tmp/wanted"); do
		for f in "$cache/archives/${p}"_*.deb; do [ ! -e "$f" ] || cp "$f" "$root/var/cache/apt/archives/"; done
	done
	# emulated boards are there before the libraries that Flagfall brings
	for p in flagfall-sim flagfall-hands flagfall-pgncheck; do
		cp build/$p "$root/flagfall/bin/$p.real"
		printf '#!/bin/sh\nLD_LIBRARY_PATH=/flagfall/lib exec /flagfall/bin/%s.real "$@"\n' $p >"$root/flagfall/bin/$p"
		chmod 755 "$root/flagfall/bin/$p"
		ldd build/$p | grep -o '/[^ )]*' | grep -vE '/(libc|libm|ld-[^/]*)\.so' | xargs -r cp -L -t "$root/flagfall/lib"
	done
	cp tests/guest/lib.sh "$root/flagfall/tests/guest/"; cp tests/road/lib.sh "$root/flagfall/tests/road/"; cp tests/games/*.json "$root/flagfall/tests/games/"
	mkdir -p "$root/flagfall/tests/packages" "$root/flagfall/doc"; cp -r "$machine" "$root/flagfall/tests/packages/"; cp doc/relay.md "$root/flagfall/doc/"
	cp "$machine/flagfall-test.service" "$root/etc/systemd/system/"
	ln -s ../flagfall-test.service "$root/etc/systemd/system/multi-user.target.wants/"
	for p in serial-getty@ttyS0.service getty@tty1.service apt-daily.timer apt-daily-upgrade.timer fstrim.timer e2scrub_all.timer dpkg-db-backup.timer; do ln -s /dev/null "$root/etc/systemd/system/$p"; done
	echo machine >"$root/etc/hostname"; echo '127.0.0.1 localhost machine' >"$root/etc/hosts"
	rm -f "$root/etc/resolv.conf"; : >"$root/etc/machine-id"; : >"$root/etc/fstab"
	touch "$root/etc/.updated" "$root/var/.updated"	# what was installed has made its caches, hwdb's among them
}
disk() { # an ext4 of all layers
	mkdir -p "$tmp/whole"
	own=$tmp/own layers=$layers whole=$tmp/whole disk=$out/disk unshare --mount bash -e -c '
		mount -t overlay overlay -o "lowerdir=$own:$layers" "$whole"
		mke2fs -q -t ext4 -E lazy_itable_init=1 -d "$whole" "$disk" 3G'
}
kernel() { # its kernel, without its wrapping where the guest tests have it, and an initramfs that finds the disk
	local root=$tmp/initramfs dir=${layers%%:*}
	kver=$(basename "$(ls -d "$dir"/lib/modules/* "$dir"/usr/lib/modules/* 2>/dev/null | head -n 1)")
	local modules=$dir/lib/modules
	[ -d "$modules/$kver" ] || modules=$dir/usr/lib/modules
	image=$dir/boot/vmlinuz-$kver
	[ ! -e "${FLAGFALL_CACHE:-.cache}/guest/$kver/boot/vmlinux-$kver" ] || image=${FLAGFALL_CACHE:-.cache}/guest/$kver/boot/vmlinux-$kver
	mkdir -p "$root/bin"
	cp "$dir/bin/busybox" "$root/bin/" 2>/dev/null || cp "$dir/usr/bin/busybox" "$root/bin/"
	cp "$machine/init" "$root/init"
	mkdir -p "$tmp/lib/lib/modules"; cp -r "$modules/$kver" "$tmp/lib/lib/modules/"; depmod -b "$tmp/lib" "$kver"
	(PATH=$PATH:/sbin:/usr/sbin
	for m in virtio_pci virtio_blk crc32c_generic ext4; do modprobe -S "$kver" -d "$tmp/lib" --show-depends $m; done) | awk '$1 == "insmod" && !n[$2]++ { print $2 }' |
		while read -r m; do cp "$m" "$root/"; basename "$m" >>"$root/modules"; done
	(cd "$root" && find . | cpio -o -H newc --quiet -R 0:0) >"$out/initramfs"
}
if [ ! -e "$out/disk" ]; then
	must "what the stages need" fill
	must "its disk" disk
fi
must "its kernel" kernel

boot() { # NUMBER STAGE: until the machine goes down
	local lower
	lower=$out/disk$(sed -n 's/^# after: /./p' "$machine/$2")
	rm -f "$out/disk.$1"
	qemu-img create -q -f qcow2 -b "$lower" -F "$([ "$lower" = "$out/disk" ] && echo raw || echo qcow2)" "$out/disk.$1" || return 1
	timeout -k 5 "${PATIENCE:-3600}" qemu-system-x86_64 -accel tcg -cpu max,-erms,-fsrm,-avx,-avx2 -icount shift=0 -m 1024 -display none -monitor none -nodefaults \
		-no-reboot -kernel "$image" -initrd "$out/initramfs" -drive "file=$out/disk.$1,format=qcow2,if=virtio,cache=unsafe" \
		-serial "file:$out/console.$1" -serial "file:$out/said.$1" \
		-append "console=ttyS0 panic=-1 loglevel=4 mitigations=off no5lvl root=/dev/vda rw systemd.show_status=0 rcupdate.rcu_cpu_stall_timeout=120 systemd.machine_id=0123456789abcdef0123456789abcdef flagfall-stage=$2" </dev/null >"$out/qemu.$1" 2>&1
}
stages=$(cd "$machine" && ls [0-9]-*.sh)
for stage in ${STAGES:-$stages}; do
	boot "${stage%%-*}" "$stage"
	tr -d '\r' <"$out/said.${stage%%-*}" >"$tmp/said"
	while read -r line; do
		case $line in
		'ok '*) n=$((n + 1)); echo "ok $n - ${stage%.sh}:${line#ok * -}" ;;
		'not ok '*) n=$((n + 1)); failed=$((failed + 1)); echo "not ok $n - ${stage%.sh}:${line#not ok * -}" ;;
		'#'*) echo "$line" ;;
		esac
	done <"$tmp/said"
	ok "${stage%.sh}: the stage came to its end" grep -q '^stage ended: ' "$tmp/said" || { tail -n 20 "$out/console.${stage%%-*}" | sed 's/^/#   /'; finish; }
done
finish
