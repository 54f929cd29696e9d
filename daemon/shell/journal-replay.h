/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recovery: the journal's inputs through the core again, and the rulings compared with those that were heard. */
#ifndef SHELL_REPLAY_H
#define SHELL_REPLAY_H

#include "daemon/shell/session.h"

struct replay {
	json_t *rulings;	/* as stored */
	size_t seen;
	unsigned disagreements;
};

void replay_ruling(struct replay *replay, struct session *session, const struct publication *publication);

/* session.c */
int session_restore(struct daemon *daemon, uint64_t number, struct setup *setup, const char *board,
		    const struct timemap *map, struct replay *replay, struct session **ret, sd_bus_error *error);

#endif
