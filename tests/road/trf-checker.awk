# SPDX-License-Identifier: GPL-2.0-or-later
# A tournament report file, checked column by column as FIDE C.04 annex 2 (TRF16) describes a player's line (001): number in columns 5 to
# 8, sex 10, title 11 to 13, name 15 to 47, rating 49 to 52, federation 54 to 56, FIDE's number 58 to 68, birth 70 to 79, points 81 to 84,
# rank 86 to 89, blanks between them, and ten columns a round from 92 on: opponent (4), colour, result. Written from that annex, and from
# no program. Who is whose opponent must say so, too, with the other colour and the other result (both may lose); who has none has a bye;
# points are the sum of the rounds. Bad lines are named, and the exit status is 1. Columns are characters: run it with LC_ALL=C.
#   LC_ALL=C awk -v rounds=1 -v players=20 -f trf-checker.awk FILE
function complain(text) { print "player " n ": " text; bad = 1 }
BEGIN {
	fit["1"] = "0"; fit["0"] = "10"; fit["="] = "="; fit["+"] = "-"; fit["-"] = "+-"; fit["W"] = "L"; fit["L"] = "W"; fit["D"] = "D"
	worth["1"] = 1; worth["+"] = 1; worth["W"] = 1; worth["U"] = 1; worth["F"] = 1; worth["="] = 0.5; worth["D"] = 0.5; worth["H"] = 0.5
	worth["0"] = worth["-"] = worth["L"] = worth["Z"] = worth[" "] = 0
}
function cell(from, to, form, what) {
	if (substr($0, from, to - from + 1) !~ form) complain(what " \"" substr($0, from, to - from + 1) "\"")
}
{ sub(/\r$/, ""); sub(/^\357\273\277/, ""); gsub(/[\200-\277]/, "") }	# a character is its first byte
substr($0, 1, 3) != "001" { next }
{
	n = substr($0, 5, 4) + 0
	if (n in points) complain("is there twice")
	points[n] = substr($0, 81, 4)
	count++
	split("4 9 14 48 53 57 69 80 85 90 91", blank, " ")
	for (b in blank) if (substr($0, blank[b], 1) != " ") complain("no blank in column " blank[b])
	cell(5, 8, "^ *[1-9][0-9]*$", "number")
	cell(10, 10, "^[mw ]$", "sex")
	cell(11, 13, "^ *(|g|m|f|c|wg|wm|wf|wc|GM|IM|FM|CM|WGM|WIM|WFM|WCM)$", "title")
	cell(15, 47, "^[^ ]", "name")
	cell(49, 52, "^ *[0-9]*$", "rating")
	cell(54, 56, "^([A-Z][A-Z][A-Z]|   )$", "federation")
	cell(58, 68, "^ *[0-9]*$", "FIDE's number")
	cell(70, 79, "^([0-9][0-9][0-9][0-9]/[0-9][0-9]/[0-9][0-9]| *[0-9]*)$", "birth")
	cell(86, 89, "^ *[0-9]*$", "rank")
	if (points[n] !~ /^ *[0-9]+\.[05]$/) complain("points \"" points[n] "\"")
	for (r = 1; r <= rounds; r++) {
		other[n, r] = substr($0, 92 + 10 * (r - 1), 4)
		colour[n, r] = substr($0, 97 + 10 * (r - 1), 1)
		result[n, r] = substr($0, 99 + 10 * (r - 1), 1)
		gap = substr($0, 90 + 10 * (r - 1), 2) substr($0, 96 + 10 * (r - 1), 1) substr($0, 98 + 10 * (r - 1), 1)
		if (gap !~ /^ *$/) complain("round " r ": no blanks between its cells")
		if (other[n, r] !~ /^ *[0-9]*$/) complain("round " r ": opponent \"" other[n, r] "\"")
		if (!(result[n, r] in worth)) complain("round " r ": result \"" result[n, r] "\"")
	}
}
END {
	for (n in points) {
		sum = 0
		for (r = 1; r <= rounds; r++) {
			o = other[n, r] + 0; c = colour[n, r]; s = result[n, r]
			sum += worth[s]
			if (o == 0) {
				if (c != "-" && c != " " || s !~ /[HFUZ ]/) complain("round " r ": a bye is \"" c " " s "\"")
			} else if (!(o in points)) {
				complain("round " r ": there is no player " o)
			} else if (other[o, r] + 0 != n) {
				complain("round " r ": " o " has another opponent")
			} else if (c !~ /[wb]/ || colour[o, r] != (c == "w" ? "b" : "w")) {
				complain("round " r ": colours \"" c "\" and \"" colour[o, r] "\"")
			} else if (!(s in fit) || index(fit[s], result[o, r]) == 0) {
				complain("round " r ": results \"" s "\" and \"" result[o, r] "\"")
			}
		}
		if (sum != points[n] + 0) complain(points[n] " points, and rounds of " sum)
	}
	if (players && count != players) { print count " players"; bad = 1 }
	exit bad
}
