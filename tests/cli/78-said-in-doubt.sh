#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What flagfallctl prints of a turn that the sensors leave in doubt: said/doubt-castling.txt has it.
# tests/cli/78-said-in-doubt.sh --write writes it anew.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"
# shellcheck source=transcript.sh
. "$(dirname "$0")/transcript.sh"
# shellcheck source=bus-said.sh
. "$(dirname "$0")/bus-said.sh"

begin_bus
transcript tests/cli/said/doubt-castling.txt
plan
