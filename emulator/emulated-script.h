/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace that an emulated board plays, read into memory. */
#ifndef EMULATOR_EMULATED_SCRIPT_H
#define EMULATOR_EMULATED_SCRIPT_H

#include "emulator/emulated-board.h"

#define EMULATED_ERROR 512

struct emulated_script {
	struct core_setup setup;
	enum board_sensors sensors;
	struct board_event *event;
	size_t count;
};

/* 0, or a negative errno value with the sentence in error. Either way emulated_script_done() it. */
int emulated_script_load(const char *path, const struct emulated_kind *kind, struct emulated_script *ret,
			 char error[static EMULATED_ERROR]);
void emulated_script_done(struct emulated_script *script);

#endif
