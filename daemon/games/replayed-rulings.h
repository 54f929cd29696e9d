/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rulings of a game's journal, compared with those that the same inputs lead to now. */
#ifndef DAEMON_REPLAYED_RULINGS_H
#define DAEMON_REPLAYED_RULINGS_H

#include <jansson.h>

#include "daemon/core/format/publication.h"

struct replayed_rulings {
	json_t *stored, *now; /* arrays of objects, in order */
};

/* 0 or -ENOMEM; replayed_rulings_done() in any case. */
int replayed_rulings_init(struct replayed_rulings *rulings);
void replayed_rulings_done(struct replayed_rulings *rulings);
/* The next ruling, as it is now. */
void replayed_rulings_add(struct replayed_rulings *rulings, const struct game *game,
			  const struct publication *publication);
/*
 * Where the two differ in more than words: an array of {"published", "now"}, without the one that there is not. Owned
 * by the caller; NULL: nowhere, or there is no memory.
 */
json_t *replayed_rulings_differences(const struct replayed_rulings *rulings);
/* The last of the journal's that everybody heard, NULL there is none. Borrowed. */
json_t *replayed_rulings_last_public(const struct replayed_rulings *rulings);

#endif
