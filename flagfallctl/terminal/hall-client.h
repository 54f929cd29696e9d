/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hall as flagfalld tells of it: all games from now on, one piece of news after the other. */
#ifndef FLAGFALLCTL_HALL_CLIENT_H
#define FLAGFALLCTL_HALL_CLIENT_H

#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/hall-model.h"

struct hall_client {
	const struct ctl *ctl;
	bool arbiter; /* also what is not public */
	sd_bus *bus;
	struct hall hall;
};

enum hall_news_type {
	NEWS_NONE,	  /* nothing is there now */
	NEWS_ADDED,	  /* a game started */
	NEWS_REMOVED,	  /* game is NULL by now */
	NEWS_PUBLICATION, /* json is what was published */
	NEWS_CHANGED,	  /* a clock or a property */
	NEWS_FAULT,	  /* the journal cannot be written, or can again: hall.fault */
	NEWS_OTHER,
	NEWS_DAEMON_GONE,
	NEWS_DAEMON_BACK, /* the hall was read anew */
};

struct hall_news {
	enum hall_news_type type;
	struct hall_game *game;
	json_t *json; /* a reference that is the reader's */
};

/*
 * Subscribes first and then reads what there is, so that nothing falls between; what happened meanwhile may be told
 * again. 0, or an exit status after saying why. hall_client_close() in any case.
 */
int hall_client_open(struct hall_client *client);
/* The next piece of news, without waiting. 0; a negative errno value where the bus is lost. */
int hall_client_next(struct hall_client *client, struct hall_news *news);
void hall_client_close(struct hall_client *client);

#endif
