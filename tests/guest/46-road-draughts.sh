# SPDX-License-Identifier: GPL-2.0-or-later
# tests/road/70-draughts.sh through USB, the module, udev and the system bus.
# guest: timeout 300
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/70-draughts.sh
