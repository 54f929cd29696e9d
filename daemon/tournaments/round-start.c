/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "formats/pairings.h"
#include "daemon/bus/replies.h"
#include "daemon/games/game-acts.h"
#include "daemon/boards/live-board.h"

static bool is_ordered(const struct round_order *order, unsigned board)
{
	for (size_t i = 0; i < order->count; i++)
		if (order->boards[i] == board)
			return true;
	return order->count == 0;
}

/* Every board that was named is one of the round's. */
static int check_order(const struct tournament *e, const struct live_round *round, const struct round_order *order,
		       sd_bus_error *error)
{
	if (round->now->state == ROUND_CLOSED)
		return fault(error, ERROR_REFUSED, "Round %u of %s is closed", round->number, e->id);
	for (size_t i = 0; i < order->count; i++)
		if (!round_pairing(round->now, order->boards[i]))
			return round_no_table(e, round->now, order->boards[i], error);
	if (round->starting)
		return fault(error, ERROR_CONFLICT, "Games of round %u of %s are beginning; look at it again",
			     round->number, e->id);
	return round_check_revision(e, round->now, order->revision, error);
}

static json_t *answer_new(const struct pairing *pairing, bool done, const char *reason)
{
	json_t *answer = json_pack("{s:i, s:b, s:s}", "table", (int)pairing->board, "done", (int)done, "game",
				   pairing->game);

	if (reason)
		json_object_set_new(answer, "reason", json_string(reason));
	return answer;
}

/* An order that is being carried out: its boards answer one after the other. */
struct starting {
	struct tournament *event;
	struct live_round *round;
	struct round_order order; /* its boards are the call's, */
	uint32_t board;		  /* … or this one, where nobody called */
	sd_bus_message *call;
	struct round *next; /* as it will be */
	json_t *answers;
	size_t pending;
};

struct starting_board {
	struct starting *all;
	unsigned board;
};

static void starting_free(struct starting *all)
{
	all->round->starting = false;
	awaited_starts_look(all->event->context, NULL); /* those whose round was being started */
	sd_bus_message_unref(all->call);
	round_unref(all->next);
	json_decref(all->answers);
	free(all);
}

static bool has_clock(const struct live_game *s)
{
	return s->setup.core.clock.mode != CLOCK_NONE;
}

/* Who is to move there the first press or move will say. */
static bool began_with_what_stood(const struct live_game *s)
{
	return s->setup.core.any_start;
}

static json_t *find_answer(json_t *answers, const struct pairing *pairing)
{
	json_t *answer;
	size_t i;

	json_array_foreach(answers, i, answer)
		if (json_integer_value(json_object_get(answer, "table")) == pairing->board)
			return answer;
	return NULL;
}

/* A clock that was stopped at one board, for a claim, goes on when that board is named. */
static bool goes_on(const struct pairing *pairing, const char *state, const struct round_order *order)
{
	return strcmp(state, "paused") == 0 && (order->count || pairing->paused);
}

/* The arbiter's start: all at one instant, after all have begun. */
static void start_clocks(struct tournament *e, struct round *next, const struct round_order *order, json_t *answers)
{
	for (size_t i = 0; i < next->pairings.count; i++) {
		struct pairing *pairing = &next->pairings.list[i];
		const char *state = pairing_state(e, pairing);
		struct live_game *s = pairing_live_game(e, pairing);
		struct input start = { .type = INPUT_RESUME };
		sd_bus_error error = SD_BUS_ERROR_NULL;
		json_t *answer = find_answer(answers, pairing);
		int r = 0;

		if (!is_ordered(order, pairing->board) || !s || s->over ||
		    (strcmp(state, "ready") != 0 && !goes_on(pairing, state, order)))
			continue;
		if (!order->wait)
			pairing_set_paused(pairing, false);
		start.side = s->published.to_move;
		if (has_clock(s) && !order->wait && !(answer && began_with_what_stood(s)))
			r = live_game_request(s, &start, NULL, &error);
		if (!answer && !order->wait) {
			json_array_append_new(answers, answer_new(pairing, r >= 0, error.message));
		} else if (r < 0 && answer) {
			json_object_set_new(answer, "done", json_false());
			json_object_set_new(answer, "reason", json_string(error.message ? error.message : "no memory"));
		}
		sd_bus_error_free(&error);
	}
}

