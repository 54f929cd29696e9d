# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# TAP for tests of the command line. Source it; end with `plan`.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
ctl=$PWD/build/flagfallctl
work=$(mktemp -d) || exit 1
# Nothing outlives the test, however it ends. Those that run are asked for: the number of one that has ended may be anybody's by now.
# shellcheck disable=SC2046
end_jobs() { [ -z "$(jobs -pr)" ] || kill $(jobs -pr) 2>/dev/null; wait 2>/dev/null; }
# has_ended PID: of a program that was started in the background
has_ended() { ! grep -qx "$1" <<<"$(jobs -pr)"; }
trap 'end_jobs; rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
unset DBUS_SYSTEM_BUS_ADDRESS DBUS_SESSION_BUS_ADDRESS FLAGFALL_RULES
tests=0

pass() { tests=$((tests + 1)); echo "ok $tests - $1"; }
fail() { tests=$((tests + 1)); echo "not ok $tests - $1"; shift; printf '%s\n' "$@" | sed 's/^/#   /'; }
skip() { tests=$((tests + 1)); echo "ok $tests - $1 # SKIP $2"; }
plan() { echo "1..$tests"; }
# check NAME COMMAND…: passes if the command does
check() { local name=$1; shift; if "$@" >"$work/check" 2>&1; then pass "$name"; else fail "$name" "$(cat "$work/check")"; fi; }

# expect NAME STATUS STDOUT STDERR COMMAND…: the two are extended regular expressions, "" is nothing at all, * is anything
expect() {
	local name=$1 status=$2 out=$3 err=$4 got wrong=
	shift 4
	"$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	[ "$got" -eq "$status" ] || wrong+="status $got, not $status; "
	matches "$out" "$work/out" || wrong+="stdout; "
	matches "$err" "$work/err" || wrong+="stderr; "
	if [ -z "$wrong" ]; then
		pass "$name"
	else
		fail "$name" "$* : $wrong" "stdout: $(cat "$work/out")" "stderr: $(cat "$work/err")"
	fi
}
matches() {
	case $1 in
	'*') return 0 ;;
	'') [ ! -s "$2" ] ;;
	*) tr '\n' ' ' <"$2" | grep -qE -- "$1" ;;
	esac
}

# emulated_kinds: as the program names them
emulated_kinds() { "$ctl" emulate --help | tr -s '\n ' ' ' | sed -n 's/.*KIND: \([^.]*\)\..*/\1/p' | sed 's/ and / /; s/,//g'; }
# has_little_to_harm PROGRAM: its unit, as systemd judges it
has_little_to_harm() {
	local name=${1##*/}
	if command -v systemd-analyze >/dev/null && systemd-analyze --help | grep -q -- --offline; then
		sed "s|^ExecStart=[^ ]*|ExecStart=$1|" "build/data/$name.service" >"$work/$name.service"
		check "its unit has little to harm: under 2.0" systemd-analyze security --no-pager --offline=true --threshold=19 "$work/$name.service"
	else
		skip "its unit has little to harm: under 2.0" "there is no systemd-analyze that can judge units that are not loaded"
	fi
}
# has_watchdog PROGRAM ARGUMENTS…: its service is waited for until it is ready, its loop says that it runs, and is not heard when it is caught
has_watchdog() {
	local unit=build/data/${1##*/}.service
	check "its unit is ready when it says so" grep -q '^Type=notify$' "$unit"
	check "and watched" grep -q '^WatchdogSec=' "$unit"
	if command -v python3 >/dev/null; then
		check "it says that it is ready, that its loop runs, and that it ends; nothing more when it is caught" \
			timeout 300 tests/cli/notified build/tests/faults/caught.so "$@"
	else
		skip "it says that it is ready, that its loop runs, and that it ends; nothing more when it is caught" "python3 is not installed"
	fi
}
# options_are_told PROGRAM: of a program without verbs, in its man page and by the completion of three shells
options_are_told() {
	local name=${1##*/} function options option
	function=_${name//-/_}
	# shellcheck disable=SC1090
	options=$(. "build/completion/$name"; COMP_WORDS=("$name" --); COMP_CWORD=1; $function; echo "${COMPREPLY[@]}")
	for option in $("$1" --help | grep -oE -- '--[a-z-]+[a-z]' | sort -u); do
		case $option in --help | --usage | --version) continue ;; esac
		check "$option is completed, and in the man page" eval "grep -qw -- $option <<<'$options' && grep -q 'Fl -${option#--}' man/man8/$name.8"
		check "$option is completed by zsh and fish" eval "grep -q -- '${option}[=[]' build/completion/_$name && grep -q -- '-l ${option#--} ' build/completion/$name.fish"
	done
}
