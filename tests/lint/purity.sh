#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The pure core is pure: see tests/lint/purity.
. "$(dirname "$0")/lib.bash"

# plant FILE CODE: a source file and its object
plant() {
	mkdir -p "$scratch/tree/${1%/*}" "$scratch/tree/build/obj/${1%/*}"
	printf '%s\n' "$2" >"$scratch/tree/$1.c"
	${CC:-gcc} -w -I. -c -o "$scratch/tree/build/obj/$1.o" "$scratch/tree/$1.c"
}

plant libboard/wake 'int wake_up(void) { return 0; }'
plant daemon/core/file '#include <stdio.h>
void *f(void) { return fopen("/dev/null", "r"); }'
plant daemon/core/stage/stream '#include <stdio.h>
int f(FILE *to) { return 0; }'
plant daemon/core/prints '#include <stdio.h>
int f(void) { return printf("%d", 1); }'
plant daemon/core/undeclared 'long time(long *); long f(void) { return time(0); }'
plant daemon/core/board '#include "libboard/board.h"'
plant daemon/core/quiet 'int wake_up(void); int f(void) { return wake_up(); }'
plant daemon/core/bus '#include <systemd/sd-bus.h>'
plant rules/thread '#include <threads.h>'
plant common/thread 'int run(void) { return 0; }'
plant daemon/core/threaded 'int run(void); int f(void) { return run(); }'
plant common/upwards '#include "common/worker.h"
#include "daemon/core/core.h"'
plant rules/upwards '#include "daemon/core/core.h"'
plant daemon/core/pure '/* Neither fopen() nor a FILE * in a comment counts, nor what a text says. */
#include <stdio.h>
int f(char *to, struct { int (*open)(int); } *p) { return snprintf(to, 9, "stdout printf(%d)", p->open(1)); }'
found=$(cd "$scratch/tree" && "$OLDPWD/tests/lint/purity")
while IFS='|' read -r name pattern; do
	finds "planted: $name" "$pattern" "$found"
done <<'END'
a file is opened|^daemon/core/file.c calls fopen$
a stream is passed|^daemon/core/stage/stream.c says FILE$
something is printed|^daemon/core/prints.c says printf$
a clock is asked without its header|^daemon/core/undeclared.c calls time$
libboard is included|^daemon/core/board.c includes libboard/board.h$
libboard is called without its header|^daemon/core/quiet.c needs wake_up of libboard/wake.c$
a bus is included|^daemon/core/bus.c includes systemd/sd-bus.h$
threads are included|^rules/thread.c includes threads.h$
a thread is used without its header|^daemon/core/threaded.c needs run of common/thread.c$
what is shared needs the core|^common/upwards.c includes daemon/core/core.h$
a rule needs the core|^rules/upwards.c includes daemon/core/core.h$
END
result "what is pure is not complained of" "$(grep pure <<<"$found")"

result "the core opens, prints, asks and waits for nothing" "$(tests/lint/purity -w 2>&1)"
plan
