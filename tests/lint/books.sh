#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The program knows parameters: no rulebook's name stands in what is compiled into it, and every parameter is described.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
# result NAME FINDINGS
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}

echo "1..2"
names=$(basename -s .yaml -a rules/books/*.yaml | paste -sd '|')
# words of their own: "handbook" and "ru-2013" are names, "rulebook" is none
result "no rulebook's name in the program" "$(grep -rnwE "\"($names)\"|$names" --include='*.[ch]' rules daemon libboard kernel | grep -vE '^[^:]*:[0-9]+:[[:space:]]*(/?\*|//)')"
found=""
while read -r parameter; do
	grep -qF "| \`$parameter\` |" doc/rulebooks.md || found+="$parameter"$'\n'
done < <(sed -n 's/^\tX([A-Z0-9_]*, "\([a-z0-9-]*\)".*/\1/p' rules/parameters.h)
result "every parameter is in doc/rulebooks.md" "${found%$'\n'}"
