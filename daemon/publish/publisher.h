/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The publisher: sends what is queued, once what must be is on disk, and shows what has changed since. Boards and games
 * mark that there is something to publish (context_flush()), and the event loop comes here next; who must have it done
 * before going on, since a reply follows, calls it.
 */
#ifndef DAEMON_PUBLISHER_H
#define DAEMON_PUBLISHER_H

#include "daemon/context.h"

struct publisher;

/*
 * What is done with what is published, and after it. The publisher has a list of these and knows no more of those who
 * are in it: each has what concerns it, and they are called in the order of the list.
 */
struct publish_listener {
	/* A publication will be sent: what can be made of it beforehand is made while the disk is waited for. */
	void (*prepare)(struct publication_queue_item *item);
	/* These are sent now. */
	void (*send)(struct context *ctx, struct publication_queue_item *items, size_t count);
	/* All was sent: what follows from it. */
	void (*settle)(struct context *ctx);
	/* Behind that: what has changed of each object, in one signal. */
	void (*signal_changed)(struct context *ctx);
	/* The beat has come; context_now() was called. True: it is to come again. */
	bool (*beat)(struct context *ctx);
	/* What the gate was to have is not there. */
	void (*gate_lost)(struct context *ctx);

	/* Of a game, by who sends and settles: it has said this to everybody; … */
	void (*published)(struct live_game *game, const struct publication *publication);
	/* … it is over, and is asked about after all; … */
	void (*question_changed)(struct live_game *game);
	/* … it is over, or goes on after all, or has another result; … */
	void (*ended)(struct live_game *game);
	/* … all that has happened in it was told. */
	void (*settled)(struct live_game *game);
	/* It was only read from the journal, to be looked at; or no more of it than its setup, which is to say what
	 * persons put right since. */
	void (*looked_at)(struct live_game *game);
	void (*setup_looked_at)(struct context *ctx, const char *game, json_t *setup);
	/* Must it stay in memory, though it is over? */
	bool (*keeps)(const struct live_game *game);
	/* It does not. */
	void (*leaves)(struct live_game *game);
};

/* Another place than the journal where something must be before it is heard. */
struct publish_gate {
	/* The first so many of the queue come to it. True: they are to wait until finish() says that they may pass. */
	bool (*submit)(struct context *ctx, size_t count);
	bool (*is_awaited)(const struct context *ctx);
	/* -EINPROGRESS, unless wait; 0; or another negative errno value: they may pass, but it does not have them. */
	int (*finish)(struct context *ctx, bool wait);
	/* Nobody waits any more: the disk has taken too long. */
	void (*give_up)(struct context *ctx);
};

/* Adds it to the event loop. The list ends with NULL; there may be no gate. */
int publisher_start(struct context *ctx, const struct publish_listener *const *listeners,
		    const struct publish_gate *gate);
const struct publish_listener *const *publisher_listeners(const struct context *ctx);
/* Calls what each of them has for it. */
#define PUBLISH_TELL(ctx, what, ...) \
	for (const struct publish_listener *const *l_ = publisher_listeners(ctx); *l_; l_++) \
		if ((*l_)->what) \
	(*l_)->what(__VA_ARGS__)
/* By the gate: finish() can tell an end now. userdata is the context. */
void publisher_gate_written(void *userdata);
/*
 * The beat: each whole second of CLOCK_BOOTTIME while a game goes on, whatever happens in it. What a silent rulebook
 * keeps back is noticed, written and told to the arbiter's side then, if no press or person has had something written
 * before: at an instant of its own a thread that wakes up, or a disk that is written to, would tell others that there
 * was something to keep back.
 */
#define BEAT_US 1000000
/* What waits is not to wait for longer than until the next beat. */
void publisher_await_beat(struct context *ctx);
/* It has come: all that is staged and held back is written, and told to whom it may be told. */
void publisher_beat(struct context *ctx);
/*
 * publisher_flush - what may be heard now is sent; what must be on disk first goes to the journal's thread
 * It is sent when it is there. Where the journal cannot be written, what is queued waits, the bus is told, and a timer
 * tries again.
 */
void publisher_flush(struct context *ctx);
/*
 * Writes all that is staged, waits for it, and sends all that is queued. The event loop stands still meanwhile: only
 * before it turns and after, else publication_queue_add_act(). 0 or the journal's fault.
 */
int publisher_sync(struct context *ctx);
/* Nothing is written any more: whoever waits for it is told. */
void publisher_end(struct context *ctx);
void publisher_free(struct publisher *publisher); /* NULL is allowed */

#endif
