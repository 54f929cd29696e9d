#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every file names its licence, or REUSE.toml does; no file names a folder of one machine.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
# result NAME FINDINGS
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}

if git rev-parse --git-dir >/dev/null 2>&1; then
	mapfile -t files < <(git ls-files --cached --others --exclude-standard)
else
	mapfile -t files < <(find . -type f -not -path './build/*' -not -path './.cache/*' | sed 's|^\./||')
fi
[ "${#files[@]}" -gt 0 ] || { echo "not ok 1 - no files"; exit 1; }

# The path = lines of REUSE.toml are shell patterns.
mapfile -t covered < <(sed -n '/^path *= */{s/^path *= *//;s/[][",]/ /g;p}' REUSE.toml | tr -s ' ' '\n' | sed '/^$/d')
is_covered() {
	local pattern
	for pattern in "${covered[@]}"; do
		# shellcheck disable=SC2053 # the right side is a pattern
		[[ $1 == ${pattern//\*\*/\*} ]] && return 0
	done
	return 1
}

echo "1..5"
found=""
while IFS= read -r f; do
	is_covered "$f" || found+="$f"$'\n'
done < <(printf '%s\n' "${files[@]}" | perl -ne 'chomp; next unless -f && open my $in, "<", $_; my $head = join "", map { scalar(<$in>) // "" } 1 .. 5; print "$_\n" unless $head =~ /SPDX-License-Identifier[:] /')
result "every file says under which licence it is" "${found%$'\n'}"

found=""
for pattern in "${covered[@]}"; do
	hit=
	for f in "${files[@]}"; do
		# shellcheck disable=SC2053
		[[ $f == ${pattern//\*\*/\*} ]] && hit=1 && break
	done
	[ -n "$hit" ] || found+="$pattern"$'\n'
done
result "every path of REUSE.toml is there" "${found%$'\n'}"

result "no file names a folder of one machine" \
	"$(grep -InE '(^|[^[:alnum:]_./-])/(work|home/[[:alnum:]]+|Users/[[:alnum:]]+)/' -- "${files[@]}" /dev/null)"

result "no file is left with a merge conflict" "$(grep -InE '^(<<<<<<<|>>>>>>>) ' -- "${files[@]}" /dev/null)"

# Files may come and go; what is written about them has to follow.
result "every source file and page that is spoken of is there" "$(grep -IonE '(^|[^[:alnum:]_./-])(common|daemon|rules|libboard|kernel|tests|web|relay|doc)/[[:alnum:]_/-]+\.([ch]|md|yaml)([^[:alnum:]_]|$)' -- "${files[@]}" /dev/null |
	grep -vE '^tests/lint/' | sed -E 's/^([^:]*:[0-9]*:).?((common|daemon|rules|libboard|kernel|tests|web|relay|doc)\/[^.]*\.([ch]|md|yaml)).*/\1\2/' |
	while IFS=: read -r f line named; do [ -e "$named" ] || [[ $named == *[A-Z][A-Z]* ]] || echo "$f:$line: $named"; done)"
