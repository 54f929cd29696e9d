# SPDX-License-Identifier: GPL-2.0-only
# Source it: the kernel's own checkers, which are in the package of its source only. That is fetched once (140 MB), and what is
# needed of it is kept: checkpatch.pl with its lists, get_abi.pl, and the semantic patches of coccicheck.
# shellcheck shell=bash

# shellcheck disable=SC2034 # for whoever sources it
kernel_scripts=${FLAGFALL_CACHE:-.cache}/kernel-scripts

get_kernel_scripts() {
	mkdir -p "$kernel_scripts" || return 1
	[ -e "$kernel_scripts/done" ] || (flock 8 && fetch_kernel_scripts) 8>"$kernel_scripts/lock"
}

fetch_kernel_scripts() {
	local dir status
	[ ! -e "$kernel_scripts/done" ] || return 0
	dir=$(mktemp -d) || return 1
	echo "# downloading linux-source-6.1 for the kernel's own checkers"
	(cd "$dir" && apt-get download -qq -o APT::Sandbox::User=root linux-source-6.1) >&2 &&
		dpkg-deb --fsys-tarfile "$dir"/linux-source-6.1_*.deb | tar -x -O ./usr/src/linux-source-6.1.tar.xz |
		tar -xJ -C "$dir" --wildcards '*/scripts/checkpatch.pl' '*/scripts/spelling.txt' '*/scripts/const_structs.checkpatch' \
			'*/scripts/get_abi.pl' '*/scripts/coccinelle/*.cocci' &&
		cp -r "$dir"/*/scripts/* "$kernel_scripts/" && touch "$kernel_scripts/done"
	status=$?
	rm -rf "$dir"
	return $status
}
