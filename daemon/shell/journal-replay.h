/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recovery: the journal's inputs through the core again, and the rulings compared with those that were heard. */
#ifndef SHELL_JOURNAL_REPLAY_H
#define SHELL_JOURNAL_REPLAY_H

#include "daemon/shell/session.h"

struct replayed_rulings {
	json_t *rulings;	/* as stored */
	size_t seen;
	unsigned disagreements;
};

void replayed_rulings_check(struct replayed_rulings *replay, struct session *session, const struct publication *publication);

/* session.c */
int session_restore(struct daemon *daemon, uint64_t number, struct game_setup *setup, const char *board,
		    const struct timemap *map, struct replayed_rulings *replay, struct session **ret, sd_bus_error *error);

#endif
