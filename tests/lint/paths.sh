#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every path that the documentation mentions exists: in pages, manuals, and comments of makefiles, udev rules and unit files. Checked are
# paths that begin with a folder of the project, links of pages, and names of C files without a folder.
. "$(dirname "$0")/lib.bash"

# missing_paths: reads the list of the project's files; prints each mentioned path that does not exist, as FILE:LINE: PATH
missing_paths() {
	perl -e '
		my (@files, %there, %base, %top);
		while (<STDIN>) {
			chomp;
			push @files, $_;
			$base{(split m{/})[-1]} = 1;
			$top{$1} = 1 if m{^([^/.]+)/};
			for (my $p = $_; $p ne ""; $p =~ s{/?[^/]+$}{}) { $there{$p} = 1 }
			# a program that is made from it
			$there{"build/$1"} = 1 if m{^(.*)\.c$};
		}
		my $top = join "|", map { quotemeta } sort keys %top;
		for my $file (@files) {
			my $comments = $file =~ m{(^|/)(Makefile|Kbuild)$|\.mk$|^udev/|\.(in|conf)$};
			my $page = $file =~ /\.(md|rst)$/;
			next unless $comments || $page || $file =~ m{^man/} || $file =~ m{^doc/};
			my ($folder) = $file =~ m{^(.*)/};
			open my $in, "<", $file or die "$file: $!\n";
			while (<$in>) {
				next if $comments && !s/^\s*(#|<!--)//;
				s/\\-/-/g;
				my @named;
				push @named, $1 while m{(?<![\w./<-])((?:build/)?(?:$top)/[\w./*-]*[\w*])}g;
				push @named, $1 while m{(?<![\w./*-])([a-z][\w-]*\.[ch])\b(?!\.)}g;
				if ($page) {
					while (m{\]\(([^)#:]+)\)}g) {
						my $to = $1;
						my $p = defined $folder ? "$folder/$to" : $to;
						1 while $p =~ s{[^/.]+/\.\./}{};
						print "$file:$.: $to\n" unless $there{$p};
					}
				}
				for my $p (@named) {
					# placeholders, and what make leaves behind
					next if $p =~ /[A-Z]{2}|NNN?\b/ && !$there{$p} && $p !~ /README/;
					next if $p =~ m{^build/} && !$there{$p} && $p !~ m{^build/tests/(?!.*/name$)};
					next if $there{$p} || $p !~ m{/} && ($base{$p} || $p =~ /^(?:file|name)\.c$/);
					(my $like = quotemeta $p) =~ s/\\\*/[^\/]*/g;
					next if $p =~ /\*/ && grep { /^$like/ } @files;
					next if $there{"kernel/$p"};
					print "$file:$.: $p\n";
				}
			}
		}'
}

mkdir -p "$scratch/tree/doc" "$scratch/tree/room/books"
(
	cd "$scratch/tree" || exit 1
	touch room/table.c room/books/a.yaml room/chair.h doc/other.md
	printf '%s\n' 'See `room/table.c`, room/chair.h and room/books/*.yaml; table.c too.' 'Gone is `room/lamp.c`,' 'and the [page](gone.md), not' \
		'[this](other.md); window.h and room/beds/*.' >doc/page.md
	printf '%s\n' 'all: room/nothing.c' '# room/door.c is the door' >Makefile
	printf '%s\n' '.Pa room/wall.c' 'room/NAME.c' >room/page.1
	mkdir man && mv room/page.1 man/page.1
)
found=$(cd "$scratch/tree" && find . -type f | sed 's|^\./||' | sort | missing_paths | sort)
want='Makefile:2: room/door.c
doc/page.md:2: room/lamp.c
doc/page.md:3: gone.md
doc/page.md:4: room/beds/*
doc/page.md:4: window.h
man/page.1:1: room/wall.c'
result "planted paths that do not exist are found, and nothing else" "$(diff <(echo "$want") <(echo "$found"))"

result "every path that the documentation mentions exists" "$(files_of_project | missing_paths)"
plan
