#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A minute of bytes that no reader sends, at both ports of flagfall-web under ASan and UBSan: nothing is reported, and others are answered.
# raw-bytes.sh [SECONDS [SEED]]
# run: waits
exec build/san/tests/web/raw_bytes "$@"
