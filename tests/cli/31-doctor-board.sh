#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# doctor --board asks for each square and press, and says what of a board is wired wrongly. The board is an emulated one, whose
# hands do something else than was asked for where its wiring is to be wrong.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
sock=$work/board.sock control=$work/control
build/flagfall-sim --socket "$sock" --control "$control" --sensors presence --host-time >"$work/sim.log" 2>&1 &
for _ in {1..600}; do [ -S "$control" ] && [ -S "$sock" ] && break; sleep 0.1; done
tell() { build/flagfall-sim --tell "$control" "$@" >/dev/null; }

# hands SQUARE WORDS: what is done when that square is asked for
right() {
	case $2 in
	set*) tell place "$1" P; tell lift "$1" ;;
	take*) tell lift "$1"; tell place "$1" P ;;
	press*) tell press "${1,,}" ;;
	esac
}
swapped() { # files b and c are swapped, and Black's lever is not connected
	case $1 in
	b*) right "c${1#b}" "$2" ;;
	c*) right "b${1#c}" "$2" ;;
	Black) echo >&"$to" ;;
	*) right "$1" "$2" ;;
	esac
}
# run HANDS ARGUMENT...: the test, from its first word to its end
run() {
	local hands=$1 line
	shift
	tell set "P7/P7/P7/P7/P7/P7/P7/1PPPPPPP"
	coproc doctor { exec 3>&1; exec "$ctl" --bus "unix:path=$work/none" doctor --board "socket:$sock" "$@" >"$work/out" 2>&3; }
	# shellcheck disable=SC2154 # coproc sets it
	local pid=$doctor_PID from to
	exec {from}<&"${doctor[0]}" {to}>&"${doctor[1]}"
	while read -r -u "$from" line; do
		case $line in
		Set*) echo >&"$to" ;;
		Then*) ;;
		*:*) [[ $line == flagfallctl* ]] || "$hands" "${line%%:*}" "${line#*: }" ;;
		esac
	done
	exec {from}<&- {to}>&-
	wait "$pid"
}
run right --json
check "a board that is wired rightly" test $? = 0
check "… is said to be" grep -q '"check":"wiring","state":"ok"' "$work/out"
run swapped
check "one that is not" test $? = 1
check "… has its files named" grep -q "wiring *fault *the wires of files b and c are swapped" "$work/out"
check "… and its lever" grep -q "wiring *fault *Black's lever is never reported" "$work/out"
check "… and nothing else" test "$(grep -c fault "$work/out")" = 2
expect "a test that is not done says so" 1 "" "ended before its last square" "$ctl" --bus "unix:path=$work/none" doctor --board "socket:$sock" </dev/null
tell quit
plan
