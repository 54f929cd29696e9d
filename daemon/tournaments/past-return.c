/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TakeUp of org.flagfall1.Manager: a finished game is shown again. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/export.h"
#include "daemon/games/journal-replay.h"
#include "daemon/bus/bus-link.h"
#include "daemon/games/games.h"
#include "daemon/tournaments/inside.h"

#define DAY_US (INT64_C(24) * 3600 * 1000000)

struct returning {
	struct context *context;
	sd_bus_error *error;
	bool found;
};

/* As long as its event has not ended; outside events for a day. ended_us: CLOCK_REALTIME, INT64_MAX it is not over. */
static int check_time(struct context *ctx, json_t *setup, uint64_t number, int64_t ended_us, const char *done,
		      sd_bus_error *error)
{
	const struct tournament *e = tournament_find(ctx, event_pairing_of(setup).event);

	if (e && tournament_has_ended(e))
		return fault(error, ERROR_REFUSED, "Game %" PRIu64 " %s: its event %s has ended", number, done,
			     e->file->name);
	if (!e && context_now(ctx)->realtime_us - ended_us >= DAY_US)
		return fault(error, ERROR_REFUSED,
			     "Game %" PRIu64 " %s: it ended more than a day ago, and is of no event", number, done);
	return 0;
}

static int check_returning(struct context *ctx, const struct journal_game *game, sd_bus_error *error)
{
	json_t *setup = json_loads(game->setup, 0, NULL);
	int r = check_time(ctx, setup, game->number, game->ended_us, "is not taken up again", error);

	json_decref(setup);
	return r;
}

int past_return_check_time(const struct live_game *s, sd_bus_error *error)
{
	const int64_t ended_us = s->published.over ? context_wall(s->context, s->over_us) : INT64_MAX;

	return check_time(s->context, s->setup.json, s->number, ended_us, "stays as it is", error);
}

static int is_not_whole(const struct journal_game *game, const char *why, sd_bus_error *error)
{
	return fault(error, ERROR_JOURNAL, "Game %" PRIu64 " cannot be taken up again, it is not whole: %s",
		     game->number, why);
}

/* Has it come to what the journal says of it? */
static int check_end(const struct live_game *s, const struct journal_game *game, sd_bus_error *error)
{
	struct core_state state;

	core_get_state(s->core, &state);
	if (!s->closed)
		return is_not_whole(game, "it has no end", error);
	if (!s->otherwise && strcmp(state.result, game->result ? game->result : "") != 0)
		return is_not_whole(game, "it has another result than was noted of it", error);
	return 0;
}

static void show(struct live_game *s, const struct journal_game *game)
{
	struct context *ctx = s->context;

	s->recorded = strcmp(game->state, "over") != 0;
	s->pgn_due = !s->recorded;
	if (game->ended_us)
		s->over_us = game_time_past(&s->map, &ctx->machine, s->last_t_us, game->ended_us);
	pairing_record_apply(s);
	live_game_arm(s);
	exporter_game_changed(s); /* what an event's delay holds back is now looked for here */
	if (s->pgn_due)
		pairing_record_arm(ctx);
	manager_game_added(ctx, s->id, s->path);
	log_message(LOG_NOTICE, "Game g%s, which had been finished, was taken up again by user %u", s->id,
		    (unsigned)access_caller(ctx));
}

static int on_game(void *userdata, const struct journal_game *game)
{
	struct returning *returning = userdata;
	struct context *ctx = returning->context;
	sd_bus_error *error = returning->error;
	struct live_game *s;
	int r;

	returning->found = true;
	if (game->fault)
		return is_not_whole(game, game->fault, error);
	r = check_returning(ctx, game, error);
	if (r < 0)
		return r;
	over_games_limit(ctx, 1);
	r = journal_replay_finished(ctx, game, &s, error);
	if (r == -ENOENT && !sd_bus_error_is_set(error))
		return is_not_whole(game, "its file is missing", error);
	if (r == -EBADMSG && !sd_bus_error_is_set(error))
		return is_not_whole(game, journal_error(ctx->journal), error);
	if (r < 0)
		return r;
	r = check_end(s, game, error);
	if (r < 0)
		live_game_free(s);
	else
		show(s, game);
	return r;
}

/* One that is shown already is not touched. */
static int take_up(struct context *ctx, const char *id, sd_bus_error *error)
{
	struct returning returning = { ctx, error, false };
	const uint64_t number = journal_game_number(id);
	char name[24];
	int r = 0;

	snprintf(name, sizeof(name), "%" PRIu64, number);
	if (live_game_find(ctx, id))
		return 0;
	if (number && strcmp(name, id) == 0)
		r = journal_one_game(ctx->journal, number, on_game, &returning);
	if (r < 0 && r != -ENOMEM && !sd_bus_error_is_set(error))
		return fault(error, ERROR_JOURNAL, "The journal does not give game %s: %s", id,
			     journal_error(ctx->journal));
	return r < 0 || returning.found ? r : fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
}

int manager_method_take_up(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *id;
	int r = sd_bus_message_read(m, "s", &id);

	if (r >= 0)
		r = access_check_act(ctx, m, ACCESS_ARBITRATE, error);
	if (r <= 0)
		return access_pending(r);
	r = take_up(ctx, id, error);
	return r < 0 ? r : sd_bus_reply_method_return(m, NULL);
}
