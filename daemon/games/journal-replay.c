/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/journal-replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "daemon/games/inside.h"
#include "daemon/bus/replies.h"
#include "daemon/games/games.h"

/* -EBADMSG: it is no JSON; -ENOMEM, of which jansson has no words. */
static int load(const char *text, json_t **ret)
{
	json_error_t error = { .line = 0 };

	*ret = json_loads(text, 0, &error);
	return *ret ? 0 : *error.text ? -EBADMSG : -ENOMEM;
}

/* What is undone is known before the first input is fed. Nearly all inputs are of the board, and are not read twice. */
static int note_undone(void *userdata, uint64_t n, const char *text)
{
	struct journal_feed *feed = userdata;
	struct input input;
	char err[160];
	json_t *object;
	int r;

	(void)n;
	if (!strstr(text, "\"undo\""))
		return 0;
	r = load(text, &object);
	if (r == -EBADMSG)
		return 0; /* on_input() says so */
	if (r >= 0 && input_parse(feed->game->setup.core.game, object, &input, err) >= 0)
		r = undone_acts_note(&feed->undone, &input);
	json_decref(object);
	return r;
}

static int feed_one(struct journal_feed *feed, struct input *input, json_t *object, char err[static 160])
{
	struct live_game *s = feed->game;
	const bool undoes = input->type == INPUT_UNDO;
	const int64_t rulings = input->claim_count;
	uint32_t act;
	bool is_fed = undone_acts_pass(&feed->undone, input, &act);
	int r;

	if (act && undone_acts_has(&feed->undone, act))
		replayed_rulings_leave_out(s->replay);
	if (feed->dropped && act > feed->act && input->type == INPUT_DECIDE && !core_was_asked(s->core, input))
		json_array_append(feed->dropped, object);
	r = is_fed ? live_game_feed(s, input, NULL, err) : 0;
	if (r >= 0 && undoes)
		replayed_rulings_undo(s->replay, rulings);
	return r;
}

static int on_input(void *userdata, uint64_t n, const char *text)
{
	struct journal_feed *feed = userdata;
	struct live_game *s = feed->game;
	struct input input;
	char err[160] = "";
	json_t *object;
	int r = load(text, &object);

	if (r >= 0)
		r = input_parse(s->setup.core.game, object, &input, err);
	if (r >= 0)
		r = feed_one(feed, &input, object, err);
	json_decref(object);
	if (r < 0 && r != -ENOMEM && feed->why) {
		snprintf(feed->why, 160, "%s", *err ? err : strerror(-r));
		return -EBADMSG;
	}
	if (r < 0) {
		log_message(LOG_ERR, "Game g%s: input %" PRIu64 " of the journal cannot be replayed: %s", s->id, n,
			    *err ? err : strerror(-r));
		journal_say(s->context->journal, "input %" PRIu64 " cannot be replayed: %s", n,
			    *err ? err : strerror(-r));
		return r == -ENOMEM ? r : -EBADMSG;
	}
	s->inputs = n + 1;
	return 0;
}

int journal_feed_run(struct journal_feed *feed)
{
	struct journal *journal = feed->game->context->journal;
	int r = journal_inputs(journal, feed->game->number, note_undone, feed);

	/* what is lost is said when it is fed */
	return r >= 0 || r == -EBADMSG ? journal_inputs(journal, feed->game->number, on_input, feed) : r;
}

static void set_over(struct live_game *s)
{
	s->published.over = s->over;
	s->over_us = game_time_past(&s->map, &s->context->machine, s->last_t_us, s->map.started_us + s->last_t_us);
}

/* From here on it is a game like others. */
static void finish(struct live_game *s, const struct replayed_rulings *rulings)
{
	size_t stored = json_array_size(rulings->stored);

	if (s->otherwise)
		log_message(LOG_ERR,
			    "Game g%" PRIu64
			    ": replaying gave %zu rulings and not the %zu in the journal, %zu are different; those "
			    "in the journal stand, and the arbiter sees both: flagfallctl status --arbiter %" PRIu64,
			    s->number, json_array_size(rulings->now), stored, json_array_size(s->otherwise), s->number);
	else
		log_message(LOG_INFO, "Game g%" PRIu64 " goes on: %" PRIu64 " inputs, %" PRIu64 " rulings", s->number,
			    s->inputs, s->rulings);
	s->rulings = stored; /* what comes next is numbered as if nothing else had been ruled */
	s->pgn_due = true;
	dirty_games_add(s);
}

