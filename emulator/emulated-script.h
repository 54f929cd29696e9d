/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace that an emulated board plays, read into memory. */
#ifndef CTL_EMULATED_SCRIPT_H
#define CTL_EMULATED_SCRIPT_H

#include "flagfallctl/ctl.h"
#include "emulator/emulated-board.h"

struct emulated_script {
	struct core_setup setup;
	enum board_sensors sensors;
	struct board_event *event;
	size_t count;
};

/* CTL_DONE, or CTL_FAILED with the sentence said. Either way emulated_script_done() it. */
int emulated_script_load(struct ctl *ctl, const char *path, const struct emulated_kind *kind,
			 struct emulated_script *ret);
void emulated_script_done(struct emulated_script *script);

#endif
