#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Counts the branches of rules, tracker, clock, arbiter and journal that the tests take, as make coverage does, with the data that the tree
# carries, and says the share of each at the end of make check.
cd "$(dirname "$0")/../.." || exit 1
echo 1..1
command -v gcovr >/dev/null || { echo "ok 1 - branches are counted # SKIP gcovr is not installed (make deps)"; exit 0; }
unset FLAGFALL_DATA
export TEST_JOBS=1 # the others run beside it
out=$(make -s coverage 2>&1)
status=$?
line=$(echo "$out" | awk '/^(rules|tracker|clock|arbiter|journal) / && $5 ~ /%$/ { parts = parts (n++ ? ", " : "") $1 " " $5 }
	END { if (n == 5) print parts }')
[ -n "$line" ] && [ $status = 0 ] || { echo "not ok 1 - branches are counted"; echo "$out" | grep -v "^# .* passed" | tail -n 60 | sed 's/^/#   /'; exit 1; }
echo "#! branches taken (goal 90%): $line"
echo "ok 1 - branches are counted"
