#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# No program reaches into another's room: see tests/lint/rooms.
. "$(dirname "$0")/lib.bash"

mkdir -p "$scratch/tree/web" "$scratch/tree/daemon/bus" "$scratch/tree/formats"
echo '#include "daemon/bus/access.h"' >"$scratch/tree/web/reaches.c"
echo '#include "web/live.h"' >"$scratch/tree/formats/reaches.c"
printf '%s\n' '#include "daemon/core/core.h"' '#include "web/live.h"' >"$scratch/tree/web/good.c"
found=$(cd "$scratch/tree" && "$OLDPWD/tests/lint/rooms")
finds "a program that includes another's file is found" '^web/reaches.c includes daemon/bus/access.h$' "$found"
finds "what is shared and includes a program's file is found" '^formats/reaches.c includes web/live.h$' "$found"
result "what is allowed is not complained of" "$(grep good <<<"$found")"

result "no program includes another's files" "$(tests/lint/rooms 2>&1)"
plan
