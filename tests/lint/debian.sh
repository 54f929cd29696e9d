#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The version is the same wherever it is written, and every file that is installed belongs to a package.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
version=$(sed -n 's/^VERSION := //p' Makefile)
result "debian/changelog has the Makefile's version" "$(diff <(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog) <(echo "$version"))"
result "CHANGELOG.md has it" "$(grep -qx "## $version" CHANGELOG.md || echo "no section $version")"

result "the symbols file has what the library shows" "$(diff <(sed -n 's/^ \(.*\)@.*/\1/p' debian/libboard0.symbols | sort) \
	<(nm -D --defined-only build/libboard.so | sed -n 's/.* \(.*\)@@.*/\1/p; s/.* A \(LIBBOARD_.*\)/\1/p' | sed 's/@@.*//' | sort -u))"

result "debian/copyright has the licence that each file names" "$(python3 tests/lint/licences compare)"

# The files of stdin that no debian/*.install has, and those that more than one has: a folder in a list takes all that is in it.
misplaced() { # [LIST…]
	local f list pattern found
	[ $# -gt 0 ] || set -- debian/*.install
	while read -r f; do
		found=''
		for list; do
			while read -r pattern _; do
				# shellcheck disable=SC2254 # patterns are meant
				case $f in $pattern|$pattern/*) found="$found $(basename "$list" .install)"; break ;; esac
			done < <(sed "s|\${env:UNITS}|usr/lib/systemd/system|" "$list")
		done
		case $found in '') echo "no package has $f" ;; ' '*' '*) echo "more than one package has $f:$found" ;; esac
	done
}
result "a file of no package is found" "$(echo usr/share/planted | misplaced | grep -q planted || echo "it is not")"
result "and one of two" "$(echo usr/share/flagfall/rules/planted | misplaced debian/flagfall.install <(echo usr/share/flagfall) | grep -q "more than one" || echo "it is not")"
# What a club has enabled does not outlive its package: debhelper stops only what it starts.
result "each unit is stopped by its package when that is removed" "$(sed -n 's/.*dh_installsystemd -p //p' debian/rules | grep -e --no-start | while read -r package words; do
	for unit in $(printf '%s\n' $words | grep -v '^--' || echo "$package.service"); do
		grep -qs -- "stop.*$unit" "debian/$package.prerm" || echo "$unit is not"
	done; done)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# With the prefix of all other tests: another one would build the programs anew under their feet. Packages have it in /usr.
as_packaged() { sed 's|^usr/local/|usr/|; s|^etc/dbus-1/|usr/share/dbus-1/|; s|^usr/lib/libboard|usr/lib/any/libboard|; s|^usr/lib/pkgconfig|usr/lib/any/pkgconfig|'; }
if out=$(make -s --no-print-directory install install-dkms DESTDIR="$dir" 2>&1); then
	result "every installed file is in one package" "$(find "$dir" ! -type d -printf '%P\n' | as_packaged | grep -v '^usr/lib/sysusers.d/' | misplaced)"
	# A port at which README.md says that there is an answer is no secret of those who read on: its package opens it.
	result "every socket is opened by its package" "$(find "$dir" -name '*.socket' -printf '%f\n' | while read -r socket; do
		grep 'dh_installsystemd -p' debian/rules | grep -v -e --no-enable -e --no-start | grep -qw -- "$socket" || echo "$socket is not"; done)"
else
	result "every installed file is in one package" "$out"
	result "every socket is opened by its package" "$out"
fi
echo "1..$n"