/* Boards that were named, and where nothing was to be done: why. */
static void answer_rest(struct tournament *e, struct round *next, const struct round_order *order, json_t *answers,
			const char *verb)
{
	for (size_t i = 0; i < next->pairings.count; i++) {
		struct pairing *pairing = &next->pairings.list[i];
		const char *state = pairing_state(e, pairing);
		char reason[200];

		if (!is_ordered(order, pairing->board) || find_answer(answers, pairing))
			continue;
		if (order->count == 0 && strcmp(state, "no-board") != 0 && strcmp(state, "board-gone") != 0)
			continue;
		if (strcmp(state, "no-board") == 0)
			snprintf(reason, sizeof(reason), "no board with sensors is at this table");
		else if (*pairing->game)
			snprintf(reason, sizeof(reason), "game %s is %s", pairing->game, state);
		else
			snprintf(reason, sizeof(reason), "there is no game to %s: %s", verb, state);
		json_array_append_new(answers, answer_new(pairing, false, reason));
	}
}

/* Begun, stopped, or to begin when the pieces stand. */
static size_t count_done(json_t *answers)
{
	json_t *answer;
	size_t i, n = 0;

	json_array_foreach(answers, i, answer)
		n += json_is_true(json_object_get(answer, "done")) || json_is_true(json_object_get(answer, "waits"));
	return n;
}

/* In the order of the round. */
static json_t *tables_done(const struct round *round, json_t *answers)
{
	json_t *details = json_object(), *tables = json_array(), *waits = json_array(), *answer;

	for (size_t i = 0; i < round->pairings.count; i++) {
		answer = find_answer(answers, &round->pairings.list[i]);
		if (json_is_true(json_object_get(answer, "waits")))
			json_array_append(waits, json_object_get(answer, "table"));
		if (json_is_true(json_object_get(answer, "done")))
			json_array_append(tables, json_object_get(answer, "table"));
	}
	json_object_set_new(details, "tables", tables);
	if (json_array_size(waits))
		json_object_set(details, "waits", waits);
	json_decref(waits);
	return details;
}

/* What was done is on its way to the disk: then the answers go to who called. */
static int commit(struct starting *all, enum round_state state, const char *what, commit_done done, sd_bus_error *error)
{
	struct round_act act = { .uid = all->order.uid, .details = tables_done(all->next, all->answers) };
	int r;

	snprintf(act.what, sizeof(act.what), "%s", what);
	all->next->state = state;
	if (strcmp(what, "start") == 0 && !*all->next->day) /* its first games */
		tournament_today(all->event, all->next->day);
	r = round_commit(all->event, NULL, all->next, NULL, &act, done, all, error);
	json_decref(act.details);
	return r;
}

/* In the order of the boards. What stood and a game began with has been published by now. */
static json_t *sort_answers(const struct starting *all)
{
	json_t *sorted = json_array(), *answer;

	for (size_t i = 0; i < all->next->pairings.count; i++) {
		const struct pairing *pairing = &all->next->pairings.list[i];
		const struct live_game *s = pairing_live_game(all->event, pairing);

		answer = find_answer(all->answers, pairing);
		if (s && json_object_get(answer, "wrong") && *s->published.start_fen)
			json_object_set_new(answer, "start", json_string(s->published.start_fen));
		if (answer)
			json_array_append(sorted, answer);
	}
	return sorted;
}

/* error: NULL none. */
static void reply(struct starting *all, const sd_bus_error *error)
{
	if (!all->call) /* by itself */
		;
	else if (error)
		sd_bus_reply_method_error(all->call, error);
	else
		reply_texts(all->call, sort_answers(all));
	starting_free(all);
}

