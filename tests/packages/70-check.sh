#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The tree as a developer has it, in a clean chroot with what .ci/packages-build and .ci/packages-check name but for the virtual machine: it builds without a
# warning, and its unit tests, rulebooks' cases and traces pass; with CHECK=1 all of make check that needs no machine. For a Debian that
# is not the one that it is written on: SUITE=trixie tests/packages/70-check.sh.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin

wanted() { # what this Debian has of it: it may have other names for some
	awk '/^# the kernel in a virtual machine/ { exit } NF && !/^#/' .ci/packages-build .ci/packages-check | sed "s/@ARCH@/$(dpkg --print-architecture)/"
}
developer() {
	local lower names
	lower=$(base) || return 1
	names=$(wanted | tr '\n' ' ')
	layer "developer-$(echo "$names" | md5sum | cut -c1-8)" "$lower" sh -e -c "
		for p in $names; do apt-cache show --no-all-versions \$p >/dev/null 2>&1 && echo \$p || echo \"\$p is not in this Debian\" >&2; done >/tmp/names
		$install \$(cat /tmp/names)"
}
must "a chroot with what a developer has" developer
layers=$(developer)
mkdir -p "$tmp/tree" && git ls-files -z | xargs -0 cp --parents -t "$tmp/tree"
in_tree() { in_chroot "$tmp/check" "$layers" sh -e -c "cd /test/tree; $1" </dev/null; }
log=$built/check.log # all that it prints
logged() { "$@" >"$log" 2>&1; rc=$?; tail -n 40 "$log"; return "$rc"; }
# of tests/run's output, what failed, of which test, and what was said of it; and what was skipped, with its reason
failures() {
	awk '/^# [^ ]+: [0-9]+ passed/ { test = $2; lines = 0 }
		/^not ok/ && !/# *[Ss][Kk][Ii][Pp]/ { print test, $0; lines = 30; next }
		/^(ok|not ok|1\.\.)/ { lines = 0 }
		lines-- > 0' "$log"
}
skipped() { awk '/^skipped:$/ { on = 1 } /^[0-9]+ passed/ { on = 0 } on' "$log"; }

must "it builds, warnings are errors" in_tree "make -j$(nproc) WERROR=1 programs"
if [ -n "${CHECK-}" ]; then
	ok "make check, without the machine" logged in_tree "make -j$(nproc) check-run"
else
	# shellcheck disable=SC2016 # the chroot's shell expands it
	ok "unit tests, cases and traces" logged in_tree 'units=$(find tests/unit -name "test_*.c" | sort | sed "s,^tests,build/tests,;s,\.c$,,")
		make -j'"$(nproc)"' WERROR=1 $units >/dev/null; tests/run $units tests/casebook/run tests/traces/run; '
fi
{ failures; skipped; tail -n 1 "$log"; } | sed 's/^/# /'
finish
