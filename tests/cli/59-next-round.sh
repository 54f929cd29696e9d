#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The round that comes next: a round robin by Berger's tables, twice, with who withdraws; a Swiss by an engine that takes a report.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
begin_daemon 0
event() { # ID TABLES
	printf 'name: %s\nid: %s\nrulebook: fide2023-blitz\ntime: 300\nboards:\n' "$1" "$1"
	for n in $(seq "$2"); do printf -- '- {number: %d}\n' "$n"; done
}
# pairs FILE: "White-Black …" by the numbers of its CSV
pairs() { python3 -c 'import csv, sys
print(" ".join(p["white_number"] + "-" + p["black_number"] for p in csv.DictReader(open(sys.argv[1])) if p["table"]))' "$1"; }
is() { [ "$1" = "$2" ] || { echo "$1, not $2"; return 1; }; }
# play EVENT: White wins at all tables that have no result
play() {
	"${c[@]}" --json round results "$1" | python3 -c 'import json, sys
for line in sys.stdin:
    p = json.loads(line)
    if p["table"] and not p["result"]: print(p["table"])' >"$work/open"
	while read -r table; do "${c[@]}" round change "$1" --table "$table" result=1-0 >/dev/null 2>&1; done <"$work/open"
}

printf 'name;fide;elo\n"Āboliņš, Anna";11600001;2100\n"Berg, Bo";;2000\nCole;;\nDahl, Di;;1800\nEk, Eli\n' | sed 's/^Dahl, Di/"Dahl, Di"/; s/^Ek, Eli/"Ek, Eli"/' >"$work/players.csv"
event club 3 >"$work/club.yaml"
"${c[@]}" round next "$work/players.csv" --berger >"$work/1.csv"
check "five players: the first round is the table's" is "$(pairs "$work/1.csv")" "2-5 3-4"
check "… with what is known of them" grep -q '^1,"Berg, Bo","Ek, Eli",2,5,,,2000,' "$work/1.csv"
check "… and who is free" grep -q '^,"Āboliņš, Anna",,1,,11600001,.*,zero-bye$' "$work/1.csv"
check "round open takes it" "${c[@]}" round open "$work/club.yaml" 1 "$work/1.csv"
expect "the next one waits for the results" 1 "" "2 games of round 1 have no result" "${c[@]}" round next club
wanted=("5-3 1-2" "3-1 4-5" "1-4 2-3" "4-2 5-1")
for n in 2 3 4 5; do
	play club
	"${c[@]}" round next club >"$work/$n.csv"
	check "round $n" is "$(pairs "$work/$n.csv")" "${wanted[n - 2]}"
	check "… is opened" "${c[@]}" round open "$work/club.yaml" $n "$work/$n.csv"
done
play club
expect "behind the last there is none" 1 "" "all 5 rounds of 5 players are played; --twice" "${c[@]}" round next club
"${c[@]}" round next club --twice >"$work/6.csv"
check "but twice there is, with the other colours" is "$(pairs "$work/6.csv")" "5-2 4-3"
"${c[@]}" round next club --twice --withdrawn 3,5 >"$work/6.csv"
check "who has withdrawn has lost" is "$(grep -o '[^,]*$' "$work/6.csv" | tr '\n' ' ')" "result zero-bye -/+ +/- "
expect "… if he is there" 1 "" "there is no player 9 who could have withdrawn" "${c[@]}" round next club --twice --withdrawn 3,9
printf 'Tal, Mikhail\nBotvinnik, Mikhail\n\nSmyslov, Vasily\nKeres, Paul\n' >"$work/names.txt"
"${c[@]}" round next "$work/names.txt" >"$work/names.csv"
check "names alone are enough" is "$(pairs "$work/names.csv")" "1-4 2-3"

# --- reports ---
player() { printf '001 %4d m    %-33s 2000 LAT             1990/01/01 %4s %4d  %s\r\n' "$1" "Player, P$1" "$2" "$1" "${3-}"; }
columns() { cut -c 5-8,92- "$1" | tr -d '\r'; }
{ printf '012 Round robin\r\n192 BERGER_ROUNDROBIN_G2\r\n'; for n in 1 2 3 4; do player $n 0.0; done; } >"$work/berger.trf"
"${c[@]}" round next "$work/berger.trf" >"$work/berger-1.trf"
check "a report says by itself that it is a round robin" is "$(columns "$work/berger-1.trf" | grep -o '^   .*' | tr -s ' ' | tr '\n' '|')" " 1 4 w | 2 3 w | 3 2 b | 4 1 b |"
event berger 2 >"$work/berger.yaml"
check "… is opened" "${c[@]}" round open "$work/berger.yaml" 1 "$work/berger-1.trf"
play berger
"${c[@]}" round next berger --withdrawn 2 >"$work/berger-2.trf"
check "the next one has the results of the last, and who has withdrawn has lost" is "$(columns "$work/berger-2.trf" | grep '^   ' | tr -s ' ' | tr '\n' '|')" " 1 4 w 1 3 b | 2 3 w 1 4 w -| 3 2 b 0 1 w | 4 1 b 0 2 b +|"

expect "of a report, too, he has to be there" 1 "" "there is no player 9 who" "${c[@]}" round next "$work/berger.trf" --withdrawn 9
{ player 1 1.0 "   2 w 1"; player 2 0.0 "   1 b 0"; player 3 1.0 "   4 w 1"; player 4 0.0 "   3 b 0"; } >"$work/others.trf"
expect "rounds that were paired otherwise are no tables'" 1 "" 'players 4 and 3, who meet in round 2 of Berger.s tables, have met in round 1' \
	"${c[@]}" round next --berger "$work/others.trf"

# an engine that pairs by number whom nothing keeps from it, as its report says; the last one is free
cat >"$work/engine" <<'END'
#!/usr/bin/env python3
import sys
flag, report, p, out = sys.argv[1:5]
assert flag == "--dutch" and p == "-p"
lines = open(report, encoding="ascii").read().splitlines()
assert any(l.startswith("XXR 3") for l in lines), "rounds"
players = [l for l in lines if l.startswith("001")]
played = max(len(l.rstrip()) for l in players if l[91:95].strip()) if any(l[91:95].strip(" 0") for l in players) else 0
last = max([n for n in range(20) for l in players if l[91 + 10 * n:95 + 10 * n].strip(" 0")], default=-1)
free = [int(l[4:8]) for l in players if not l[91 + 10 * (last + 1):99 + 10 * (last + 1)].strip()]
if len(free) < 2:
    sys.exit(1)
pairs = [(free[i], free[i + 1] if i + 1 < len(free) else 0) for i in range(0, len(free), 2)]
open(out, "w").write("%d\n" % len(pairs) + "".join("%d %d\n" % p for p in pairs))
END
chmod +x "$work/engine"
{ printf '012 Swiss\r\n'; for n in 1 2 3 4 5 6; do player $n 0.0; done; } | sed 's/P3 /Ē  /; s/^\(001    6.*\)\r$/\1  0000 - H\r/' | sed 's/^\(001    6 m.*    6\)  *0000/\1            0000/' >"$work/swiss.trf"
export FLAGFALL_ENGINE="$work/engine --dutch"
expect "an engine is told how many rounds there are" 1 "" "how many rounds are there" "${c[@]}" round next "$work/swiss.trf"
"${c[@]}" round next "$work/swiss.trf" --rounds 3 >"$work/swiss-1.trf" 2>"$work/said"
check "a Swiss is paired by the engine" is "$(columns "$work/swiss-1.trf" | grep '^   ' | tr -s ' ' | tr '\n' '|')" " 1 2 w | 2 1 b | 3 4 w | 4 3 b | 5 6 w | 6 5 b 0000 - H|"
event swiss 3 >"$work/swiss.yaml"
check "… is opened" "${c[@]}" round open "$work/swiss.yaml" 1 "$work/swiss-1.trf"
play swiss
"${c[@]}" round next swiss --withdrawn 2 >"$work/swiss-2.trf" 2>"$work/said"
check "the next one, without who has withdrawn, and with the bye that was asked for" is "$(columns "$work/swiss-2.trf" | grep '^   ' | tr -s ' ' | tr '\n' '|')" \
	" 1 2 w 1 3 w | 2 1 b 0 0000 - Z| 3 4 w 1 1 b | 4 3 b 0 5 w | 5 6 w 1 4 b | 6 5 b 0 0000 - H|"
check "… is opened" "${c[@]}" round open "$work/swiss.yaml" 2 "$work/swiss-2.trf"
expect "an engine that finds none" 1 "" "the pairing engine found no pairing: .* ended with status 1" "${c[@]}" round next "$work/swiss.trf" --rounds 3 --withdrawn 1,2,3,4,5
expect "an engine that is not there" 1 "" "nowhere: No such file.*ended with status 127" "${c[@]}" round next "$work/swiss.trf" --rounds 3 --engine "$work/nowhere"
unset FLAGFALL_ENGINE
expect "without an engine it has to be said what it is" 1 "" "is it a round robin \(--berger\), or paired by an engine" "${c[@]}" round next "$work/swiss.trf"
printf '#!/bin/sh\necho "1 3" >"$3"\n' >"$work/bad"
chmod +x "$work/bad"
printf '#!/bin/sh\nprintf "1\\n1 3\\n" >"$3"\n' >"$work/forgets"
chmod +x "$work/forgets"
expect "whom an engine leaves out is said" 0 "001    2 m" "the pairing engine has nothing for player 2, and 3 more" \
	"${c[@]}" round next "$work/swiss.trf" --rounds 3 --engine "$work/forgets"
expect "what an engine writes is checked" 1 "" "is no list of pairings" "${c[@]}" round next "$work/swiss.trf" --rounds 3 --engine "$work/bad"
plan
