# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# A guest's own time, in which its time-outs are measured: a machine that is busy has no processor for it, and that is no fault of the
# guest's. While one of its threads wants to run, its time is what its processors have run; while all of them wait, it is everybody's.
# Source it: own_begin PID, then own_passes PID every second or so; own_ms is the guest's time since own_begin.
own_ms=0 own_at_ms=0 own_cpu_ms=0
own_proc=/proc
own_ticks=$(getconf CLK_TCK)

# own_now PID: wall_ms, cpu_ms and wants (not empty: a thread is runnable, or stopped) now
own_now() {
	local f line words
	wall_ms=$((${EPOCHREALTIME//[.,]/} / 1000)) wants=''
	read -r line 2>/dev/null <"$own_proc/$1/stat" || return 1
	read -ra words <<<"${line##*) }"
	cpu_ms=$(((words[11] + words[12]) * 1000 / own_ticks))
	for f in "$own_proc/$1"/task/*/stat; do
		read -r line 2>/dev/null <"$f" || continue
		case ${line##*) } in [RTt]*) wants=1 ;; esac
	done
}

own_begin() {
	local wall_ms cpu_ms wants
	own_now "$1" || return 1
	own_ms=0 own_at_ms=$wall_ms own_cpu_ms=$cpu_ms
}

own_passes() {
	local wall_ms cpu_ms wants wall ran
	own_now "$1" || return 1
	wall=$((wall_ms - own_at_ms)) ran=$((cpu_ms - own_cpu_ms))
	own_at_ms=$wall_ms own_cpu_ms=$cpu_ms
	if [ -n "$wants" ] && [ $ran -lt $wall ]; then wall=$ran; fi
	own_ms=$((own_ms + wall))
}
