#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Wrong usage is status 2, said on stderr, with nothing on stdout; help and version are answers.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

expect "no verb" 2 "" "say what: list" "$ctl"
expect "an unknown verb is named" 2 "" "no verb \"frobnicate\"" "$ctl" frobnicate
expect "an unknown option before the verb" 2 "" "bogus" "$ctl" --bogus list
expect "--version" 0 "^flagfallctl [0-9]+\.[0-9]+\.[0-9]+ $" "" "$ctl" --version
for program in flagfalld flagfall-lichess flagfall-web flagfall-relay flagfall-centre; do
	[ ! -x build/$program ] || expect "$program has a --version, too" 0 "^$program [0-9]+\.[0-9]+\.[0-9]+ $" "" build/$program --version
done
expect "--help lists the verbs" 0 "Verbs:.*  start .*  monitor .*  doctor " "" "$ctl" --help

for verb in $($ctl --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	expect "$verb --help is an answer" 0 "Usage: flagfallctl $verb" "" "$ctl" "$verb" --help
	expect "$verb: an unknown option" 2 "" "bogus" "$ctl" "$verb" --bogus
done

expect "start without a board: the daemon knows whether there is one" 3 "" "does not answer|cannot be reached" "$ctl" --bus unix:path=/nonexistent start
expect "start: two boards" 2 "" "\"b\" is too much; it takes \[BOARD\]" "$ctl" start a b
expect "start: --set wants KEY=VALUE" 2 "" "KEY=VALUE" "$ctl" start a --set flag_call
expect "start: --running wants a side" 2 "" "white, black, none or press" "$ctl" start a --running green
expect "claim: too few words" 2 "" "something is missing; it takes " "$ctl" claim white
expect "claim: an unknown side" 2 "" "\"green\" is not a side" "$ctl" claim green flag
expect "claim: an unknown claim" 2 "" "\"flags\" is not a claim" "$ctl" claim white flags
expect "claim: \"none\" is no claim" 2 "" "\"none\" is not a claim" "$ctl" claim white none
expect "claim: an unknown detail" 2 "" "\"colour=red\" is not a detail" "$ctl" claim white flag colour=red
expect "claim: a detail that is no number" 2 "" "count must be a whole number" "$ctl" claim white repetition count=three
expect "claim: a detail that is no truth value" 2 "" "forced_win must be true or false" "$ctl" claim white no-progress forced_win=1
expect "claim: words after the details" 2 "" "stands after the details" "$ctl" claim white count=3 flag
expect "report: by a player" 2 "" "\"white\" is not a reporter" "$ctl" report white banging
expect "decide: an unknown verdict" 2 "" "\"maybe\" is not a verdict" "$ctl" decide flag maybe
expect "resume without a side" 2 "" "something is missing; it takes " "$ctl" resume
expect "resume: an unknown side" 2 "" "\"both\" is not a side" "$ctl" resume both
expect "takeback: no number" 2 "" "not a number of turns" "$ctl" takeback some
expect "takeback: nothing" 2 "" "not a number of turns" "$ctl" takeback 0
expect "takeback: less than nothing" 2 "" "." "$ctl" takeback -1
expect "end without a result" 2 "" "something is missing; it takes " "$ctl" end
expect "monitor: --until" 2 "" "move, ruling or end" "$ctl" monitor --until dawn
expect "monitor: --num-events" 2 "" "number from 1" "$ctl" monitor --num-events 0
expect "monitor: --idle-timeout" 2 "" "seconds" "$ctl" monitor --idle-timeout soon
expect "record without a file" 2 "" "no file is named" "$ctl" record
expect "doctor: words" 2 "" "\"now\" is too much; it takes options alone" "$ctl" doctor now
# a number below 0 is a number, not options
expect "perft: a depth below 0" 2 "" '"-1": a number is 0 or more here; it takes DEPTH FEN' "$ctl" perft -1 startpos
expect "… of several digits" 2 "" '"-12": a number is 0 or more here' "$ctl" perft -12 startpos
expect "array: a number below 0" 2 "" '"-5": a number is 0 or more here' "$ctl" array -5
expect "round: a table below 0" 2 "" '"-3": a number is 0 or more here; it takes open EVENT' "$ctl" round results -3
# a file that is not there: which one, and what was expected
expect "a rulebook's" 1 "" "nofile, where a rulebook's file is expected, cannot be read: No such file" "$ctl" rules check nofile
expect "a trace" 1 "" "nofile, where a trace is expected, cannot be read: No such file" "$ctl" replay nofile
expect "… for an emulated board" 1 "" "nofile, where a trace is expected, cannot be read: No such file" "$ctl" emulate dgt nofile
expect "a casebook" 1 "*" "nofile, where a casebook is expected, cannot be read: No such file" "$ctl" judge nofile
plan
