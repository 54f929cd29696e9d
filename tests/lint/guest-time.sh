#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The time in which guests are given time (tests/guest/own-time.bash): what a busy machine keeps from a guest is not counted.
# shellcheck source=lib.bash
. "$(dirname "$0")/lib.bash"
# shellcheck source=../guest/own-time.bash
. tests/guest/own-time.bash

own_proc=$scratch own_ticks=100
mkdir -p "$scratch/7/task/7" "$scratch/7/task/8"
# shows SECOND STATE STATE TICKS: two threads at that time, and what both have run
shows() {
	local n
	unset EPOCHREALTIME
	EPOCHREALTIME=$1.000000
	for n in 7 8; do echo "$n (qemu (x86) R) ${*:n-5:1} 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0" >"$scratch/7/task/$n/stat"; done
	echo "7 (qemu (x86) R) S 1 1 1 0 -1 0 0 0 0 0 $(($4 / 2)) $(($4 - $4 / 2)) 0 0 20 0" >"$scratch/7/stat"
}
# passes SECOND STATE STATE TICKS: how much of its own time passes until then
passes() { local before=$own_ms; shows "$@"; own_passes 7; echo $((own_ms - before)); }
counts() { result "$1" "$(diff <(echo "$2") <(echo "$3"))"; }

shows 1000 S S 50
own_begin 7
counts "at the beginning none has passed" 0 $own_ms
said=$(passes 1001 S R 150; passes 1002 S R 250; passes 1003 R R 450)
counts "a guest that runs all the time: as for everybody" $'1000\n1000\n1000' "$said"
shows 2000 S S 450; own_begin 7
said=$(passes 2010 S S 450)
counts "a guest that waits: as for everybody" 10000 "$said"
shows 2010 S S 450; own_begin 7
said=$(passes 2020 S R 550)
counts "a guest with a tenth of a processor: what it has run" 1000 "$said"
shows 2020 S S 550; own_begin 7
said=$(passes 2030 S T 600)
counts "one that is stopped, too" 500 "$said"
shows 2030 S S 600; own_begin 7
said=$(passes 2040 S S 700)
counts "who waits again has not been kept from running" 10000 "$said"
rm -r "${scratch:?}/7"
own_passes 7 && gone=no || gone=''
result "one that is gone is told from one that waits" "$gone"
plan
