#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# usb: boards, in a sysfs that umockdev makes up and on a usbfs that the test plays.
cd "$(dirname "$0")/../.." || exit 1
command -v umockdev-wrapper >/dev/null || { echo "umockdev is not installed (make deps)"; exit 77; }
exec umockdev-wrapper build/tests/libboard/test_usb
