# SPDX-License-Identifier: GPL-2.0-or-later
# tests/road/20-illegal.sh through USB, the module, udev and the system bus.
# guest: timeout 180
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/20-illegal.sh
