# SPDX-License-Identifier: GPL-2.0-or-later
# make demo: a game on an emulated board, through the daemon, on a private bus. SPEED= times real time.

ifeq ($(wildcard demo/build.mk),)
demo-run: programs
	@SPEED=$(SPEED) tests/demo/demo
endif
