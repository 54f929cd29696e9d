# SPDX-License-Identifier: GPL-2.0-or-later
# make load-usb: load.sh for ten minutes. Not among the tests that make check runs.
# guest: boot
# guest: icount
# guest: timeout 3600
seconds=600
. /flagfall/tests/guest/load.sh