static void round_start_on_written(void *userdata, const sd_bus_error *error)
{
	reply(userdata, error);
}

static void on_start_written(void *userdata, const sd_bus_error *error)
{
	struct starting *all = userdata;

	if (error) /* the games are there, and the journal has them */
		round_set(all->event, all->next);
	reply(all, error);
}

/* All have answered: the clocks start at one instant, and the round has its games. 0: *all was taken. */
static int finish(struct starting *all, sd_bus_error *error)
{
	struct tournament *e = all->event;
	int r = 0;

	start_clocks(e, all->next, &all->order, all->answers);
	answer_rest(e, all->next, &all->order, all->answers, "start");
	if (json_array_size(all->answers) == 0)
		return fault(error, ERROR_REFUSED, "Round %u of %s has no table where a game is to begin",
			     all->round->number, e->id);
	if (count_done(all->answers) > 0)
		r = commit(all, ROUND_RUNNING, "start", on_start_written, error);
	else
		reply(all, NULL);
	if (r < 0)
		round_set(e, all->next);
	context_flush(e->context);
	return r;
}

/* reason: NULL, where there is no game it begins when its pieces stand. */
static void answer_start(struct starting *all, unsigned board, const struct live_game *s, char **wrong,
			 const char *reason)
{
	const struct pairing_begins begins = { true, all->order.wait, all->order.uid };
	struct pairing *pairing = round_pairing(all->next, board);
	json_t *squares = json_array(), *answer;
	char waits[100];

	for (char **w = wrong; w && *w; w++)
		json_array_append_new(squares, json_string(*w));
	if (s)
		strcpy(pairing->game, s->id);
	snprintf(waits, sizeof(waits), "%zu square%s stand%s wrongly; the game begins when all stand",
		 json_array_size(squares), json_array_size(squares) == 1 ? "" : "s",
		 json_array_size(squares) == 1 ? "s" : "");
	pairing_set_begins(pairing, !s && !reason ? &begins : NULL);
	answer = answer_new(pairing, s != NULL, s ? NULL : reason ? reason : waits);
	if (pairing->begins.is)
		json_object_set_new(answer, "waits", json_true());
	json_object_set_new(answer, "wrong", squares);
	json_array_append_new(all->answers, answer);
}

static void on_started(void *userdata, struct live_game *s, char **wrong, const sd_bus_error *why)
{
	struct starting_board *one = userdata;
	struct starting *all = one->all;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	answer_start(all, one->board, s, wrong, !why ? NULL : why->message ? why->message : "it cannot begin");
	free(one);
	if (--all->pending > 0)
		return;
	if (finish(all, &error) < 0)
		reply(all, &error);
	sd_bus_error_free(&error);
}

static int on_stands(struct context *ctx, const char *board, const json_t *options);

static int begin(struct starting *all, const struct pairing *pairing)
{
	struct starting_board *one = calloc(1, sizeof(*one));
	json_t *options = pairing_game_options(all->event, all->next, pairing);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r;

	if (!one || !options) {
		json_decref(options);
		free(one);
		return -ENOMEM;
	}
	if (all->order.found && !all->order.stands)
		json_object_set_new(options, "found", json_true());
	*one = (struct starting_board){ all, pairing->board };
	all->pending++;
	r = start_game(all->event->context, pairing->board_name, options, all->order.stands ? on_stands : NULL,
		       on_started, one, &error);
	if (r < 0) {
		all->pending--;
		answer_start(all, one->board, NULL, NULL, error.message ? error.message : strerror(-r));
		free(one);
	}
	sd_bus_error_free(&error);
	json_decref(options);
	return r == -ENOMEM ? r : 0;
}

