# SPDX-License-Identifier: GPL-2.0-or-later
# What can be said about the files without running them.

TESTS += $(if $(SAN),,$(sort $(wildcard tests/lint/*.sh)))
