# SPDX-License-Identifier: GPL-2.0-or-later
# A short slice of load-usb.sh.
# guest: boot
# guest: icount
seconds=4
. /flagfall/tests/guest/load.sh
