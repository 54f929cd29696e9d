/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the games said and nobody has heard yet, in order, with the replies to those who asked. Nothing overtakes: while
 * the journal cannot be written, all of it waits.
 *
 * What a silent rulebook lets only the arbiter's side hear is held back, so that nothing is written or sent for it
 * alone: it takes its place in the order when a batch is written for something else, or at the beat.
 */
#ifndef DAEMON_PUBLICATION_QUEUE_H
#define DAEMON_PUBLICATION_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

#include "daemon/core/format/publication.h"

struct live_game;

/* What an item is. */
enum queued {
	QUEUED_PUBLICATION,
	QUEUED_REPLY,
	QUEUED_END,  /* the game is over, or goes on after all */
	QUEUED_MARK, /* nothing is to be sent, but it is to be on disk; of no game */
	QUEUED_ACT,  /* what somebody did goes on when it is on disk; of no game */
};

/* Called once, from the event loop: 0, all that was staged before is on disk; or negative, the journal has a fault. */
struct queued_act {
	void (*done)(void *userdata, int r);
	void *userdata;
};

/* What is sent of a publication, as far as it is made already: game-signals.c. */
struct prepared_signals {
	sd_bus_message *typed; /* to everybody */
	char *json, *observed; /* what is public of it, and all of it; of a ruling nothing is private */
};

struct publication_queue_item {
	enum queued type;
	uint64_t number; /* from 1, of all that were ever added */
	struct live_game *game;
	struct publication *publication;
	struct prepared_signals prepared; /* … of it */
	sd_bus_message *call;		  /* reply: the method call it answers */
	char **answer;			  /* reply: JSON texts, NULL-terminated, may be NULL */
	bool over;			  /* end */
	const char *result;		  /* end: lives as long as the program */
	struct queued_act act;
};

struct publication_queue {
	struct publication_queue_item *items;
	size_t count, size;
	uint64_t last;	    /* number of the one that was added last */
	size_t sealed;	    /* so many, the oldest, wait for what the journal is writing */
	bool durable_first; /* something behind those may be heard only once the journal is on disk */
	struct publication_queue_item *held;
	size_t held_count, held_size;
};

/*
 * 0 or -ENOMEM. The publication is copied; call is referenced; json, which may be NULL, and answer are taken on
 * success. silent: the game's rulebook is; what is not public is held.
 */
int publication_queue_add(struct publication_queue *queue, struct live_game *game,
			  const struct publication *publication, char *json, bool silent);
/* A batch is about to be written: what is held goes with it. 0 or -ENOMEM. */
int publication_queue_release(struct publication_queue *queue);
int publication_queue_add_reply(struct publication_queue *queue, struct live_game *game, sd_bus_message *call,
				char **answer);
int publication_queue_add_end(struct publication_queue *queue, struct live_game *game, bool over, const char *result);
int publication_queue_add_mark(struct publication_queue *queue);
int publication_queue_add_act(struct publication_queue *queue, struct queued_act act);
/* Is there an act that is not done? */
bool publication_queue_has_act(const struct publication_queue *queue);
/* So many, the oldest, up to that number; an act is the last of them, and those behind it are counted the next time. */
size_t publication_queue_count_to_act(const struct publication_queue *queue, uint64_t number);
/* Takes the oldest act out that is not among the first so many. False: there is none. */
bool publication_queue_take_act(struct publication_queue *queue, size_t first, struct queued_act *ret);
/* Does what is held tell the arbiter's side of that game a ruling or a question? */
bool publication_queue_holds(const struct publication_queue *queue, const struct live_game *game);
/* Has that game said something that was not sent yet, and is not held? */
bool publication_queue_has(const struct publication_queue *queue, const struct live_game *game);
/* … and none of it changes what was before: play goes on, and that is all? */
bool publication_queue_only_adds(const struct publication_queue *queue, const struct live_game *game);
/* Was all sent that was added up to that number? */
bool publication_queue_has_sent(const struct publication_queue *queue, uint64_t number);
/* All that is in it waits for what the journal writes now; or for nothing, since that could not be written. */
void publication_queue_seal(struct publication_queue *queue);
void publication_queue_unseal(struct publication_queue *queue);
void publication_queue_send_reply(const struct publication_queue_item *item);
/* The journal cannot be written: answers all calls with that error, and keeps the publications. */
void publication_queue_refuse_replies(struct publication_queue *queue, const char *sentence);
/* Drops what a game said. */
void publication_queue_forget(struct publication_queue *queue, const struct live_game *game);
/* So many, the oldest, were sent. */
void publication_queue_drop(struct publication_queue *queue, size_t count);
void publication_queue_free(struct publication_queue *queue);

#endif
