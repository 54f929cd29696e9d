/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rulebooks that games share. A book is only read once a game has begun, and all games of an event are played by the
 * same one: what takes tens of kilobytes is there once.
 */
#ifndef DAEMON_RULEBOOK_CACHE_H
#define DAEMON_RULEBOOK_CACHE_H

#include "daemon/core/format/setup.h"

struct cached_rulebook {
	struct cached_rulebook *next, **shelf;
	unsigned users;		 /* games */
	char *asked;		 /* what it was read by: id and overrides */
	struct rulebook *whole;	 /* as it was read, with its texts */
	struct rulebook *fitted; /* with the sections that the event's options ask for */
};

/*
 * Fits *book to the setup's options and puts it on the shelf, or takes from there what is the same. On success *book
 * is the shelf's, and so is core->rulebook, until rulebook_cache_release(); on failure (-ENOMEM) nothing has changed.
 */
int rulebook_cache_put(struct cached_rulebook **shelf, struct core_setup *core, const char *asked,
		       struct rulebook **book, struct cached_rulebook **ret);
/* One that was read by the same, and from these texts: held, as rulebook_hold(). NULL: there is none. */
struct rulebook *rulebook_cache_find(struct cached_rulebook *shelf, const char *asked,
				     const struct rulebook_file *files, size_t count);
/* One game less plays by it: the last one frees it. */
void rulebook_cache_release(struct cached_rulebook *shelved);

#endif
