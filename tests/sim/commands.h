/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines by which flagfall-sim is told what to do. See commands.c for the list. */
#ifndef TESTS_SIM_COMMANDS_H
#define TESTS_SIM_COMMANDS_H

#include <stddef.h>

#include "tests/sim/trace-player.h"

#define CONTROL_ANSWER 1024

enum control_result {
	CONTROL_DONE,		/* answer is "ok…" or "error: …" */
	CONTROL_LATER,		/* the answer follows when player_step() says that it came to an end */
	CONTROL_QUIT,
};

/* line: without its newline; changed. */
enum control_result control(struct player *player, char *line, char answer[static CONTROL_ANSWER]);

/* What `status` answers, JSON on one line. */
void control_status(struct player *player, char answer[static CONTROL_ANSWER]);

extern const char control_help[];

#endif
