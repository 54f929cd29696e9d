/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a person does to an event: into the journal with who did it, and when it is on disk into memory and on the bus;
 * or not at all. Nobody waits for the disk.
 */
#ifndef DAEMON_TOURNAMENT_COMMIT_H
#define DAEMON_TOURNAMENT_COMMIT_H

#include "daemon/tournaments/tournament.h"

/* Called once, from the event loop: it is done; or *error says why it is not, and nothing has changed. */
typedef void (*commit_done)(void *userdata, const sd_bus_error *error);

/*
 * round_commit - a round's next state
 * @file:   another file of the event, NULL: as it is
 * @round:  its next state, of the round with the next revision; a reference is taken
 * @source: text of the pairings' file, NULL: as it is
 * The revision is raised here, and the act, whose t is the time now, becomes its last. 0, and done is called; or
 * *error, nothing has changed, and it is not.
 */
int round_commit(struct tournament *event, json_t *file, struct round *round, const char *source,
		 const struct round_act *act, commit_done done, void *userdata, sd_bus_error *error);

/* The same with the event alone: another file of it. Its acts are those of round 0. */
int tournament_commit(struct tournament *event, json_t *file, const struct round_act *act, commit_done done,
		      void *userdata, sd_bus_error *error);

/* Did somebody else act since the caller looked? 0 if revision (0: the caller did not look) is the round's, else an
 * error that names who did what, and when. */
int round_check_revision(const struct tournament *event, const struct round *round, uint64_t revision,
			 sd_bus_error *error);

#endif
