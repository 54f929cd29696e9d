# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# TAP for the lints. Source it; end with `plan`.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
n=0

# result NAME FINDINGS: good if there are none
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | head -n 100 | sed 's/^/#   /'; fi
}
# finds NAME PATTERN FINDINGS: good if a line of them matches, as it has to where a fault was planted
finds() { result "$1" "$(grep -qE -- "$2" <<<"$3" || printf 'not found: %s\nfound: %s' "$2" "$3")"; }
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
plan() { echo "1..$n"; }

# files_of_project: its files, one a line, also where the project was unpacked without git
files_of_project() {
	if git rev-parse --git-dir >/dev/null 2>&1; then
		git ls-files --cached --others --exclude-standard
	else
		find . -type f -not -path './build/*' -not -path './.cache/*' | sed 's|^\./||'
	fi | while IFS= read -r f; do [ ! -f "$f" ] || printf '%s\n' "$f"; done | sort -u
}