/* An order that can be carried out. 0: *ret is to be replied to or freed. */
static int starting_new(struct tournament *e, struct live_round *round, const struct round_order *order,
			sd_bus_message *call, struct starting **ret, sd_bus_error *error)
{
	struct starting *all;
	struct round *next;
	int r = check_order(e, round, order, error);

	if (r < 0)
		return r;
	all = calloc(1, sizeof(*all));
	next = round_copy(round->now);
	if (!all || !next) {
		round_unref(next);
		free(all);
		return -ENOMEM;
	}
	*all = (struct starting){ .event = e,
				  .round = round,
				  .order = *order,
				  .call = sd_bus_message_ref(call),
				  .next = next,
				  .answers = json_array(),
				  .pending = 1 }; /* who began it */
	if (!call) {
		all->board = order->boards[0];
		all->order.boards = &all->board;
	}
	round->starting = true;
	*ret = all;
	return 0;
}

int round_start(struct tournament *e, struct live_round *round, const struct round_order *order, sd_bus_message *call,
		sd_bus_error *error)
{
	struct starting *all;
	int r = starting_new(e, round, order, call, &all, error);

	if (r < 0)
		return r;
	for (size_t i = 0; i < all->next->pairings.count && r >= 0; i++) {
		const struct pairing *pairing = &all->next->pairings.list[i];

		if (is_ordered(order, pairing->board) && strcmp(pairing_state(e, pairing), "waiting") == 0)
			r = begin(all, pairing);
	}
	if (--all->pending > 0)
		return 1;
	r = finish(all, error);
	if (r < 0)
		starting_free(all);
	return r < 0 ? r : 1;
}

/* The game of a pairing, whose pieces stand now, begins as it was started; in a pause after it. */
static int start_by_itself(struct tournament *e, struct live_round *round, const struct pairing *pairing)
{
	const uint32_t board = pairing->board;
	const struct round_order order = {
		.boards = &board, .count = 1, .wait = pairing->begins.wait, .stands = true, .uid = pairing->begins.uid
	};
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (round->starting || round->now->state == ROUND_PAUSED)
		return -EAGAIN;
	if (round_start(e, round, &order, NULL, &error) < 0)
		log_message(LOG_WARNING, "Round %u of %s, table %u: its pieces stand, and it cannot begin: %s",
			    round->number, e->id, board, error.message ? error.message : "");
	sd_bus_error_free(&error);
	return 0;
}

static int on_stands(struct context *ctx, const char *board, const json_t *options)
{
	const struct event_pairing of = event_pairing_of(options);
	struct tournament *e = tournament_find(ctx, of.event);
	struct live_round *round = e ? round_find(e, of.round) : NULL;
	const struct pairing *pairing = round ? round_pairing(round->now, of.board) : NULL;

	if (!pairing || !pairing->begins.is || round->now->state == ROUND_CLOSED ||
	    live_board_find(ctx, pairing->board_name) != live_board_find(ctx, board) ||
	    strcmp(pairing_state(e, pairing), "waiting") != 0)
		return 0; /* it was settled otherwise meanwhile */
	return start_by_itself(e, round, pairing);
}

void round_start_await(struct tournament *e, const struct live_round *round)
{
	for (size_t i = 0; i < round->now->pairings.count && round->now->state != ROUND_CLOSED; i++) {
		const struct pairing *pairing = &round->now->pairings.list[i];
		json_t *options;

		if (!pairing->begins.is || strcmp(pairing_state(e, pairing), "waiting") != 0)
			continue;
		options = pairing_game_options(e, round->now, pairing);
		if (!options || awaited_start_add(e->context, pairing->board_name, options, on_stands, false) < 0)
			log_message(LOG_ERR, "Round %u of %s, table %u: its game will not begin by itself: no memory",
				    round->number, e->id, pairing->board);
		json_decref(options);
	}
}

void rounds_start_await(struct context *ctx)
{
	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		for (const struct live_round *round = e->rounds; round; round = round->next)
			round_start_await(e, round);
}