/* The texts of the rulebook that was read last: most games of a start have the same. */
struct last_books {
	char *text;
	json_t *books;
};

static void last_books_done(struct last_books *last)
{
	free(last->text);
	json_decref(last->books);
}

/* The texts of the rulebook by which it is played, as last->books; NULL: the journal does not have them. */
static int read_books(struct context *ctx, uint64_t number, struct last_books *last)
{
	char *text;
	int r = journal_rulebooks(ctx->journal, number, &text);

	if (r >= 0 && text && last->text && strcmp(text, last->text) == 0) {
		free(text);
		return 0;
	}
	last_books_done(last);
	*last = (struct last_books){ text, NULL };
	return r >= 0 && text ? load(text, &last->books) : r;
}

/*
 * What it has come to, where its row says otherwise: an older one was found in a damaged journal, or it was not known
 * any more. Rulings that are other ones now do not change a result.
 */
static int stage_state(const struct journal_game *game, const struct live_game *s)
{
	struct context *ctx = s->context;
	struct core_state state;
	const char *result;

	core_get_state(s->core, &state);
	result = s->otherwise ? s->published.result : state.result;
	if (s->closed && (!game->result || (!s->otherwise && strcmp(game->result, result) != 0)))
		return journal_stage_over(ctx->journal, s->number, result,
					  game->ended_us ? game->ended_us : context_wall(ctx, s->over_us));
	return game->fault ? journal_stage_recovered(ctx->journal, s->number) : 0;
}

/* How far the game is that is not whole. */
static void name_ply(const struct live_game *s)
{
	struct journal *journal = s->context->journal;
	char why[200];

	snprintf(why, sizeof(why), "%.199s", journal_error(journal));
	if (!strstr(why, " at ply "))
		journal_say(journal, "%s, at ply %u", why, (unsigned)s->published.line.count);
}

/* What becomes of a game that is restored. */
enum purpose {
	LOOKED_AT,
	TAKEN_UP, /* it is finished, and may have another result yet */
	RESUMED,
};

static int restore_with(struct context *ctx, const struct journal_game *game, json_t *setup_json, json_t *map_json,
			struct last_books *last, struct replayed_rulings *rulings, enum purpose purpose,
			struct live_game **ret, sd_bus_error *error)
{
	const char *moved = json_string_value(json_object_get(map_json, "board"));
	uint64_t number = game->number;
	struct journal_feed feed = { 0 };
	struct game_setup setup;
	struct game_time map;
	struct live_game *s;
	int r = game_time_parse(map_json, &map);

	if (r >= 0)
		r = read_books(ctx, number, last);
	if (r >= 0)
		r = game_setup_read_with(setup_json, last->books, ctx->games->rulebooks, &setup, error);
	if (r < 0)
		return r;
	r = replayed_rulings_load(rulings, ctx->journal, number);
	if (r < 0) {
		game_setup_done(&setup);
		return r;
	}
	r = live_game_restore(ctx, number, &setup, moved ? moved : game->board, &map, rulings, &s, error);
	if (r < 0)
		return r;
	if (game->record && !(s->pgn = strdup(game->record)))
		r = -ENOMEM; /* written before something in it was corrected */
	if (r >= 0)
		r = live_game_timer_add(s);
	feed.game = s;
	if (r >= 0)
		r = journal_feed_run(&feed);
	journal_feed_done(&feed);
	if (r == -EBADMSG)
		name_ply(s);
	if (r < 0) {
		live_game_free(s);
		return r;
	}
	s->replay = NULL;
	s->otherwise = replayed_rulings_differences(rulings);
	if (s->otherwise && published_game_let_stand(&s->published, replayed_rulings_last_public(rulings)) < 0) {
		live_game_free(s);
		return -ENOMEM;
	}
	if (purpose != LOOKED_AT)
		finish(s, rulings);
	set_over(s);
	if (purpose == RESUMED && stage_state(game, s) < 0) {
		live_game_free(s);
		return -ENOMEM;
	}
	if (purpose != LOOKED_AT)
		after_reboot(s);
	*ret = s;
	return 0;
}

/*
 * It keeps its board, for whoever knows better is to decide what becomes of it: said in the log, in the list of games,
 * and to who wants to start another game there.
 */
