#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tests/run counts what it is told, and takes nothing else for success.
. "$(dirname "$0")/lib.bash"

# plant NAME LINES…: a test that is a script of these lines
plant() { local to=$scratch/$1; shift; printf '%s\n' '#!/bin/sh' "$@" >"$to"; chmod +x "$to"; }
# counts STATUS LINE TEST…: tests/run ends so
counts() {
	local want=$1 line=$2 status
	shift 2
	tests/run -j 3 "${@/#/$scratch/}" >"$scratch/out" 2>&1
	status=$?
	[ $status = "$want" ] && [ "$(tail -n 1 "$scratch/out")" = "$line" ] || { echo "status $status"; cat "$scratch/out"; }
}

plant good 'echo ok 1 - a' 'echo ok 2 - b' 'echo 1..2'
plant slow 'sleep 0.3' 'echo ok 1 - late' 'echo 1..1'
plant bad 'echo ok 1 - a' 'echo not ok 2 - b' 'exit 1'
plant skips 'echo "ok 1 - a # SKIP no board"' 'echo 1..1'
plant not-here 'echo why' 'exit 77'
plant short 'echo 1..3' 'echo ok 1 - a'
plant mute 'exit 0'
plant says 'echo "#! a figure"' 'echo ok 1 - a' 'echo 1..1'
plant dies 'echo ok 1 - a' 'kill -9 $$'
result "what passes is counted" "$(counts 0 '4 passed, 0 failed' good slow slow)"
result "what fails is counted and shown" "$(counts 1 '3 passed, 1 failed' good bad)$(grep -q '^not ok 2 - b' "$scratch/out" || echo 'it is not shown')"
result "what is skipped is counted with its reason" "$(counts 0 '2 passed, 0 failed, 2 skipped' good skips not-here)$(grep -q 'not-here: why' "$scratch/out" || echo 'no reason')"
result "a test that ends too early has failed" "$(counts 1 '1 passed, 1 failed' short)"
result "a test without a result has failed" "$(counts 1 '0 passed, 1 failed' mute)"
result "a test that dies has failed" "$(counts 1 '1 passed, 1 failed' dies)"
result "a test that is not there has failed" "$(counts 1 '2 passed, 1 failed' good nowhere)"
result "what a test says of itself stands before the counts" "$(counts 0 '3 passed, 0 failed' says good)$(tail -n 2 "$scratch/out" | grep -qx 'a figure' || echo 'it is not said')"
result "nothing run is no success" "$(counts 1 '0 passed, 0 failed')"
plan
