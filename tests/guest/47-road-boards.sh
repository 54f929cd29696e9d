# SPDX-License-Identifier: GPL-2.0-or-later
# tests/road/75-boards.sh with one bought board of each kind, and the same game through USB, the module and its node.
# guest: boot
# guest: icount
# guest: modules uhid hid-generic
# guest: timeout 300
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/75-boards.sh
