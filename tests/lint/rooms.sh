#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# No program reaches into another's room: see tests/lint/rooms.
. "$(dirname "$0")/lib.bash"

mkdir -p "$scratch/tree/web" "$scratch/tree/daemon/"{boards,bus,publish} "$scratch/tree/formats"
echo '#include "daemon/bus/access.h"' >"$scratch/tree/web/reaches.c"
echo '#include "web/live.h"' >"$scratch/tree/formats/reaches.c"
echo '#include "daemon/games/live-game.h"' >"$scratch/tree/daemon/boards/reaches.c"
echo '#include "daemon/games/live-game.h"' >"$scratch/tree/daemon/publish/reaches.c"
printf '#include "daemon/boards/%s"\n' inside.h lists-inside.h >"$scratch/tree/daemon/bus/reaches.c"
printf '%s\n' '#include "daemon/bus/access.h"' '#include "daemon/boards/inside.h"' >"$scratch/tree/daemon/boards/good.c"
printf '%s\n' '#include "daemon/core/core.h"' '#include "web/live.h"' >"$scratch/tree/web/good.c"
found=$(cd "$scratch/tree" && "$OLDPWD/tests/lint/rooms")
finds "a program that includes another's file is found" '^web/reaches.c includes daemon/bus/access.h$' "$found"
finds "what is shared and includes a program's file is found" '^formats/reaches.c includes web/live.h$' "$found"
finds "a part of the daemon that includes what is above it is found" '^daemon/boards/reaches.c includes daemon/games/live-game.h$' "$found"
finds "… also by the publisher" '^daemon/publish/reaches.c includes daemon/games/live-game.h$' "$found"
finds "who includes what another folder's files share is found" '^daemon/bus/reaches.c includes daemon/boards/inside.h$' "$found"
finds "… also what only some of them do" '^daemon/bus/reaches.c includes daemon/boards/lists-inside.h$' "$found"
result "what is allowed is not complained of" "$(grep good <<<"$found")"

result "no program includes another's files, and no part of the daemon what is above it" "$(tests/lint/rooms 2>&1)"
plan