static int keep_unrecovered(struct context *ctx, const struct journal_game *game, const char *why)
{
	log_message(LOG_ERR, "Game g%" PRIu64 " on board %s cannot be resumed: %s", game->number, game->board, why);
	return game->fault && strcmp(game->fault, why) == 0 ?
		       0 :
		       journal_stage_unrecovered(ctx->journal, game->number, why);
}

static int restore_from(struct context *ctx, const struct journal_game *game, struct last_books *last,
			enum purpose purpose, struct replayed_rulings *rulings, struct live_game **ret,
			sd_bus_error *error)
{
	json_t *setup = NULL, *map = NULL;
	int r = load(game->setup, &setup);

	if (r >= 0)
		r = load(game->time, &map);
	if (r == -EBADMSG)
		journal_say(ctx->journal, "what it was started with cannot be read");
	/* of one whose own row was lost there is nothing to replay */
	if (r >= 0 && game->fault && !json_object_get(setup, "board"))
		r = sd_bus_error_set(error, ERROR_JOURNAL, game->fault);
	if (r >= 0)
		r = restore_with(ctx, game, setup, map, last, rulings, purpose, ret, error);
	json_decref(setup);
	json_decref(map);
	return r;
}

static int restore(struct context *ctx, const struct journal_game *game, struct last_books *last, enum purpose purpose,
		   struct live_game **ret, sd_bus_error *error)
{
	struct replayed_rulings rulings;
	int r = replayed_rulings_init(&rulings);

	if (r >= 0)
		r = restore_from(ctx, game, last, purpose, &rulings, ret, error);
	replayed_rulings_done(&rulings);
	return r;
}

struct replaying {
	struct context *context;
	struct last_books last;
};

static int on_game(void *userdata, const struct journal_game *game)
{
	struct replaying *replaying = userdata;
	struct context *ctx = replaying->context;
	struct live_game *s;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *why;
	int r = restore(ctx, game, &replaying->last, RESUMED, &s, &error);

	why = error.message				    ? error.message :
	      r == -EBADMSG && *journal_error(ctx->journal) ? journal_error(ctx->journal) :
							      strerror(-r);
	if (r < 0 && r != -ENOMEM)
		r = keep_unrecovered(ctx, game, why);
	sd_bus_error_free(&error);
	return r == -ENOMEM ? r : 0;
}

int journal_replay_game(struct context *ctx, const struct journal_game *game, struct live_game **ret)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct last_books last = { NULL, NULL };
	int r = restore(ctx, game, &last, LOOKED_AT, ret, &error);

	last_books_done(&last);

	if (r < 0)
		log_message(LOG_WARNING, "Game g%" PRIu64 " cannot be read from the journal: %s", game->number,
			    error.message ? error.message : strerror(-r));
	sd_bus_error_free(&error);
	return r;
}

struct looked_at {
	struct context *context;
	json_t *undone;
};

static int look_for_undone(void *userdata, const struct journal_game *game)
{
	struct looked_at *looked = userdata;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct last_books last = { NULL, NULL };
	struct replayed_rulings rulings;
	struct live_game *s = NULL;
	int r = replayed_rulings_init(&rulings);

	if (r >= 0)
		r = restore_from(looked->context, game, &last, LOOKED_AT, &rulings, &s, &error);
	if (r >= 0) {
		looked->undone = json_incref(rulings.undone_rows);
		live_game_free(s);
	}
	last_books_done(&last);
	replayed_rulings_done(&rulings);
	sd_bus_error_free(&error);
	return r == -ENOMEM ? r : 1;
}

int journal_undone_rulings(struct context *ctx, uint64_t number, json_t **ret)
{
	struct looked_at looked = { ctx, NULL };
	int r = journal_one_game(ctx->journal, number, look_for_undone, &looked);

	*ret = looked.undone;
	return r < 0 ? r : 0;
}

int journal_replay_finished(struct context *ctx, const struct journal_game *game, struct live_game **ret,
			    sd_bus_error *error)
{
	struct last_books last = { NULL, NULL };
	int r = restore(ctx, game, &last, TAKEN_UP, ret, error);

	last_books_done(&last);
	return r;
}

int journal_replay(struct context *ctx)
{
	struct replaying replaying = { .context = ctx };
	int r = journal_unfinished(ctx->journal, on_game, &replaying);

	last_books_done(&replaying.last);
	return r;
}
