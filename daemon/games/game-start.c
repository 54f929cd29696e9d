/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "replay/board-input.h"
#include "daemon/bus/replies.h"
#include "daemon/bus/bus-link.h"
#include "daemon/games/games.h"
#include "daemon/boards/boards.h"

/* Into the journal, where nobody knows it yet. */
static int game_start_stage(struct pending_start *start, struct game_setup *setup, sd_bus_error *error)
{
	const struct board_squares *squares = &start->squares;
	struct context *ctx = start->context;
	struct live_board *board = start->board;
	enum time_source source = game_board_time_source(board);
	struct game_time map;
	struct live_game *s;
	int r;

	game_time_place(&map, source, context_now(ctx), squares->device_us, board_get_info(board->handle)->boot_id, 0);
	if (source == TIME_HOST && squares->count > 0) /* the game starts with what the board showed */
		map.boottime_zero_us = squares->host_us;
	r = live_game_new(ctx, setup, board->name, &map, &s, error);
	if (r < 0)
		return r;
	r = live_game_timer_add(s);
	if (r < 0) {
		journal_forget(ctx->journal, s->number);
		live_game_free(s);
		return r;
	}
	start->game = s;
	return 0;
}

/* The board is there still, or again. */
static void take_board(struct live_game *s, struct live_board *board)
{
	if (board) {
		game_board_take(board, s);
		clock_reading_begin(s, board);
		live_board_read_later(board, 0);
		return;
	}
	board = live_board_find(s->context, s->board_name);
	if (board) {
		game_board_rejoin(board);
		live_board_read_later(board, 0);
	}
}

/* The game had begun before it was started. */
static void hear_first_moves(struct live_board *board)
{
	struct board_event *event;
	size_t count = first_moves_take(board, &event);

	for (size_t i = 0; i < count && board->game; i++)
		game_board_hear(board, &event[i]);
	free(event);
}

/* The journal has it. */
static void begin(struct pending_start *start)
{
	struct context *ctx = start->context;
	struct live_game *s = start->game;
	struct input first;
	char err[160] = "";

	live_game_join(s);
	if (start->squares.count > 0) {
		squares_to_input(s->setup.core.game, &start->squares, 0, &first);
		if (live_game_feed(s, &first, NULL, err) == -EINVAL)
			log_message(LOG_WARNING, "Game g%s cannot use the position on the board: %s", s->id, err);
	}
	take_board(s, start->board);
	if (start->has_begun && start->board)
		hear_first_moves(start->board);
	if (start->board)
		first_moves_begin(start->board, s);
	s->clock_changed = s->pgn_due = true;
	dirty_games_add(s);
	live_game_arm(s);
	log_message(LOG_INFO, "Game g%s on board %s", s->id, s->board_name);
	ctx->metrics.games++;
	manager_game_added(ctx, s->id, s->path);
	over_games_limit(ctx, 0);
}

/*
 * The pieces were set up anew on a board whose game nobody ended: that game is closed, by what its kings in the centre
 * say or without a result. It stays in the journal and in the list with all its turns, and its record is written.
 */
static int close_finished(struct context *ctx, struct live_board *board)
{
	struct live_game *s = live_game_on_board(ctx, board->name);
	struct input end = { .type = INPUT_END, .text = "none" };
	struct core_state state;
	char err[160] = "";
	int r;

	if (!s || !live_board_read(board))
		return 0;
	core_get_state(s->core, &state);
	if (s->over || !state.new_game)
		return 0;
	end.t_us = live_game_now(s);
	r = live_game_feed(s, &end, NULL, err);
	if (r < 0)
		return r;
	log_message(LOG_INFO, "Game g%s is closed: the pieces were set up again", s->id);
	return 0;
}

static int no_such_board(struct context *ctx, const char *board, sd_bus_error *error)
{
	char known[400] = "";
	size_t n = 0;

	for (const struct live_board *s = ctx->live_boards; s && n < sizeof(known); s = s->next)
		n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s", n ? ", " : "", s->name);
	return fault(error, ERROR_NO_SUCH_BOARD, "There is no board \"%s\"; plugged in: %s", board, n ? known : "none");
}

static void on_staged(void *userdata, int r);
static void on_closed(void *userdata, int r);

/* Goes on when all that is queued now is on disk. */
static int wait_for_disk(struct pending_start *start, void (*done)(void *userdata, int r))
{
	int r = publication_queue_add_act(&start->context->queue, (struct queued_act){ done, start });

	start->queued = r >= 0;
	context_flush(start->context);
	return r;
}

/* The game begins when its pieces stand. */
static int await_pieces(struct pending_start *start)
{
	int r = awaited_start_add(start->context, start->board->name, start->asked, start->again,
				  start->again == start_game_by_itself);

	if (r < 0)
		return r;
	log_message(LOG_INFO, "Board %s: the game begins when its pieces stand", start->board->name);
	start->done(start->userdata, NULL, start->wrong, NULL);
	context_flush(start->context);
	pending_start_free(start);
	return 0;
}

