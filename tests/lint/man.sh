#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Man pages are well formed, and flagfallctl(1) names every verb and every option of the program.
set -u
cd "$(dirname "$0")/../.." || exit 1
mapfile -t pages < <(ls man/man*/* 2>/dev/null)
n=0
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
if command -v mandoc >/dev/null; then
	for page in "${pages[@]}"; do
		result "$page" "$(mandoc -Tlint -Wwarning "$page" 2>&1)"
	done
else
	n=1; echo "ok 1 - man pages # SKIP mandoc is not installed (make deps)"
fi

ctl=build/flagfallctl
text=$(sed 's/\\-/-/g' man/man1/flagfallctl.1)
missing=
for verb in $($ctl --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	grep -q "Cm $verb\b" <<<"$text" || missing+="$verb "
	for option in $($ctl "$verb" --help | grep -o -- '--[a-z][a-z0-9-]*' | sort -u); do
		case $option in --help | --usage | --version | --json | --bus) continue ;; esac
		grep -qE -- "(-|Cm )${option#--}\b|$option\b" <<<"$text" || missing+="$verb:$option "
	done
done
result "flagfallctl(1) tells of every verb and option" "$missing"
echo "1..$n"
