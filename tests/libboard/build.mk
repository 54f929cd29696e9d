# SPDX-License-Identifier: GPL-2.0-or-later
# What is tested of the library as it is built and installed.

TESTS += $(if $(SAN),,$(sort $(wildcard tests/libboard/*.sh)))
