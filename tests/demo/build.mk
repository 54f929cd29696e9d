# SPDX-License-Identifier: GPL-2.0-or-later
# make demo: a game on an emulated board, through the daemon, on a private bus. SPEED= times real time. VM=1: through the
# kernel, in a virtual machine. WEB=1: on a page, too, which stays open.

demo-run: programs $(if $(VM),module guest-programs)
	@SPEED=$(SPEED) WEB=$(WEB) tests/demo/$(if $(VM),vm,demo)
