#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Our shell scripts give shellcheck no reason for a warning.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v shellcheck >/dev/null || { echo "1..0 # SKIP shellcheck is not installed (make deps)"; echo "ok 1 - shell # SKIP shellcheck is not installed (make deps)"; exit 0; }
mapfile -t scripts < <({ git ls-files --cached --others --exclude-standard 2>/dev/null || find . -type f -not -path './build/*'; } |
	while read -r f; do [ -f "$f" ] && head -c 64 "$f" | head -n 1 | grep -qE '^#!.*\b(ba)?sh\b' && echo "$f"; done)
n=0
echo "1..${#scripts[@]}"
for f in "${scripts[@]}"; do
	n=$((n + 1))
	if out=$(shellcheck -x -P SCRIPTDIR -S warning "$f" 2>&1); then echo "ok $n - $f"; else echo "not ok $n - $f"; printf '%s\n' "$out" | sed 's/^/#   /'; fi
done
