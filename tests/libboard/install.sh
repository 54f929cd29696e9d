#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A program that knows only pkg-config builds against the installed library, shared and static, and reads a trace.
set -u
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
n=0
ok() { # NAME COMMAND…
	local name=$1 out; shift
	n=$((n + 1))
	if out=$("$@" 2>&1); then echo "ok $n - $name"; else echo "not ok $n - $name"; printf '%s\n' "$out" | sed 's/^/#   /'; fi
}

cat >"$tmp/count.c" <<'C'
#include <libboard/board.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	struct board *board;
	struct board_event ev;
	int n = 0;

	if (board_open(argv[1], NULL, &board) < 0) {
		puts(board_error(NULL));
		return 1;
	}
	while (board_read(board, &ev) == 1)
		n++;
	board_close(board);
	return n != 1;
}
C
printf '%s\n' '{"format":"sensorboard-trace","version":1}' '{"t_us":1,"type":"pause"}' >"$tmp/t.jsonl"

export PKG_CONFIG_PATH=$tmp/opt/lib/pkgconfig
build() { # OUTPUT FLAGS…
	local out=$1; shift
	# shellcheck disable=SC2046 # the flags are words
	cc -Wall -Werror -o "$tmp/$out" "$tmp/count.c" "$@"
}
# shellcheck disable=SC2046
shared() { build shared $(pkg-config --cflags --libs libboard); }
# shellcheck disable=SC2046
static() { build static $(pkg-config --cflags libboard) "$tmp/opt/lib/libboard.a" $(pkg-config --static --libs libboard | sed 's/-lboard//'); }

ok "make install-libboard" make -s install-libboard PREFIX="$tmp/opt" DESTDIR=
ok "pkg-config knows its version" test "$(pkg-config --modversion libboard)" = "$(sed -n 's/^VERSION := //p' Makefile)"
ok "a program builds with the shared library" shared
ok "and runs" env LD_LIBRARY_PATH="$tmp/opt/lib" "$tmp/shared" "trace:$tmp/t.jsonl"
ok "a program builds with the static library" static
ok "and runs" "$tmp/static" "trace:$tmp/t.jsonl"
ok "DESTDIR comes before PREFIX" make -s install-libboard PREFIX=/usr DESTDIR="$tmp/root"
ok "and is not in the .pc file" grep -qx 'prefix=/usr' "$tmp/root/usr/lib/pkgconfig/libboard.pc"
echo "1..$n"
