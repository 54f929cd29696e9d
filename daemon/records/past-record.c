/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/records/live-game-record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "formats/record.h"
#include "build/data/bus-vtables.h"
#include "daemon/bus/replies.h"
#include "daemon/games/games.h"
#include "daemon/games/journal-replay.h"
#include "daemon/records/record-keeper.h"

static int write_record(const struct live_game *s, struct delay_shown *shown, const char **suffix, char **text)
{
	int r = delayed_record_shown(s, s->context->machine.boottime_us, shown);

	if (r < 0)
		return r;
	*suffix = record_suffix(s->setup.core.game);
	*text = delayed_record(s, shown);
	return *text ? 0 : -ENOMEM;
}

struct replayed {
	struct delay_shown *shown;
	const char **suffix;
	char **text;
	struct context *context;
	bool found;
};

static int on_game(void *userdata, const struct journal_game *game)
{
	struct replayed *replayed = userdata;
	struct live_game *s;
	int r = journal_replay_game(replayed->context, game, &s);

	replayed->found = true;
	if (r < 0)
		return r == -ENOMEM ? r : -EBUSY;
	if (s->over && game->ended_us)
		s->over_us = game_time_past(&s->map, &s->context->machine, s->last_t_us, game->ended_us);
	live_game_tell_looked_at(s);
	r = write_record(s, replayed->shown, replayed->suffix, replayed->text);
	live_game_free(s);
	return r;
}

int past_record(struct context *ctx, uint64_t number, struct delay_shown *shown, const char **suffix, char **text)
{
	struct replayed replayed = { .shown = shown, .suffix = suffix, .text = text, .context = ctx };
	int r;

	r = journal_one_game(ctx->journal, number, on_game, &replayed);
	return r < 0 ? (r == -ENOMEM ? r : -EBUSY) : replayed.found ? 0 : -ENOENT;
}

int past_record_of(struct context *ctx, const char *id, struct delay_shown *shown, const char **suffix, char **text)
{
	struct live_game *s = live_game_find(ctx, id);
	uint64_t number = journal_game_number(id);

	if (s)
		return write_record(s, shown, suffix, text);
	return number ? past_record(ctx, number, shown, suffix, text) : -ENOENT;
}

/* By the thread that writes records; the journal says then that it is recorded. */
static int on_corrected(void *userdata, const struct journal_game *game)
{
	struct context *ctx = userdata;
	struct live_game *s;
	int r;

	if (strcmp(game->state, "over") != 0)
		return 0;
	r = journal_replay_game(ctx, game, &s);
	if (r < 0)
		return r;
	live_game_tell_looked_at(s);
	record_keeper_write(s);
	live_game_free(s);
	return 0;
}

void past_record_rewrite(struct context *ctx, uint64_t number)
{
	int r = journal_one_game(ctx->journal, number, on_corrected, ctx);

	if (r < 0)
		log_message(LOG_WARNING, "Game g%" PRIu64 ": the corrected record is written at the next start: %s",
			    number, strerror(-r));
	if (r == -ENOMEM)
		context_exit(ctx, r);
}

int past_record_fault(struct context *ctx, const char *id, int r, sd_bus_error *error)
{
	if (r == -ENOENT)
		return fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
	if (r == -EBUSY)
		return fault(error, ERROR_JOURNAL, "The journal does not give game %s: %s", id,
			     *ctx->journal_fault ? ctx->journal_fault : journal_error(ctx->journal));
	return r;
}

int manager_method_record(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	struct delay_shown shown;
	const char *id, *suffix = "";
	char *text = NULL;
	int r = sd_bus_message_read(m, "s", &id);

	if (r < 0)
		return r;
	context_now(ctx);
	r = past_record_of(ctx, id, &shown, &suffix, &text);
	if (r < 0)
		return past_record_fault(ctx, id, r, error);
	if (r >= 0)
		r = sd_bus_reply_method_return(m, "sbs", suffix, shown.all, text);
	free(text);
	return r;
}
