#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What flagfallctl prints of games whose daemon has ended, whose record cannot be written, or whose rows are damaged: said/later-*.txt
# has it. tests/cli/77-said-later.sh --write writes it anew.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"
# shellcheck source=transcript.sh
. "$(dirname "$0")/transcript.sh"
# shellcheck source=bus-said.sh
. "$(dirname "$0")/bus-said.sh"

# what damages the rows; make check has it already
MAKEFLAGS='' make -s build/tests/bus/journal/journal-change || { fail "build/tests/bus/journal/journal-change is built"; plan; exit 1; }

# daemon_begins: with three sockets; daemon_ends: in order
daemon_begins() { begin_daemon 3 && daemon=$!; }
daemon_ends() { kill "$daemon" && until_true has_ended "$daemon"; }

begin_bus
for f in tests/cli/said/later-*.txt; do transcript "$f"; done
plan
