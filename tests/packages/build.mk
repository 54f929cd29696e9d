# SPDX-License-Identifier: GPL-2.0-or-later
# The packages in chroots and in a guest of their own: see README.md. Not part of make check: it downloads Debian, and takes many minutes.

check-packages: $(addprefix $(B)/,flagfall-sim flagfall-hands flagfall-pgncheck)
	@.ci/deps packages-packages
	@tests/run -j 1 $(filter-out %-guest.sh,$(sort $(wildcard tests/packages/[0-9]*.sh)))

# The same on a machine with systemd as its first process: after check-packages, which builds them.
check-packages-guest: $(addprefix $(B)/,flagfall-sim flagfall-hands flagfall-pgncheck)
	@.ci/deps packages-packages
	@tests/run -j 1 $(wildcard tests/packages/*-guest.sh)
.PHONY: check-packages check-packages-guest