/* With what the board has said, or without (count 0) on a source that cannot be asked. */
static int start_now(struct pending_start *start, sd_bus_error *error)
{
	struct context *ctx = start->context;
	struct live_board *board = start->board;
	struct live_game *s = live_game_on_board(ctx, board->name);
	struct game_setup setup;
	int r;

	if (s)
		return fault(
			error, ERROR_BOARD_BUSY,
			"Game %s is running on board %s; name another board, or end that game first (flagfallctl end %s RESULT)",
			s->id, board->name, s->id);
	if (ctx->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	if (board->game) /* it is over, and that is not on disk yet */
		return wait_for_disk(start, on_closed);
	setup = start->setup;
	start->setup = (struct game_setup){ 0 };
	game_board_start(board, &start->squares);
	r = start_squares_choose(&setup, &start->squares, start->options, error);
	if (r > 0) {
		game_setup_done(&setup);
		r = game_setup_read(start->options, &setup, error);
		if (r < 0)
			return r;
	}
	if (r >= 0)
		r = start_squares_compare(&setup, &start->squares, &start->wrong);
	if (r >= 0 && *start->wrong && first_moves_fit(board, &setup, &start->squares)) {
		pending_start_forget_wrong(start);
		start->has_begun = true;
		r = start_squares_compare(&setup, &start->squares, &start->wrong);
	}
	if (r < 0 || (start->again && *start->wrong)) {
		game_setup_done(&setup);
		return r < 0 ? r : await_pieces(start);
	}
	r = game_start_stage(start, &setup, error);
	return r < 0 ? r : wait_for_disk(start, on_staged);
}

/* The game, or none and why. */
static void end(struct pending_start *start, struct live_game *s, sd_bus_error *error, int r)
{
	if (!s && !sd_bus_error_is_set(error))
		sd_bus_error_set_errno(error, r);
	start->done(start->userdata, s, start->wrong, error);
	sd_bus_error_free(error);
	context_flush(start->context);
	pending_start_free(start);
}

static int cannot_write(const struct pending_start *start, sd_bus_error *error)
{
	return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", journal_error(start->context->journal));
}

static void drop_game(struct pending_start *start)
{
	if (!start->game)
		return;
	journal_forget(start->context->journal, start->game->number);
	live_game_free(start->game);
	start->game = NULL;
	if (start->board)
		live_board_read_later(start->board, 0);
}

static void on_staged(void *userdata, int r)
{
	struct pending_start *start = userdata;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct live_game *s = start->game;

	start->queued = false;
	if (r < 0) {
		drop_game(start);
		end(start, NULL, &error, cannot_write(start, &error));
		return;
	}
	begin(start);
	start->game = NULL;
	end(start, s, &error, 0);
}

/* The game that was on this board has ended; it leaves the board before the loop turns again. */
static void on_closed(void *userdata, int r)
{
	struct pending_start *start = userdata;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	start->queued = false;
	if (r < 0)
		end(start, NULL, &error, cannot_write(start, &error));
	else if (!start->board)
		pending_start_lose_board(start);
	else
		sd_event_source_set_enabled(start->source, SD_EVENT_ONESHOT);
}

static int ask_board(struct pending_start *start)
{
	int r = board_request_squares(start->board->handle);

	if (r > 0)
		start->request = (uint32_t)r;
	return r;
}

static int no_squares(const struct live_board *board, const char *why, sd_bus_error *error)
{
	return fault(error, ERROR_BOARD_FAULT, "Board %s does not report its squares: %s", board->name, why);
}

/* The board has answered. What happened on it before is read away; where more has happened since, it is asked again. */
static int on_squares(sd_event_source *source, void *userdata)
{
	struct pending_start *start = userdata;
	struct live_board *board = start->board;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = start->result;

	if (r == 0 && !live_board_read(board))
		return 0; /* unplugged */
	if (r == 0 && board->live && (int32_t)(board->last_seq - start->squares.seq) > 0 && ask_board(start) > 0)
		return 0;
	/* that it is gone may be known by its answer before it is known by its end */
	if (r == -ENODEV && pending_start_await_board(start) >= 0)
		return 0;
	if (r < 0)
		no_squares(board, start->error, &error);
	else
		r = start_now(start, &error);
	if (r < 0) {
		drop_game(start);
		end(start, NULL, &error, r);
	}
	return 0;
}

/* What stands on a recording nobody knows. */
static int ask(struct pending_start *start, sd_bus_error *error)
{
	static const struct board_squares none = { .host_us = 0, .device_us = 0 };
	const struct live_board *board = start->board;
	int r;

	if (!board->live) {
		pending_start_answer(start, 0, "", &none);
		return 0;
	}
	r = ask_board(start);
	if (r == -ENODEV)
		return pending_start_await_board(start);
	return r < 0 ? no_squares(board, board_error(board->handle), error) : 0;
}

/* NULL: no memory. */
static struct pending_start *pending_start_new(struct context *ctx, const char *board, json_t *asked,
					       start_again *again, start_done done, void *userdata)
{
	struct pending_start *start = calloc(1, sizeof(*start));

	if (!start || !(start->name = strdup(board))) {
		free(start);
		return NULL;
	}
	start->context = ctx;
	start->asked = json_incref(asked);
	start->again = again;
	start->begin = start_game;
	start->done = done;
	start->userdata = userdata;
	return start;
}

/* The setup is the start's from here on. */
static int start_later(struct pending_start *start, struct live_board *board, json_t *options, struct game_setup *setup,
		       sd_bus_error *error)
{
	struct context *ctx = board->context;
	int r;

	if (!start) {
		game_setup_done(setup);
		return -ENOMEM;
	}
	start->setup = *setup;
	start->board = board;
	start->options = json_incref(options);
	r = sd_event_add_defer(ctx->loop, &start->source, on_squares, start);
	if (r >= 0)
		r = sd_event_source_set_enabled(start->source, SD_EVENT_OFF);
	if (r >= 0)
		r = sd_event_source_set_priority(start->source, SD_EVENT_PRIORITY_IMPORTANT);
	if (r >= 0)
		r = ask(start, error);
	if (r < 0) {
		pending_start_free(start);
		return r;
	}
	if (start->board)
		board->start = start;
	return 0;
}

/* One that was there a moment ago is waited for. */
static int no_board(struct context *ctx, const char *name, json_t *asked, start_again *again, start_done done,
		    void *userdata, sd_bus_error *error)
{
	struct pending_start *start;
	int r;

	if (!configured_board_returns(ctx, name))
		return no_such_board(ctx, name, error);
	start = pending_start_new(ctx, name, asked, again, done, userdata);
	r = start ? pending_start_await_board(start) : -ENOMEM;
	if (r < 0)
		pending_start_free(start);
	return r;
}

/* Can a game begin on it, whatever game that is? */
static int check_free(struct context *ctx, const struct live_board *board, sd_bus_error *error)
{
	const struct live_game *s = live_game_on_board(ctx, board->name);
	uint64_t unrecovered;

	if (s)
		return fault(
			error, ERROR_BOARD_BUSY,
			"Game %s is running on board %s; name another board, or end that game first (flagfallctl end %s RESULT)",
			s->id, board->name, s->id);
	if (board->start)
		return fault(error, ERROR_BOARD_BUSY,
			     "A game is being started on board %s by somebody else; name another board", board->name);
	unrecovered = journal_unrecovered_on(ctx->journal, board->name);
	if (unrecovered)
		return fault(error, ERROR_BOARD_BUSY,
			     "Game %" PRIu64
			     " on board %s could not be resumed; export it (flagfallctl journal %" PRIu64
			     "), then give it up (flagfallctl games --give-up %" PRIu64 ")",
			     unrecovered, board->name, unrecovered, unrecovered);
	if (ctx->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	return 0;
}

/* What is asked is looked at before the board: who has mistyped a word hears of that. */
int start_game(struct context *ctx, const char *name, json_t *options, start_again *again, start_done done,
	       void *userdata, sd_bus_error *error)
{
	__attribute__((cleanup(json_decrefp))) json_t *asked = json_deep_copy(options);
	struct game_setup setup;
	struct live_board *board = live_board_find(ctx, name);
	int r;

	if (!asked)
		return -ENOMEM;
	if (!board)
		return no_board(ctx, name, asked, again, done, userdata, error);
	r = start_game_setup(board, options, &setup, error);
	if (r < 0)
		return r;
	if (!ctx->journal_fault[0])
		r = close_finished(ctx, board);
	if (r >= 0) {
		board = live_board_find(ctx, name);
		r = board ? check_free(ctx, board, error) : no_board(ctx, name, asked, again, done, userdata, error);
	}
	if (r < 0 || !board) {
		game_setup_done(&setup);
		return r;
	}
	awaited_start_drop(board);
	return start_later(pending_start_new(ctx, board->name, asked, again, done, userdata), board, options, &setup,
			   error);
}

static void on_begun(void *userdata, struct live_game *s, char **wrong, const sd_bus_error *error)
{
	if (!s && error)
		log_message(LOG_WARNING, "A game that waited for its pieces cannot begin: %s",
			    error->message ? error->message : "");
	awaited_starts_keep(userdata); /* the journal has it now */
}

int start_game_by_itself(struct context *ctx, const char *board, const json_t *options)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *given = json_deep_copy(options);
	int r = given ? start_game(ctx, board, given, start_game_by_itself, on_begun, ctx, &error) : -ENOMEM;

	if (r < 0)
		on_begun(ctx, NULL, NULL, &error);
	sd_bus_error_free(&error);
	json_decref(given);
	return 0;
}
