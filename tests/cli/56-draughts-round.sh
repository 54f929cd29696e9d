#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A round of draughts whose files are not quite as they should be: what is left out is said, and what cannot be is refused for
# its own reason, at its own place.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
begin_daemon 2
# event ID TIME
event() { printf 'name: Evening\nid: %s\nrulebook: fmjd-annex6\ntime: "%s"\nboards:\n- {number: 1}\n' "$1" "$2" >"$work/$1.yaml"; }
event slow 5400+30
printf 'board,white,black,white_title\n1,Anna,Boris,DM\n' >"$work/pairings.csv"
expect "a time control that the rulebook does not have" 1 "" "slow.yaml:4:7: fmjd-annex6 is played with 300 to 1800 seconds each .*, not 5400\+30" \
	"${c[@]}" round open "$work/slow.yaml" 1 "$work/pairings.csv"
event wrong 5m/0
expect "one that is none" 1 "" 'wrong.yaml:4:7: time: time control "5m/0": moves and a time are expected' \
	"${c[@]}" round open "$work/wrong.yaml" 1 "$work/pairings.csv"
event club 300+5
expect "a title that is none is left out, and said" 0 "club" 'pairings.csv:2:14: "DM" is no title; .*; it is left out' \
	"${c[@]}" round open "$work/club.yaml" 1 "$work/pairings.csv"

# player NUMBER NAME POINTS ROUND: a line of a report
player() { printf '001 %4d      %-33s%33s%4s%7s%s\n' "$1" "$2" "" "$3" "" "$4"; }
event byes 300+5
{ player 1 Anna 0.0 "0000 - U  "; player 2 Boris 0.0 "0000 - H  "; echo "162  W=2  D=1"; } >"$work/byes.trf"
expect "points that cannot be read are said" 0 "byes" 'byes.trf:3:6: "W=2  D=1" in line 162 says nothing of points.*; it is left out' \
	"${c[@]}" round open "$work/byes.yaml" 1 "$work/byes.trf"
expect "byes count as draughts does: two, and one" 0 "Anna .* 2\.0 .*Boris .* 1\.0 " "" "${c[@]}" round results byes 1 --trf
plan
