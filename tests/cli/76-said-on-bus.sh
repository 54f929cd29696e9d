#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What flagfallctl prints of games and rounds is word for word what it was: said/bus-*.txt has it. The boards' time is the time of play,
# and stands still but where a transcript says so.
# tests/cli/76-said-on-bus.sh --write writes it anew.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"
# shellcheck source=transcript.sh
. "$(dirname "$0")/transcript.sh"
# shellcheck source=bus-said.sh
. "$(dirname "$0")/bus-said.sh"

begin_bus
for f in tests/cli/said/bus-*.txt; do transcript "$f"; done
plan
