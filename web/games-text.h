/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses of games as text, and the text: /game/ID.pgn, /event/ID/round/N.pgn, and /round/N.pgn, which is a round of
 * the event that runs. A game of draughts is PDN; .pdn is as good.
 */
#ifndef WEB_GAMES_TEXT_H
#define WEB_GAMES_TEXT_H

#include "web/live.h"
#include "web/source.h"

#define GAMES_TEXT_MOST 1024 /* of one round */

struct games_text {
	char **ids;
	size_t count, at; /* the next one to read */
	char *text;	  /* of those before it */
	size_t length;
};

/* 0: ids are those of that path. -ENOENT: there is none such. -EINVAL: it is no such path. -ENOMEM. games_text_done()
 * in any case. */
int games_text_find(struct games_text *games, const struct live *live, const char *path);
/* 0: *text is the caller's to free. -EAGAIN: ask again after the loop has turned. Else there is none. */
int games_text_read(struct games_text *games, struct source *source, char **text, size_t *length);
void games_text_done(struct games_text *games);

#endif
