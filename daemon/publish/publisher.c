/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/publish/publisher.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <syslog.h>

#include "common/machine-clock.h"
#include "daemon/bus/call-queue.h"
#include "daemon/shutdown-watchdog.h"
#include "daemon/tournaments/tournament.h"
#include "daemon/records/exporter.h"
#include "daemon/bus/manager-signals.h"
#include "daemon/records/record-keeper.h"
#include "daemon/publish/relay-stream.h"
#include "daemon/games/searcher.h"
#include "daemon/boards/board-dbus.h"
#include "daemon/boards/board-display.h"
#include "daemon/games/game-board.h"
#include "daemon/games/game-signals.h"
#include "daemon/games/live-game.h"
#include "daemon/publish/dirty-games.h"

#define RETRY_US 500000 /* a journal that cannot be written; each time longer, up to … */
#define RETRY_LONGEST_US 5000000
#define STAGE_BATCH 32768

static void set_timer(struct context *ctx, sd_event_source *source, uint64_t after_us)
{
	uint64_t now;

	if (sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(source, now + after_us);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

/* The disk does not answer: on_hung(). */
static void set_disk_timer(struct context *ctx)
{
	set_timer(ctx, ctx->hung, ctx->options.disk_patience_s * UINT64_C(1000000));
}

/* --- the journal --- */

static void say_fault(struct context *ctx, const char *sentence)
{
	const bool first = !ctx->journal_fault[0];

	if (strcmp(ctx->journal_fault, sentence) == 0)
		return;
	snprintf(ctx->journal_fault, sizeof(ctx->journal_fault), "%s", sentence);
	log_message(LOG_ERR, "%s; %s", ctx->journal_fault,
		    first ? "there are no rulings until it can be written; what is played is kept in memory" :
			    "trying again");
	ctx->fault_changed = true;
}

/* Who waits is told, except for what the journal's thread may yet have written. */
static void refuse(struct context *ctx)
{
	struct queued_act act;

	publication_queue_refuse_replies(&ctx->queue, ctx->journal_fault);
	while (publication_queue_take_act(&ctx->queue, ctx->queue.sealed, &act))
		act.done(act.userdata, -EIO);
}

static void cannot_write(struct context *ctx)
{
	say_fault(ctx, journal_error(ctx->journal));
	publication_queue_unseal(&ctx->queue);
	refuse(ctx);
	ctx->retry_wait_us = ctx->retry_wait_us ? 2 * ctx->retry_wait_us : RETRY_US;
	if (ctx->retry_wait_us > RETRY_LONGEST_US)
		ctx->retry_wait_us = RETRY_LONGEST_US;
	set_timer(ctx, ctx->retry, ctx->retry_wait_us);
}

static void can_write(struct context *ctx)
{
	if (!ctx->journal_fault[0])
		return;
	ctx->journal_fault[0] = '\0';
	ctx->retry_wait_us = 0;
	log_message(LOG_NOTICE, "The journal can be written again");
	ctx->fault_changed = true;
}

/* What is to be sent is made while the disk is waited for: then nothing but the sending is left. */
static void prepare(struct publication_queue *queue)
{
	for (size_t i = 0; i < queue->sealed; i++) {
		struct publication_queue_item *item = &queue->items[i];

		if (item->publication)
			live_game_signal_prepare(item->game, item->publication, &item->prepared);
	}
}

/* What is queued and held waits for all that is staged, which goes to the journal's thread. 1; 0: there is nothing; or
 * the journal's fault. */
static int submit(struct context *ctx)
{
	const bool is_beat = ctx->beat_due;
	int r;

	ctx->beat_due = false;
	if (publication_queue_release(&ctx->queue) < 0)
		context_exit(ctx, -ENOMEM);
	r = journal_submit(ctx->journal, is_beat);
	if (r < 0)
		cannot_write(ctx);
	if (r <= 0)
		return r;
	publication_queue_seal(&ctx->queue);
	set_disk_timer(ctx);
	prepare(&ctx->queue);
	return 1;
}

/* --- what is sent --- */

/* Since these were its result and question. */
static void tell_changes(struct live_game *s, const char *result, const char *question)
{
	if (strcmp(s->published.result, result) != 0)
		live_game_changed(s, LIVE_GAME_RESULT);
	if (strcmp(s->published.question, question) == 0)
		return;
	live_game_changed(s, LIVE_GAME_QUESTION);
	if (s->published.over) /* its pairing says that the result is appealed against */
		tournament_game_changed(s);
}

static void send_publication(struct context *ctx, struct publication_queue_item *item)
{
	struct live_game *s = item->game;
	const struct publication *p = item->publication;
	const char *result = s->published.result, *question = s->published.question;
	bool by_device = s->published.by_device;

	s->published.now_us = ctx->machine.boottime_us;
	if (published_game_apply(&s->published, p, item->prepared.json) < 0)
		context_exit(ctx, -ENOMEM);
	if (s->published.by_device != by_device)
		live_game_changed(s, LIVE_GAME_CLOCK_MODE);
	tell_changes(s, result, question);
	if (p->is_public) {
		s->clock_changed |= p->type == PUBLISH_CLOCK;
		s->pgn_due |= p->type == PUBLISH_MOVE || p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION ||
			      p->type == PUBLISH_POSITION || p->is_set;
		if (p->type == PUBLISH_RULING && s->board)
			live_board_show_ruling(s->board, p->ruling);
		if (p->type == PUBLISH_RULING && p->ruling != RULING_MOVE_ACCEPTED)
			live_game_log_ruling(s, p);
		if (p->type != PUBLISH_CLOCK || p->is_set)
			exporter_game_changed(s);
	}
	live_game_signal_publication(s, p, &item->prepared);
}

/* A result that is given when the game is over already is no second end. */
static void send_end(struct live_game *s, const struct publication_queue_item *end)
{
	const char *result = s->published.result, *question = s->published.question;

	s->state_due |= s->published.over != end->over;
	published_game_end(&s->published, end->over, end->result);
	tell_changes(s, result, question);
	s->end_due = true;
}

/*
 * The oldest of the queue, so many. The clock of an instant is told once, behind all else of that instant: who follows
 * the game has the move first. The publications of one input stand together in the queue.
 */
static void send_items(struct context *ctx, size_t count)
{
	struct live_game *clock = NULL; /* whose is still to be told */

	for (size_t i = 0; i < count; i++) {
		struct publication_queue_item *item = &ctx->queue.items[i];
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

/* The same, with what people did in its place among them: that may add to the queue, and end games in it. */
static void send_queue(struct context *ctx, size_t count)
{
	const uint64_t last = count > 0 ? ctx->queue.items[count - 1].number : 0;

	context_now(ctx);
	while ((count = publication_queue_count_to_act(&ctx->queue, last)) > 0) {
		const struct queued_act act = ctx->queue.items[count - 1].act;

		send_items(ctx, count);
		publication_queue_drop(&ctx->queue, count);
		if (act.done)
			act.done(act.userdata, 0);
	}
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
		live_board_show_result(s->board, s->published.result);
		game_board_leave(s->board);
	}
	tournament_game_changed(s);
	exporter_game_changed(s);
	record_keeper_write(s);
}

/* After all was sent: the board's display, the end, the game records, the next search. */
static void settle(struct context *ctx)
{
	bool due = false, searches = false;
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
		/* what a search had left open may be settled without another word */
		s->pgn_due |= live_game_is_settled(s) && !s->recorded && !s->record_writing;
		due |= s->pgn_due;
		searches |= core_next_search(s->core, NULL);
	}
	if (due)
		record_keeper_arm(ctx);
	searcher_update(ctx->searcher, searches);
}

/* Once a turn of the loop, behind the signals: what has changed of each object in one signal. */
static void signal_changed(struct context *ctx)
{
	if (!ctx->properties_changed && !ctx->fault_changed)
		return;
	ctx->properties_changed = false;
	manager_signal_changed(ctx);
	for (struct live_board *board = ctx->live_boards; board; board = board->next)
		live_board_signal_changed(board);
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		live_game_signal_changed(s);
}

/* Something waits for the disk: first for the journal, and then what travels for the stream database. */
static bool is_writing(const struct context *ctx)
{
	return journal_is_writing(ctx->journal) || relay_stream_is_awaited(ctx);
}

static void send_sealed(struct context *ctx)
{
	send_queue(ctx, ctx->queue.sealed);
	settle(ctx);
}

/* False: it is to be sent when the stream database has it. */
static bool may_send(struct context *ctx, size_t count)
{
	context_now(ctx);
	if (!relay_stream_submit(ctx, count))
		return true;
	set_disk_timer(ctx);
	return false;
}

static void send_all(struct context *ctx)
{
	publication_queue_seal(&ctx->queue);
	if (may_send(ctx, ctx->queue.sealed))
		send_sealed(ctx);
}

/* What travels is in the stream database, or goes there later. */
static int finish_stream(struct context *ctx, bool wait)
{
	int r = relay_stream_finish(ctx, wait);

	if (r == -EINPROGRESS)
		return r;
	sd_event_source_set_enabled(ctx->hung, SD_EVENT_OFF);
	if (r < 0)
		exporter_write_again(ctx);
	send_sealed(ctx);
	return 0;
}

static int finish_journal(struct context *ctx, bool wait)
{
	char news[256];
	int r = journal_finish(ctx->journal, wait);

	if (r == -EINPROGRESS)
		return r;
	sd_event_source_set_enabled(ctx->hung, SD_EVENT_OFF);
	histogram_add(&ctx->metrics.commit, journal_took_us(ctx->journal));
	if (*journal_news(ctx->journal, news))
		log_message(LOG_ERR, "%s", news);
	if (r < 0) {
		cannot_write(ctx);
	} else {
		can_write(ctx);
		if (may_send(ctx, ctx->queue.sealed))
			send_sealed(ctx);
	}
	return r;
}

/* What waited for the disk is sent. wait: not before it can be; else it may be -EINPROGRESS. */
static int finish(struct context *ctx, bool wait)
{
	int r = 0;

	shutdown_watchdog_progress(ctx->shutdown_watchdog, journal_unwritten(ctx->journal));
	if (journal_is_writing(ctx->journal))
		r = finish_journal(ctx, wait);
	if (r >= 0 && relay_stream_is_awaited(ctx))
		r = finish_stream(ctx, wait);
	return r;
}

/* Nobody waits for it, or may notice that it is there; but it does not stay off the disk for long. */
static void linger(struct context *ctx)
{
	if (journal_staged(ctx->journal) > 0 || ctx->queue.held_count > 0)
		context_await_beat(ctx);
}

/* Nothing of the queue waits for the journal's thread. */
static void flush(struct context *ctx)
{
	const bool waits = ctx->queue.durable_first || ctx->beat_due || journal_staged(ctx->journal) >= STAGE_BATCH;

	if (ctx->journal_fault[0]) { /* a board that flickers does not try it at every event: the timer does */
		refuse(ctx);
	} else if (!waits || submit(ctx) == 0) {
		send_all(ctx);
		linger(ctx);
	}
}

/* Properties are told behind what is sent, and calls go on that waited for it. */
void publisher_flush(struct context *ctx)
{
	if (ctx->failed)
		return;
	if (!is_writing(ctx) || ctx->journal_fault[0])
		flush(ctx);
	if (!is_writing(ctx) || ctx->journal_fault[0]) /* nothing overtakes */
		signal_changed(ctx);
	call_queue_release(ctx);
}

int publisher_sync(struct context *ctx)
{
	int r = ctx->failed ? -ECANCELED : finish(ctx, true);

	while (r >= 0 && (r = submit(ctx)) > 0) /* what people did may lead to more */
		r = finish(ctx, true);
	if (r >= 0) {
		can_write(ctx);
		send_all(ctx);
		r = finish(ctx, true);
	}
	signal_changed(ctx);
	call_queue_release(ctx);
	return r;
}

void publisher_end(struct context *ctx)
{
	publication_queue_unseal(&ctx->queue);
	refuse(ctx);
}

static int on_flush(sd_event_source *source, void *userdata)
{
	publisher_flush(userdata);
	return 0;
}

static void go_on(struct context *ctx)
{
	if (finish(ctx, false) != -EINPROGRESS) {
		signal_changed(ctx);
		publisher_flush(ctx);
	}
}

static void on_written(void *userdata)
{
	go_on(userdata);
}

static void on_stream_written(void *userdata)
{
	struct context *ctx = userdata;
	int r;

	if (relay_stream_is_awaited(ctx)) {
		go_on(ctx);
		return;
	}
	r = relay_stream_finish(ctx, false);
	if (r < 0 && r != -EINPROGRESS)
		exporter_write_again(ctx);
}

/* What could not be written. */
static int on_retry(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;

	if (ctx->failed || is_writing(ctx) || submit(ctx) != 0)
		return 0;
	if (journal_staged(ctx->journal) == 0)
		can_write(ctx); /* nothing is left to write */
	publisher_flush(ctx);
	return 0;
}

/* Neither written nor an error: whoever asks from now on is told, and what is played is kept in memory. */
static int on_hung(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	char sentence[80];

	if (ctx->failed || !is_writing(ctx))
		return 0;
	if (!journal_is_writing(ctx->journal)) {
		relay_stream_give_up(ctx);
		send_sealed(ctx);
		signal_changed(ctx);
		publisher_flush(ctx);
		return 0;
	}
	snprintf(sentence, sizeof(sentence), "writing the journal: the disk has not answered for %u s",
		 ctx->options.disk_patience_s);
	say_fault(ctx, sentence);
	publisher_flush(ctx);
	return 0;
}

static int add_timer(struct context *ctx, sd_event_source **source, uint64_t accuracy_us,
		     sd_event_time_handler_t handler)
{
	int r = sd_event_add_time(ctx->loop, source, CLOCK_MONOTONIC, UINT64_MAX, accuracy_us, handler, ctx);

	if (r >= 0)
		r = sd_event_source_set_enabled(*source, SD_EVENT_OFF);
	return r;
}

int publisher_start(struct context *ctx)
{
	int r = sd_event_add_defer(ctx->loop, &ctx->flush, on_flush, ctx);

	if (r >= 0)
		r = sd_event_source_set_enabled(ctx->flush, SD_EVENT_OFF);
	if (r >= 0)
		r = sd_event_source_set_priority(ctx->flush, SD_EVENT_PRIORITY_IMPORTANT);
	if (r >= 0)
		r = add_timer(ctx, &ctx->retry, 1000, on_retry);
	if (r >= 0)
		r = add_timer(ctx, &ctx->hung, 1000, on_hung);
	journal_on_written(ctx->journal, on_written, ctx);
	if (r >= 0)
		r = relay_stream_new(ctx, on_stream_written);
	if (r >= 0)
		r = record_keeper_start(ctx);
	return r;
}
