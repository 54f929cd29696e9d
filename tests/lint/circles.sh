#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# No file needs one that needs it, beyond what tests/lint/limits allows, none is longer than a reader likes, and no folder has more
# sources than one can look through, of the product or of the tests.
. "$(dirname "$0")/lib.bash"

# plant FOLDER FILE CODE: a source file and its object
plant() {
	mkdir -p "$scratch/tree/$1" "$scratch/tree/build/obj/$1"
	printf '%s\n' "$3" >"$scratch/tree/$1/$2.c"
	${CC:-gcc} -c -o "$scratch/tree/build/obj/$1/$2.o" "$scratch/tree/$1/$2.c"
}
crowded() { files_of_project | sed -n 's|/[^/]*\.c$||p' | sort | uniq -c | awk '$1 > 40 { print $2 " has " $1 " sources; 40 are allowed" }'; }
looked_at() { (cd "$scratch/tree" && "$OLDPWD/tests/lint/circles" limits); }

printf '1\t4\tgood\n2\t4\tgood/room\n1\t4\tbad\n' >"$scratch/tree.limits"
plant good one 'int two(void); int one(void) { return two(); }'
plant good two 'int two(void) { return 2; }'
plant good/room three 'int four(void); int three(void) { return four(); }'
plant good/room four 'int three(void); int four(void) { return three(); }'
plant bad five 'int six(void); int five(void) { return six(); }'
plant bad six 'int five(void); int six(void) { return five(); }'
plant bad seven $'\n\n\n\nint seven;'
plant bad eight 'int eight(void) { return 8; }'
rm "$scratch/tree/build/obj/bad/eight.o"
mv "$scratch/tree.limits" "$scratch/tree/limits"
found=$(looked_at)
finds "a planted circle of two is found" '^a circle of 2 files, 1 allowed: bad/five.c bad/six.c$' "$found"
finds "a planted file that is too long is found" '^bad/seven.c has 5 lines; 4 are allowed$' "$found"
finds "a file that was not built is found" 'bad/eight.o is not built' "$found"
result "what is allowed is not complained of" "$(grep good <<<"$found")"

mkdir -p "$scratch/tree/tests/"{many,enough/room}
touch "$scratch/tree/tests/many/"{1..41}.c "$scratch/tree/tests/enough/"{1..40}.c "$scratch/tree/tests/enough/room/"{1..40}.c
found=$(cd "$scratch/tree" && GIT_CEILING_DIRECTORIES=$scratch crowded)
finds "a planted folder that is too full is found" '^tests/many has 41 sources; 40 are allowed$' "$found"
result "40 sources are not too many" "$(grep -v many <<<"$found")"

result "no circle and no length beyond the limits" "$(tests/lint/circles -e tests/lint/limits 2>&1)"
result "no folder of more than 40 sources" "$(crowded)"
plan
