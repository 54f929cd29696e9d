#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The library exports what its header declares, in the node of the release that brought it, and nothing else.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
differ() { diff <(printf '%s\n' "$1") <(printf '%s\n' "$2"); }

declared=$(sed -n 's/^BOARD_API .*\b\(board_[a-z_]*\)(.*/\1/p' libboard/board.h | sort)
listed=$(sed -n 's/^\t\(board_[a-z_]*\);$/\1/p' libboard/libboard.sym | sort)
exported=$(nm -D --defined-only build/libboard.so | sed -n 's/.* [TDBRV] \([^ @]*\)@@LIBBOARD_[0-9.]*$/\1/p' | sort)
all=$(nm -D --defined-only build/libboard.so | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)

result "every function of the header is in the symbol map, and no other" "$(differ "$declared" "$listed")"
result "every one is exported with a version" "$(differ "$declared" "$exported")"
result "nothing else leaks" "$(differ "$exported" "$all")"
result "each is named in the man page" \
	"$(for f in $declared; do grep -q "\b$f\b" man/man3/libboard.3 || echo "$f"; done)"
result "the static library's names are its own" \
	"$(nm -g --defined-only build/libboard.a | awk 'NF == 3 && $3 !~ /^(board|sbd|sbn)_/ { print $3 }')"
result "its name for the linker is libboard.so.0" \
	"$(readelf -d build/libboard.so | grep -q 'SONAME.*\[libboard\.so\.0\]' || readelf -d build/libboard.so)"
result "the header is C++ as well" \
	"$(command -v g++ >/dev/null || exit 0; echo '#include "libboard/board.h"' | g++ -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -I. - 2>&1)"
echo "1..$n"
