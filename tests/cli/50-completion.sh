#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# bash completion offers verbs, options, rulebooks and the words of the closed lists.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
PATH=$PWD/build:$PATH
# shellcheck source=../../completion/flagfallctl
. completion/flagfallctl
compopt() { :; }	# only works while readline completes

# offers NAME WANTED WORD…: completing the last word (which may be empty) offers WANTED
offers() {
	local name=$1 wanted=$2
	shift 2
	COMP_WORDS=(flagfallctl "$@"); COMP_CWORD=$#; COMPREPLY=()
	_flagfallctl
	if [[ " ${COMPREPLY[*]} " == *" $wanted "* ]]; then pass "$name"; else fail "$name" "offered: ${COMPREPLY[*]}"; fi
}
offers "verbs" monitor mon
offers "verbs after an option" status --json stat
offers "a verb's options" --until monitor --un
offers "rulebooks of start" fide2023-blitz start 0 --rulebook fide
offers "rulebooks of rules show" wbca-1992 rules show w
offers "sides" white claim w
offers "claims" illegal-move claim white ill
offers "reports" two-hands report arbiter two
offers "verdicts" accept decide flag acc
offers "results" 1/2-1/2 end 1/
offers "what monitor waits for" ruling monitor --until r
offers "rules' own verbs" explain rules ex
plan
