#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Boards come and go, in a sysfs that umockdev makes up.
cd "$(dirname "$0")/../.." || exit 1
command -v umockdev-wrapper >/dev/null || { echo "umockdev is not installed (make deps)"; exit 77; }
exec umockdev-wrapper build/tests/libboard/test_monitor
