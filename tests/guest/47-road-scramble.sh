# SPDX-License-Identifier: GPL-2.0-or-later
# tests/road/80-scramble.sh through USB, the module, udev and the system bus.
# guest: timeout 600
# guest: data traces/d00[0-9]-l3-*.jsonl traces/d00[0-9]-l3.moves
export ROAD=gadget FLAGFALL=/flagfall FLAGFALL_DATA=/flagfall/data
. /flagfall/tests/road/80-scramble.sh
