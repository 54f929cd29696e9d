# SPDX-License-Identifier: GPL-2.0-or-later
# Machines of other kinds, ARCHES="arm64 armhf i386" or some of them. Minutes; not in make check.
check-arches:
	@.ci/deps packages-arches
	@tests/arches/check $(ARCHES)
.PHONY: check-arches
