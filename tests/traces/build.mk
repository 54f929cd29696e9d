# SPDX-License-Identifier: GPL-2.0-or-later
# Traces that were read wrongly once: see README.md.
ifeq ($(SAN),)
TESTS += tests/traces/run
tests/traces/run: | $(B)/flagfallctl
endif
