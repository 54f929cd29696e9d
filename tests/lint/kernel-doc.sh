#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# doc/sensorboard.rst builds, with the interface's kernel-doc in it, and doc/ABI names every attribute and no other.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lint/kernel-scripts.bash
n=0
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
echo "1..3"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

kver=$(make -s --no-print-directory print-kver)
kernel_doc=$(find -L /lib/modules/"${kver:-none}"/build/scripts /usr/lib/linux-kbuild-*/scripts -maxdepth 1 -name kernel-doc 2>/dev/null | head -n 1)
if ! command -v sphinx-build >/dev/null; then
	skip "doc/sensorboard.rst" "sphinx-build is not installed (python3-sphinx; make deps)"
elif [ -z "$kernel_doc" ]; then
	skip "doc/sensorboard.rst" "kernel-doc is not installed (linux-kbuild; make deps)"
else
	# The directive is the kernel tree's own; here it is done by hand.
	mkdir "$dir/doc"
	awk -v kernel_doc="$kernel_doc" '
		/^\.\. kernel-doc:: / { while ((("perl " kernel_doc " -rst -sphinx-version 5.3 " $3) | getline line) > 0) print line; next }
		{ print }' doc/sensorboard.rst >"$dir/doc/index.rst"
	if out=$(sphinx-build -C -W -q -b dummy -D root_doc=index "$dir/doc" "$dir/out" 2>&1); then out=; fi
	[ "$(wc -l <"$dir/doc/index.rst")" -gt $(($(wc -l <doc/sensorboard.rst) + 100)) ] || out+="the interface is not in it"
	result "doc/sensorboard.rst" "$out"
fi

if get_kernel_scripts >&2; then
	# It wants the folders that the kernel's tree has.
	mkdir -p "$dir/ABI/testing" && cp doc/ABI/* "$dir/ABI/testing/"
	if out=$(perl "$kernel_scripts/get_abi.pl" --dir "$dir/ABI" validate 2>&1); then :; fi
	result "doc/ABI is in the form of Documentation/ABI" "$out"
else
	skip "doc/ABI is in the form of Documentation/ABI" "linux-source-6.1, which holds get_abi.pl, cannot be downloaded"
fi
result "doc/ABI names every attribute" "$(diff <(sed -n 's/^What:.*<N>\///p' doc/ABI/sysfs-class-sensorboard | sort) \
	<(sed -n 's/^static DEVICE_ATTR_[A-Z]*(\([a-z_]*\));/\1/p' kernel/sysfs.c | sort))"
