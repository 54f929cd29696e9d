#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# All C files are in the form of .clang-format (make format) and of .editorconfig.
. "$(dirname "$0")/lib.bash"

for formatter in clang-format-14 clang-format none; do ! command -v $formatter >/dev/null || break; done
# formatted FILE…: what is not, as FILE:LINE
formatted() { $formatter --style=file --dry-run "$@" 2>&1 | sed -n 's/^\([^:]*:[0-9]*\):[0-9]*: .*/\1/p' | sort -u -t: -k1,1 -k2,2n; }
# plain FILE…: what is no plain text, or too long
plain() {
	grep -nE '[[:space:]]$' -- "$@" /dev/null | sed -E 's/^([^:]*:[0-9]*):.*/\1: a blank at its end/'
	grep -nE '^ {8}' -- "$@" /dev/null | sed -E 's/^([^:]*:[0-9]*):.*/\1: blanks instead of a tab/'
	local f
	for f; do [ -z "$(tail -c 1 "$f")" ] || echo "$f: no end of its last line"; done
	perl -CSD -ne '
		chomp;
		1 while s/\t/" " x (8 - length($`) % 8)/e;
		print "$ARGV:$.: ", length, " columns\n" if length > 120 && !/"/;	# a text is one line, to be found by a search
		close ARGV if eof' "$@"
}

mapfile -t files < <(files_of_project | grep '\.[ch]$')
if [ $formatter = none ] || ! $formatter --version | grep -q 'version 14\.'; then
	skip "every C file is in form" "clang-format 14 is not installed (make deps)"
else
	cp .clang-format "$scratch/"
	printf 'int f(int x)\n{\n\tif (x) { return 1; }\n\treturn 0;\n}\n' >"$scratch/planted.c"
	finds "a planted line out of form is found" 'planted.c:3$' "$(formatted "$scratch/planted.c")"
	result "every C file is in form (make format)" "$(printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 40 bash -c "$(declare -f formatted); formatter=$formatter; formatted \"\$@\"" _)"
fi
{ printf 'int a; \n        int b;\n'; printf '\t%0113d\n' 1; printf 'int c;'; } >"$scratch/planted.c"
found=$(cd "$scratch" && plain planted.c)
want='planted.c:1: a blank at its end
planted.c:2: blanks instead of a tab
planted.c: no end of its last line
planted.c:3: 121 columns'
result "planted lines that are too long or not plain are found" "$(diff <(echo "$want") <(echo "$found"))"
result "no C file has a line that is too long or not plain" "$(plain "${files[@]}")"
plan