static void stop_clocks(struct tournament *e, struct starting *all)
{
	for (size_t i = 0; i < all->next->pairings.count; i++) {
		struct pairing *pairing = &all->next->pairings.list[i];
		struct live_game *s = pairing_live_game(e, pairing);
		sd_bus_error why = SD_BUS_ERROR_NULL;
		int r;

		if (!is_ordered(&all->order, pairing->board) || !s || s->over || !has_clock(s) ||
		    s->published.running == NO_SIDE)
			continue;
		r = live_game_request(s, &(struct input){ .type = INPUT_PAUSE, .side = NO_SIDE }, NULL, &why);
		if (r >= 0)
			pairing_set_paused(pairing, true);
		json_array_append_new(all->answers, answer_new(pairing, r >= 0, r >= 0 ? NULL : why.message));
		sd_bus_error_free(&why);
	}
	answer_rest(e, all->next, &all->order, all->answers, "stop");
}

int round_pause(struct tournament *e, struct live_round *round, const struct round_order *order, sd_bus_message *call,
		sd_bus_error *error)
{
	struct starting *all;
	int r = starting_new(e, round, order, call, &all, error);

	if (r < 0)
		return r;
	stop_clocks(e, all);
	if (json_array_size(all->answers) == 0)
		r = fault(error, ERROR_REFUSED, "No clock of round %u of %s runs", round->number, e->id);
	else if (count_done(all->answers) > 0)
		r = commit(all, order->count ? all->next->state : ROUND_PAUSED, "pause", round_start_on_written, error);
	else
		reply(all, NULL);
	if (r < 0)
		starting_free(all);
	return r < 0 ? r : 1;
}

static void on_closed(void *userdata, const sd_bus_error *error)
{
	sd_bus_message *call = userdata;

	if (error)
		sd_bus_reply_method_error(call, error);
	else
		sd_bus_reply_method_return(call, NULL);
	sd_bus_message_unref(call);
}

/* Boards of a round, ", " between them, with what is said of each. */
struct board_list {
	char text[400];
	size_t length;
};

static void list_board(struct board_list *list, const struct pairing *pairing, const char *log_message)
{
	if (list->length < sizeof(list->text))
		list->length += (size_t)snprintf(list->text + list->length, sizeof(list->text) - list->length, "%s%u%s",
						 list->length ? ", " : "", pairing->board, log_message);
}

/* What keeps a round open: results that are not there, and appeals against those that are. */
static int check_results(struct tournament *e, const struct live_round *round, sd_bus_error *error)
{
	struct board_list open = { 0 }, appealed = { 0 };

	for (size_t i = 0; i < round->now->pairings.count; i++) {
		const struct pairing *pairing = &round->now->pairings.list[i];
		const struct live_game *s = pairing_live_game(e, pairing);

		if (pairing->bye)
			continue;
		if (!*pairing_result(e, pairing))
			list_board(&open, pairing,
				   s && live_game_awaits_result(s) ? " (an appeal was upheld: give another one)" : "");
		else if (s && s->over && *s->published.question)
			list_board(&appealed, pairing, "");
	}
	if (open.length || appealed.length)
		return fault(
			error, ERROR_REFUSED, "Round %u of %s: %s%s%s%s%s%s", round->number, e->id,
			open.length ? "there is no result yet at table " : "", open.text,
			open.length && appealed.length ? "; " : "",
			appealed.length ? "the appeal is not decided yet at table " : "", appealed.text,
			open.length ?
				" (\"end\" ends a game, \"round change --table N result=RESULT\" gives its pairing one)" :
				"");
	return 0;
}

int round_close(struct tournament *e, struct live_round *round, const struct round_order *order, sd_bus_message *call,
		sd_bus_error *error)
{
	struct round_act act = { .what = "close", .uid = order->uid };
	struct round *next;
	int r = check_order(e, round, order, error);

	if (r >= 0)
		r = check_results(e, round, error);
	if (r < 0)
		return r;
	next = round_copy(round->now);
	if (!next)
		return -ENOMEM;
	next->state = ROUND_CLOSED;
	r = round_commit(e, NULL, next, NULL, &act, on_closed, sd_bus_message_ref(call), error);
	if (r < 0)
		sd_bus_message_unref(call);
	round_unref(next);
	return r < 0 ? r : 1;
}
