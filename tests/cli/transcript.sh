# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# What flagfallctl prints, word for word. Source it after lib.sh.
#
# A transcript has at the beginning of a line "$ ", a command; what it printed follows, after a tab: "! " before what was on standard
# error, "= " before its status if that is not 0; "~" is an empty line. "> " is a command that only prepares something: it is run by this shell itself, and what it
# prints is nobody's. "# " and empty lines are for the reader. With --write a transcript is written anew; read what differs.
[ "${1-}" = --write ] && write=1 || write=
flagfallctl() { "$ctl" "$@"; }
export -f flagfallctl

# as_always: of what is printed, what is another each time. A test may say more.
as_always() { sed "s|$work|WORK|g;s|$PWD|HERE|g"; }

# answer COMMAND: in the transcript's form
answer() {
	local status
	(eval "$1") >"$work/said.out" 2>"$work/said.err" </dev/null
	status=$?
	as_always <"$work/said.out" | sed -e '$a\' |
		sed 's/^/\t/;s/^\t$/\t~/'
	as_always <"$work/said.err" | sed 's/^/\t! /'
	[ $status -eq 0 ] || printf '\t= %d\n' $status
}

# transcript FILE
transcript() {
	local line name=${1##*/} n=0
	# the commands first: they may read the file that is written
	while IFS= read -r line; do
		case $line in
		'$ '*) printf '%s\n' "$line"; answer "${line#??}"; n=$((n + 1)) ;;
		'> '*) printf '%s\n' "$line"; eval "${line#??}" >"$work/said.out" 2>&1 </dev/null || { echo "	= $?"; sed 's/^/	! /' "$work/said.out"; } ;;
		'#'* | '') printf '%s\n' "$line" ;;
		esac
	done <"$1" >"$work/$name"
	n=$(grep -c '^\$ ' "$1")
	if [ "$write" ]; then
		cp "$work/$name" "$1"
	elif diff -U2 -F '^[$>] ' "$1" "$work/$name" >"$work/differs" && [ "$n" -gt 0 ]; then
		pass "$name: $n commands print what they printed"
	else
		fail "$name: $n commands print what they printed" "$(head -n 60 "$work/differs")"
	fi
}
