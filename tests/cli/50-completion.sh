#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What is completed in three shells, as it is made of the programs' help: bash offers verbs, options, rulebooks and the words of the closed
# lists, and fish some of them; zsh and fish know every verb and every option.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
PATH=$PWD/build:$PATH
# shellcheck disable=SC1091
. build/completion/flagfallctl
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
offers "details, once the claim is named" against= claim white phone ag
offers "what is decided about besides claims" conduct decide cond
offers "time controls" 5m+3s start 0 --time 5
offers "pieces" q promotion q
offers "draughts' results" 1-1 end 1-
offers "that files of a journal are looked at" verify journal ver
offers "kinds of emulated boards" chessnut emulate che
offers "languages" ru --lang r
offers "what a clock shows" white_ms= clock wh

lacks() { echo "$1 has no $2"; missing=1; }
zsh_has() {
	local verb option missing=0 part
	for verb in $("$ctl" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
		grep -q "^		'$verb:" build/completion/_flagfallctl || lacks zsh "$verb"
		part=$(sed -n "/^_flagfallctl_verb_$verb()/,/^}/p" build/completion/_flagfallctl)
		for option in $("$ctl" "$verb" --help | grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'); do
			grep -qE -- "'\*$option=?-?\[" <<<"$part" || lacks zsh "$verb $option"
		done
	done
	return $missing
}
fish_has() {
	local verb option missing=0
	for verb in $("$ctl" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
		grep -q -- "-n __fish_use_subcommand -a $verb -d" build/completion/flagfallctl.fish || lacks fish "$verb"
		for option in $("$ctl" "$verb" --help | grep -oE '^ +(-., )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'); do
			grep -qE -- "_from $verb' (-s '.' )?-l ${option#--} " build/completion/flagfallctl.fish || lacks fish "$verb $option"
		done
	done
	return $missing
}
check "zsh: every verb and its options" zsh_has
check "fish: every verb and its options" fish_has
if command -v zsh >/dev/null; then check "zsh reads it" zsh -n build/completion/_*; else skip "zsh reads it" "zsh is not installed"; fi
# fish_offers WANTED WORDS
fish_offers() { fish -c "source build/completion/flagfallctl.fish; complete -C 'flagfallctl $2'" | cut -f1 | grep -qx -- "$1"; }
if command -v fish >/dev/null; then
	check "fish reads it" fish -n build/completion/*.fish
	check "fish: verbs" fish_offers monitor mon
	check "fish: a verb's options" fish_offers --until "monitor --un"
	check "fish: an option's words" fish_offers ruling "monitor --until r"
	check "fish: a verb's words" fish_offers illegal-move "claim white il"
	check "fish: the kinds of emulated boards" fish_offers chessnut "emulate che"
	check "fish: rulebooks" fish_offers wbca-1992 "rules show wbca"
else
	skip "fish offers the same" "fish is not installed"
fi
plan
