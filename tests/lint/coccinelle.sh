#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The kernel's semantic patches on the module, as `make coccicheck MODE=report M=kernel` runs them in a kernel tree.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lint/kernel-scripts.bash
skip_all() { echo "1..0 # SKIP $*"; echo "ok 1 - coccinelle # SKIP $*"; exit 0; }
command -v spatch >/dev/null || skip_all "spatch is not installed (coccinelle; make deps)"
get_kernel_scripts || skip_all "linux-source-6.1, which holds the semantic patches, cannot be downloaded"

kver=$(make -s --no-print-directory print-kver)
includes=()
for dir in /lib/modules/"$kver"/{source,build}/include{,/uapi}; do [ ! -d "$dir" ] || includes+=(-I "$dir"); done

mapfile -t patches < <(grep -rl --include='*.cocci' '^virtual report' "$kernel_scripts/coccinelle" | sort)
n=0
echo "1..$((${#patches[@]} + 2))"
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
result "there are semantic patches that report" "$([ ${#patches[@]} -gt 50 ] || echo "only ${#patches[@]}")"
# check PATCH FOLDER: with the options that the patch asks for, as coccicheck takes them. Spatch's own doubts about a patch (a name
# in it that looks like a variable) are no findings about the module.
check() {
	local options found
	mapfile -t options < <(sed -n 's/^.*Options: *//p' "$1" | tr -s ' ' '\n')
	found=$(timeout 900 spatch -D report --no-show-diff --very-quiet --cocci-file "$1" "${options[@]}" --dir "$2" "${includes[@]}" 2>&1) ||
		found+=$'\n'"spatch ended with $?"
	grep -vE '^$|^warning: .*should .* be a metavariable' <<<"$found"
}
planted=$(mktemp -d) && printf 'void f(char *p)\n{\n\tif (p)\n\t\tkfree(p);\n}\n' >"$planted/planted.c"
result "a planted mistake is found" "$(check "$kernel_scripts/coccinelle/free/ifnullfree.cocci" "$planted" | grep -q planted.c || echo "it is not")"
rm -rf "$planted"
for patch in "${patches[@]}"; do
	result "${patch#"$kernel_scripts/coccinelle/"}" "$(check "$patch" kernel)"
done
