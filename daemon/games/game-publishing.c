/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How games are published: first among those who are told by the publisher, it tells the others what concerns them. */
#include "daemon/games/games.h"

#include <errno.h>
#include <string.h>

#include "daemon/boards/live-board.h"
#include "daemon/games/inside.h"

static void game_publishing_prepare(struct publication_queue_item *item)
{
	live_game_signal_prepare(item->game, item->publication, &item->prepared);
}

/* Since these were its result and question. */
static void tell_changes(struct live_game *s, const char *result, const char *question)
{
	if (strcmp(s->published.result, result) != 0)
		live_game_changed(s, LIVE_GAME_RESULT);
	if (strcmp(s->published.question, question) == 0)
		return;
	live_game_changed(s, LIVE_GAME_QUESTION);
	if (s->published.over)
		PUBLISH_TELL(s->context, question_changed, s);
}

/* An act did not count: what is published is what would have been without it. Returns what it was. */
static struct published_game renew(struct live_game *s)
{
	struct published_game was = { 0 };

	if (!s->renewed)
		return was;
	was = s->published;
	s->published = *s->renewed;
	free(s->renewed);
	s->renewed = NULL;
	return was;
}

static void send_publication(struct context *ctx, struct publication_queue_item *item)
{
	struct live_game *s = item->game;
	const struct publication *p = item->publication;
	const char *result = s->published.result, *question = s->published.question;
	bool by_device = s->published.by_device;
	struct published_game was = { 0 };

	if (p->type == PUBLISH_UNDONE)
		was = renew(s);
	s->published.now_us = ctx->machine.boottime_us;
	if (!p->is_known && published_game_apply(&s->published, p, item->prepared.json) < 0)
		context_exit(ctx, -ENOMEM);
	if (s->published.by_device != by_device)
		live_game_changed(s, LIVE_GAME_CLOCK_MODE);
	if (p->type == PUBLISH_ABSENT)
		live_game_changed(s, LIVE_GAME_ABSENT);
	tell_changes(s, result, question);
	published_game_free(&was);
	if (p->is_public) {
		s->clock_changed |= p->type == PUBLISH_CLOCK;
		if (p->type == PUBLISH_RULING && s->board)
			live_board_show_ruling(s->board, p->ruling);
		if (p->type == PUBLISH_RULING && p->ruling != RULING_MOVE_ACCEPTED)
			live_game_log_ruling(s, p);
		PUBLISH_TELL(ctx, published, s, p);
	}
	live_game_signal_publication(s, p, &item->prepared);
}

/* A result that is given when the game is over already is no second end. */
static void send_end(struct live_game *s, const struct publication_queue_item *end)
{
	const char *result = s->published.result, *question = s->published.question;

	s->state_due |= s->published.over != end->over;
	if (*absent_word(s->published.absent))
		live_game_changed(s, LIVE_GAME_ABSENT);
	published_game_end(&s->published, end->over, end->result);
	tell_changes(s, result, question);
	s->end_due = true;
}

/*
 * The clock of an instant is told once, behind all else of that instant: who follows
 * the game has the move first. The publications of one input stand together in the queue.
 */
static void send(struct context *ctx, struct publication_queue_item *items, size_t count)
{
	struct live_game *clock = NULL; /* whose is still to be told */

	for (size_t i = 0; i < count; i++) {
		struct publication_queue_item *item = &items[i];
		const struct publication *p = item->publication;

		if (item->game)
			dirty_games_add(item->game);
		if (clock && (!p || item->game != clock || p->t_us != clock->published.clock_t_us)) {
			live_game_signal_clock(clock);
			clock = NULL;
		}
		if (p)
			send_publication(ctx, item);
		else if (item->type == QUEUED_REPLY)
			publication_queue_send_reply(item);
		else if (item->type == QUEUED_END)
			send_end(item->game, item);
		if (p && p->is_public && p->type == PUBLISH_CLOCK)
			clock = item->game;
	}
	if (clock)
		live_game_signal_clock(clock);
}

/* A game that is over, or goes on after all, or has another result. */
static void publish_end(struct live_game *s)
{
	if (s->state_due) {
		s->over_us = context_now(s->context)->boottime_us;
		live_game_changed(s, LIVE_GAME_STATE);
	}
	s->end_due = s->state_due = false;
	if (s->board && s->published.over) {
		live_board_show_result(s->board, live_game_result(s));
		game_board_leave(s->board);
	}
	PUBLISH_TELL(s->context, ended, s);
}

/* After all was sent: the board's display, the end, the next search. */
static void settle(struct context *ctx)
{
	bool searches = false;
	struct live_game *s;

	while ((s = dirty_games_take(ctx))) {
		if (s->clock_changed) {
			s->clock_changed = false;
			if (s->board)
				game_board_show_clock(s);
		}
		if (s->board)
			game_board_guide(s);
		if (s->end_due)
			publish_end(s);
		PUBLISH_TELL(ctx, settled, s);
		searches |= core_next_search(s->core, NULL);
	}
	searcher_update(ctx->games->searcher, searches);
}

static void signal_changed(struct context *ctx)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		live_game_signal_changed(s);
}

static bool beat(struct context *ctx)
{
	bool is_any_running = false;

	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		live_game_on_beat(s);
		is_any_running |= !s->over;
	}
	return is_any_running;
}

const struct publish_listener game_listener = {
	.prepare = game_publishing_prepare,
	.send = send,
	.settle = settle,
	.signal_changed = signal_changed,
	.beat = beat,
};

void live_game_tell_looked_at(struct live_game *s)
{
	PUBLISH_TELL(s->context, looked_at, s);
}

bool live_game_is_kept(const struct live_game *s)
{
	const struct publish_listener *const *l = publisher_listeners(s->context);

	while (*l && !((*l)->keeps && (*l)->keeps(s)))
		l++;
	return *l;
}

void live_game_tell_leaves(struct live_game *s)
{
	PUBLISH_TELL(s->context, leaves, s);
}
