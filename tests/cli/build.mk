# SPDX-License-Identifier: GPL-2.0-or-later
# The command line, tested from outside.

TESTS += $(if $(SAN),,$(sort $(wildcard tests/cli/[0-9]*.sh)))
