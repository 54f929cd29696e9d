#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Names that were given up stay given up. Each line of tests/lint/old-names/*.txt is an identifier or a file's name (with a folder or
# without one) that no C file says any more, in code or in a comment, and that no file has; after it may stand the folders that it is
# about, if it is not all.
. "$(dirname "$0")/lib.bash"

# old_names LIST…: what of the files that come in is found, as FILE:LINE: NAME
old_names() {
	perl -e '
		my @rows = map { open my $l, "<", $_ or die "$_: $!\n"; grep { !/^\s*(#|$)/ } <$l> } @ARGV;
		my (%in, @files);
		for (@rows) { my ($name, @folders) = split; push @{$in{$name}}, @folders ? @folders : "" }
		exit unless %in;
		my $any = join "|", map { quotemeta } sort { length $b <=> length $a } keys %in;
		my $at = sub { my ($name, $file) = @_; grep { $_ eq "" || index($file, "$_/") == 0 } @{$in{$name}} };
		while (my $file = <STDIN>) {
			chomp $file;
			my ($base) = $file =~ m{([^/]*)$};
			for my $name ($file, $base ne $file ? $base : ()) { print "$file is there\n" if $in{$name} && $at->($name, $file) }
			next unless $file =~ /\.[ch]$/;
			open my $in, "<", $file or die "$file: $!\n";
			while (<$in>) {
				while (/(?<![\w])($any)(?!\w)/g) {
					my ($name, $before) = ($1, substr($_, 0, $-[0]));
					next if index($name, ".") >= 0 && $before =~ /-$/;
					print "$file:$.: $name\n" if $at->($name, $file);
				}
			}
		}' "$@"
}

mkdir -p "$scratch/tree/room"
printf 'int retired_call(void);\n/* retired_word */\nint retired_calls; int here_only;\n#include "new-old.c"\n' >"$scratch/tree/room/a.c"
printf 'int here_only;\n' >"$scratch/tree/b.c"
touch "$scratch/tree/old.c"
printf '# planted\nretired_call\nretired_word\nhere_only room\nold.c\n' >"$scratch/names.txt"
found=$(cd "$scratch/tree" && printf '%s\n' b.c old.c room/a.c | old_names ../names.txt)
want='old.c is there
room/a.c:1: retired_call
room/a.c:2: retired_word
room/a.c:3: here_only'
result "planted old names are found, and nothing else" "$(diff <(echo "$want") <(echo "$found"))"

for list in tests/lint/old-names/*.txt; do
	result "no file says what ${list##*/} gave up" "$(files_of_project | old_names "$list")"
done
plan
