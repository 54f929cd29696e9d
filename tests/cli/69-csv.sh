#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Results as CSV: nothing that somebody has entered is carried out by a spreadsheet as a formula, and all of it is read again as it was.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
begin_daemon 0
{
	printf 'name: Club\nrulebook: fide2023-blitz\ntime: 300\nboards:\n'
	printf -- '- {number: %d}\n' 1 2 3 4
} >"$work/club.yaml"
cat >"$work/entered.csv" <<'END'
board,white,black,white_team,black_team,result
1,"=HYPERLINK(""http://a"";""b"")",@SUM,+44,=A1,+/-
2,-2+3,'t Hooft,O'Hara's,'quoted',-/+
3,''=x,"=1;2",,＝wide,-/-
4,Anna,Boris,Riga - Liepāja,a=b,1-0
,=bye,half-bye,,,
END
check "the pairings are open" "${c[@]}" round open "$work/club.yaml" 1 "$work/entered.csv"
"${c[@]}" round results --csv club 1 >"$work/first.csv"
# what is between commas, without the quotes around it; the results are this program's own words
grep -v '^board' "$work/first.csv" | sed 's/,[^,]*$//' | tr , '\n' | sed 's/^"//' >"$work/cells"
check "no cell is a formula" eval "! grep -nE '^(=|[+]|-|@|＝)' $work/cells"
holds "what would be one has a ' before it" "$work/first.csv" "^1,\"'=HYPERLINK\(\"\"http://a\"\";\"\"b\"\"\)\",'@SUM,'\+44,'=A1,\+/-$"
holds "… also where it begins so already, or is written wide" "$work/first.csv" "^3,''=x,\"'=1;2\",.*,'＝wide,-/-$"
holds "other names are as they are" "$work/first.csv" "^2,'-2\+3,'t Hooft,O'Hara's,'quoted',-/\+$"
check "it is opened again" "${c[@]}" round open "$work/club.yaml" 2 "$work/first.csv"
"${c[@]}" round results --csv club 2 >"$work/second.csv"
check "… and says the same" diff "$work/first.csv" "$work/second.csv"
# players ROUND: what the daemon has of them, without what is the round's own
players() { "${c[@]}" --json round results club "$1" | sed 's/"round_tag":"[^"]*"//'; }
players 1 >"$work/1.json"
players 2 >"$work/2.json"
check "… of the same players and results" diff "$work/1.json" "$work/2.json"
holds "… who are called as they were entered" "$work/2.json" '"name":"=HYPERLINK\(\\"http://a\\";\\"b\\"\)".*"team":"\+44"'
plan
