#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A report comes back in the encoding in which it came, and what was read otherwise than meant is seen.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
begin_daemon 0
player() { printf '001 %4d m    %s 2000 LAT        100%d 1990/01/01  %s    %d  %s\r\n' "$1" "$2" "$1" "$3" "$1" "$4"; }
# report POINTS RESULTS…: four players, of whom 1 and 3 have White
report() {
	printf '012 Small open\r\n'
	player 1 'Ozols, Jānis                     ' "$1" "   2 w $2"
	player 2 'Žizka, Jörg                      ' 0.0 "   1 b $3"
	player 3 'Bērziņš, Ņina                    ' 0.0 "   4 w $4"
	player 4 'Player, Four                     ' "$5" "   3 b $6"
}
report 0.0 ' ' ' ' ' ' 0.0 ' ' >"$work/utf-8.trf"
report 1.0 1 0 0 1.0 1 >"$work/utf-8.played"
for encoding in windows-1257 utf-16 iso-8859-13; do
	iconv -f utf-8 -t "$encoding" "$work/utf-8.trf" >"$work/$encoding.trf"
	iconv -f utf-8 -t "$encoding" "$work/utf-8.played" >"$work/$encoding.played"
done
sed 's/ā/a/g; s/ē/e/g; s/ņ/ñ/g; s/Ņ/Ñ/g' "$work/utf-8.trf" | iconv -f utf-8 -t windows-1252 >"$work/windows-1252.trf"
sed 's/ā/a/g; s/ē/e/g; s/ņ/ñ/g; s/Ņ/Ñ/g' "$work/utf-8.played" | iconv -f utf-8 -t windows-1252 >"$work/windows-1252.played"
for encoding in utf-8 utf-16 windows-1252 windows-1257 iso-8859-13; do
	named=()
	case $encoding in windows-1257 | iso-8859-13) named=(--encoding "$encoding") ;; esac
	printf 'name: %s\nid: %s\nrulebook: fide2023-blitz\ntime: 300\nboards:\n- {number: 1}\n- {number: 2}\n' "$encoding" "$encoding" >"$work/$encoding.yaml"
	"${c[@]}" round open "$work/$encoding.yaml" 1 "$work/$encoding.trf" "${named[@]}" >"$work/opened" 2>"$work/$encoding.said"
	holds "a report in $encoding is opened" "$work/opened" "^$encoding: "
	[ "$encoding" = windows-1252 ] || expect "… with the names that it has" 0 "Bērziņš, Ņina" "" "${c[@]}" round results "$encoding"
	"${c[@]}" round change "$encoding" --table 1 result=1-0 >"$work/changed" 2>&1
	"${c[@]}" round change "$encoding" --table 2 result=0-1 >"$work/changed" 2>&1
	"${c[@]}" round results --trf "$encoding" >"$work/$encoding.back"
	check "… and comes back in it, with its results" cmp "$work/$encoding.played" "$work/$encoding.back"
done
"${c[@]}" round results --trf --encoding iso-8859-13 windows-1257 >"$work/other.back"
check "another encoding can be named" cmp "$work/iso-8859-13.played" "$work/other.back"
printf '#!/bin/sh\nprintf "2\\n1 3\\n2 4\\n" >"$3"\n' >"$work/engine"
chmod +x "$work/engine"
"${c[@]}" round next windows-1257 --rounds 3 --engine "$work/engine" >"$work/next.trf"
check "the next round is in the report's encoding" eval "iconv -f windows-1257 -t utf-8 '$work/next.trf' | grep -q 'Bērziņš, Ņina'"
check "of UTF-8 nothing is said" test ! -s "$work/utf-8.said"
holds "names in Windows-1252 are shown as they are read" "$work/windows-1252.said" 'windows-1252.trf:1:1: it is read as Windows-1252: "Žizka, Jörg", "Berziñš, Ñina"'
expect "an encoding that is none is refused" 1 "" 'there is no encoding "latin-99"' "${c[@]}" round open "$work/utf-8.yaml" 2 "$work/utf-8.trf" --encoding latin-99
plan
