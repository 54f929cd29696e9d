/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/journal-replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/replies.h"

struct journal_call {
	struct context *context;
	sd_bus_message *call;
	uint64_t game;
	char *setup;
	bool salvage;
	char why[256];

	sd_bus_message *reply;
	bool undoes;	/* an act was undone */
	json_t *undone; /* … and these rulings are none any more, in order */
	size_t at;	/* the next of them */
};

static void journal_call_free(struct journal_call *c)
{
	sd_bus_message_unref(c->call);
	json_decref(c->undone);
	free(c->setup);
	free(c);
}

static int copy_setup(void *userdata, const struct journal_game *row)
{
	*(char **)userdata = strdup(row->setup);
	return 1;
}

static int append_input(void *userdata, uint64_t n, const char *json)
{
	struct journal_call *c = userdata;
	int r = sd_bus_message_append(c->reply, "s", json);

	(void)n;
	c->undoes |= strstr(json, "\"undo\"") != NULL;
	return r < 0 ? r : 0;
}

/* One that is none any more says so. */
static int append_ruling(void *userdata, uint64_t n, const char *json)
{
	struct journal_call *c = userdata;
	const bool is_undone = c->at < json_array_size(c->undone) &&
			       json_integer_value(json_array_get(c->undone, c->at)) == (json_int_t)n;
	json_t *object = is_undone ? json_loads(json, 0, NULL) : NULL;
	char *marked = NULL;
	int r;

	c->at += is_undone;
	if (object && json_object_set_new(object, "undone", json_true()) == 0)
		marked = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	r = sd_bus_message_append(c->reply, "s", marked ? marked : json);
	free(marked);
	return r < 0 ? r : 0;
}

static int append_rows(struct journal_call *c, bool rulings)
{
	struct journal *journal = c->context->journal;
	int r = sd_bus_message_open_container(c->reply, 'a', "s");

	if (r >= 0 && rulings && c->undoes)
		r = journal_undone_rulings(c->context, c->game, &c->undone);
	if (r >= 0)
		r = rulings ? journal_rulings(journal, c->game, append_ruling, c) :
			      journal_inputs(journal, c->game, append_input, c);
	if (r == -EBADMSG && c->salvage) {
		snprintf(c->why, sizeof(c->why), "%s", journal_error(journal));
		r = 0;
	}
	return r < 0 ? r : sd_bus_message_close_container(c->reply);
}

static int answer(struct journal_call *c, sd_bus_error *error)
{
	int r = 0;

	if (!c->setup)
		r = c->game ? journal_one_game(c->context->journal, c->game, copy_setup, &c->setup) : 0;
	if (r >= 0 && !c->setup) {
		const char *id = "";

		sd_bus_message_rewind(c->call, 1);
		sd_bus_message_read(c->call, "s", &id);
		return fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
	}
	if (r >= 0)
		r = sd_bus_message_new_method_return(c->call, &c->reply);
	if (r >= 0)
		r = sd_bus_message_append(c->reply, "s", c->setup);
	if (r >= 0)
		r = append_rows(c, false);
	if (r >= 0)
		r = append_rows(c, true);
	if (r >= 0 && c->salvage)
		r = sd_bus_message_append(c->reply, "s", c->why);
	return reply_send(c->reply, r);
}

static int cannot_write(const struct journal_call *c, sd_bus_error *error)
{
	return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", journal_error(c->context->journal));
}

static void journal_reply_on_written(void *userdata, int r)
{
	struct journal_call *c = userdata;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	r = r < 0 ? cannot_write(c, &error) : answer(c, &error);
	if (r < 0 && sd_bus_error_is_set(&error))
		sd_bus_reply_method_error(c->call, &error);
	else if (r < 0)
		sd_bus_reply_method_errno(c->call, r, NULL);
	sd_bus_error_free(&error);
	journal_call_free(c);
}

int journal_reply(struct context *ctx, sd_bus_message *call, uint64_t game, char *setup, bool salvage,
		  sd_bus_error *error)
{
	struct journal_call *c = calloc(1, sizeof(*c));
	int r = -ENOMEM;

	if (!c) {
		free(setup);
		return -ENOMEM;
	}
	*c = (struct journal_call){
		.context = ctx, .call = sd_bus_message_ref(call), .game = game, .setup = setup, .salvage = salvage
	};
	if (ctx->journal_fault[0]) {
		r = fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault);
	} else if (journal_staged(ctx->journal) > 0) {
		r = publication_queue_add_act(&ctx->queue, (struct queued_act){ journal_reply_on_written, c });
		context_flush(ctx);
		if (r >= 0)
			return 1;
	} else {
		r = answer(c, error);
	}
	journal_call_free(c);
	return r < 0 ? r : 1;
}
