#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every ruling that the arbiter can make, with each of its reasons, has a sentence in English (rules/sentences). What the other languages have is
# tests/unit/rules/sentences/test_languages.c.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
# result NAME FINDINGS
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
# pairs FOLDER: RULING/REASON of each call that makes a ruling, as far as the source names both
pairs() {
	perl -0777 -ne '
		sub word { my $w = lc shift; $w =~ tr/_/-/; $w }
		my %of = (reject_claim => "claim-rejected", reject_claim_with_award => "claim-rejected", ask_person => "claim-pending",
			rule_win => "win", rule_draw => "draw", rule_illegal_loss => "win", rule_time_penalty => "time-penalty",
			issue_obligation => "touch-obligation", keep_doubtful_loss => "draw");
		s{/\*.*?\*/}{}gs;
		for my $statement (split /;/) {
			my @reasons = $statement =~ /\bREASON_([A-Z]\w+)/g;
			my %ruling = map { word($_) => 1 } $statement =~ /\bRULING_([A-Z]\w+)/g;
			for my $call (keys %of) { $ruling{$of{$call}} = 1 if $statement =~ /\b$call\(/ }
			next if keys %ruling != 1;
			for my $reason (@reasons) { print "$_/" . word($reason) . "\n" for keys %ruling }
		}' "$1"/*.c | sort -u
}
# missing FOLDER FILE: the pairs of FOLDER without a line in FILE
missing() { pairs "$1" | while read -r pair; do grep -q "^$pair = " "$2" || echo "$pair"; done; }

echo "1..4"
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
printf 'void f(void)\n{\n\treject_claim(a, v,\n\t\tREASON_ILLEGAL_STANDS, c);\n\trule_draw(a, v, late ? REASON_LATE : REASON_AGREED, c);\n}\n' >"$planted/a.c"
printf 'draw/agreed = x\n' >"$planted/en.txt"
found=$(missing "$planted" "$planted/en.txt" | paste -sd ' ')
result "a ruling without a sentence is found" "$([ "$found" = "claim-rejected/illegal-stands draw/late" ] || echo "found: $found")"
count=$(pairs rules/arbiter | wc -l)
result "the source names more than 100 of them ($count)" "$([ "$count" -gt 100 ] || echo "only $count")"
result "every ruling and reason that the arbiter names has a sentence" "$(missing rules/arbiter rules/sentences/en.txt)"
reasons=$(sed -n 's/^\tX(REASON_[A-Z0-9_]*, "\([a-z-]*\)").*/\1/p' rules/vocabulary.h)
result "every reason of the vocabulary has a sentence" \
	"$(for r in $reasons; do [ "$r" = nothing-published ] || grep -q "^[a-z-]*/$r = " rules/sentences/en.txt || echo "$r"; done)"
