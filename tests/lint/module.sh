#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The kernel's own checkers on the module: sparse and W=1, kernel-doc, checkpatch.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lint/kernel-scripts.bash
n=0
# result NAME FINDINGS
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
echo "1..5"

kver=$(make -s --no-print-directory print-kver)
if [ -z "$kver" ]; then
	skip "make C=2 W=1" "no kernel headers are installed (make deps)"
elif ! command -v sparse >/dev/null; then
	skip "make C=2 W=1" "sparse is not installed (make deps)"
else
	# In a folder of its own, so that every file is looked at each time.
	rm -rf build/module-check && mkdir -p build/module-check
	cp --parents Kbuild kernel/*.[ch] kernel/uapi/*.h build/module-check
	if out=$(make -C "/lib/modules/$kver/build" M="$PWD/build/module-check" C=2 W=1 modules 2>&1); then
		# BTF needs a vmlinux, which Debian does not ship beside the headers.
		result "make C=2 W=1" "$(grep -iE 'warning|error' <<<"$out")"
	else
		result "make C=2 W=1" "$out"
	fi
fi

kernel_doc=$(find -L /lib/modules/"${kver:-none}"/build/scripts /usr/lib/linux-kbuild-*/scripts -maxdepth 1 -name kernel-doc 2>/dev/null | head -n 1)
if [ -z "$kernel_doc" ]; then
	skip "kernel-doc on the ABI" "kernel-doc is not installed (linux-kbuild; make deps)"
else
	if out=$(perl "$kernel_doc" -none -Werror kernel/uapi/*.h 2>&1); then out=; fi
	result "kernel-doc on the ABI" "$out"
fi

if ! get_kernel_scripts; then
	skip "checkpatch --strict" "linux-source-6.1, which holds checkpatch.pl, cannot be downloaded"
else
	# CAMELCASE: without a kernel tree it does not know the names of USB descriptors' fields. wire-user.h is user space.
	mapfile -t files < <(find Kbuild kernel \( -name '*.[ch]' -o -name Kbuild \) ! -name wire-user.h)
	if out=$(perl "$kernel_scripts/checkpatch.pl" --no-tree --strict --terse --ignore CAMELCASE -f "${files[@]}" 2>&1); then out=; fi
	result "checkpatch --strict" "$out"
fi

# Test ids belong to whoever is testing: none of them may be taken without our interface beside it.
if [ -e build/sensorboard.ko ]; then
	want=$(for i in {1..16}; do printf 'usb:v1209p%04Xd*dc*dsc*dp*icFFisc53ip42in*\n' "$i"; done)
	out=$(diff <(printf '%s\n' "$want") <(PATH=$PATH:/sbin modinfo -F alias build/sensorboard.ko | sort))
	result "ids of the module" "$out"
else
	skip "ids of the module" "the module is not built"
fi

# The files that are compiled in user space too stay free of kernel calls, and warnings of its stricter compiler flags.
out=
for f in kernel/decode.c kernel/numbering.c kernel/queue.c; do
	out+=$(${CC:-gcc} -std=c11 -I. -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror -fsyntax-only "$f" 2>&1)
done
result "the pure files in user space" "$out"
