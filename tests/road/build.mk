# SPDX-License-Identifier: GPL-2.0-or-later
# The whole road in user space: emulated board, socket, flagfalld, a private bus, the record.

ifeq ($(SAN),)
TESTS += $(sort $(wildcard tests/road/[0-9]*.sh))
endif
