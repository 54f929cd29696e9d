#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What flagfallctl prints where it needs no daemon is word for word what it was: said/ has it.
# tests/cli/75-said.sh --write writes it anew.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=transcript.sh
. "$(dirname "$0")/transcript.sh"
export FLAGFALL_RULES=$PWD/rules/books
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere/bus

for f in tests/cli/said/*.txt; do
	case ${f##*/} in bus-* | doubt-* | later-*) ;; *) transcript "$f" ;; esac
done
plan
