/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands of flagfall-sim, one a line. See commands.c for the list. */
#ifndef TESTS_SIM_COMMANDS_H
#define TESTS_SIM_COMMANDS_H

#include <stddef.h>

#include "tests/sim/trace-player.h"

#define COMMAND_ANSWER 1024

enum command_result {
	COMMAND_DONE,  /* answer is "ok…" or "error: …" */
	COMMAND_LATER, /* the answer follows when trace_player_step() says that it came to an end */
	COMMAND_QUIT,
};

/* line: without its newline; changed. */
enum command_result command_run(struct trace_player *player, char *line, char answer[static COMMAND_ANSWER]);

extern const char command_help[];

#endif
