/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <syslog.h>

#include "common/bus-names.h"

const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

/* New text or NULL. */
static char *dump(struct live_game *s, const struct publication *p, bool with_private)
{
	json_t *object = publication_format(s->setup.core.game, p, with_private);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

/* To one peer alone; text may be NULL for lack of memory. */
static void send_json(struct live_game *s, const char *interface, const char *signal, int64_t t_us, const char *text,
		      const char *destination)
{
	sd_bus_message *m = NULL;
	int r = text ? 0 : -ENOMEM;

	if (r >= 0)
		r = sd_bus_message_new_signal(s->context->bus, &m, s->path, interface, signal);
	if (r >= 0)
		r = sd_bus_message_append(m, "xs", t_us, text);
	if (r >= 0)
		r = sd_bus_message_set_destination(m, destination);
	if (r >= 0)
		sd_bus_send(s->context->bus, m, NULL);
	sd_bus_message_unref(m);
}

/* What is public, to those who asked for it: for this game or for all games. */
static void send_to_listeners(struct live_game *s, const struct publication *p, const char *text)
{
	const struct subscribers *all = &s->context->listeners, *some = &s->listeners;

	for (size_t i = 0; i < all->count; i++)
		send_json(s, BUS_GAME, "Published", p->t_us, text, all->members[i].name);
	for (size_t i = 0; i < some->count; i++)
		if (!subscribers_have(all, some->members[i].name))
			send_json(s, BUS_GAME, "Published", p->t_us, text, some->members[i].name);
}

/* All of it, to the arbiter's side. */
static void send_to_subscribers(struct live_game *s, const struct publication *p, const char *text)
{
	for (size_t i = 0; i < s->subscribers.count; i++)
		send_json(s, BUS_ARBITER, "Observed", p->t_us, text, s->subscribers.members[i].name);
}

static int append_ruling(sd_bus_message *m, const struct publication *p)
{
	char *articles[PUBLICATION_ARTICLES + 1] = { NULL };
	char sentence[SENTENCE_TEXT];
	int r;

	for (unsigned i = 0; i < p->articles && i < PUBLICATION_ARTICLES; i++)
		articles[i] = (char *)p->article[i];
	publication_sentence(p, sentence);
	r = sd_bus_message_append(m, "xssss", p->t_us, ruling_name(p->ruling), p->reason, p->result,
				  p->rulebook ? p->rulebook : "");
	if (r >= 0)
		r = sd_bus_message_append_strv(m, articles);
	if (r >= 0)
		r = sd_bus_message_append(m, "xxs", p->adjust_us[WHITE] / 1000, p->adjust_us[BLACK] / 1000, sentence);
	return r;
}

static const char *move_state_word(enum move_state state)
{
	switch (state) {
	case MOVE_PROVISIONAL:
		return "provisional";
	case MOVE_REVISED:
		return "revised";
	case MOVE_COMMITTED:
		return "committed";
	case MOVE_UNDONE:
		return "undone";
	}
	return "";
}

static int append_move(sd_bus_message *m, const struct publication *p)
{
	return sd_bus_message_append(m, "xussss", p->t_us, p->ply + 1, side_word(p->side), p->uci, p->placement,
				     move_state_word(p->state));
}

/* What everybody hears of it: a message to be sent; NULL nothing. */
static sd_bus_message *make_typed(struct live_game *s, const struct publication *p)
{
	sd_bus_message *m = NULL;
	int r;

	if (!p->is_public || (p->type != PUBLISH_MOVE && p->type != PUBLISH_RULING))
		return NULL;
	r = sd_bus_message_new_signal(s->context->bus, &m, s->path, BUS_GAME,
				      p->type == PUBLISH_MOVE ? "Move" : "Ruling");
	if (r >= 0)
		r = p->type == PUBLISH_MOVE ? append_move(m, p) : append_ruling(m, p);
	return r < 0 ? sd_bus_message_unref(m) : m;
}

void live_game_signal_clock(struct live_game *s)
{
	const struct published_game *now = &s->published;

	sd_bus_emit_signal(s->context->bus, s->path, BUS_CLOCK, "Changed", "xxxsx", now->clock_t_us,
			   now->clock_us[WHITE], now->clock_us[BLACK], side_word(now->running),
			   game_time_boottime(&s->map, now->clock_t_us));
}

void live_game_signal_prepare(struct live_game *s, const struct publication *p, struct prepared_signals *prepared)
{
	/* the bus may be another one by now */
	if (prepared->typed && sd_bus_message_get_bus(prepared->typed) != s->context->bus)
		prepared->typed = sd_bus_message_unref(prepared->typed);
	if (!prepared->typed)
		prepared->typed = make_typed(s, p);
	if (!prepared->json && p->is_public && (s->context->listeners.count > 0 || s->listeners.count > 0))
		prepared->json = dump(s, p, false);
	if (!prepared->observed && p->type != PUBLISH_RULING && s->subscribers.count > 0)
		prepared->observed = dump(s, p, true);
}

void live_game_signal_publication(struct live_game *s, const struct publication *p, struct prepared_signals *prepared)
{
	live_game_signal_prepare(s, p, prepared);
	if (prepared->typed)
		sd_bus_send(s->context->bus, prepared->typed, NULL);
	if (p->is_public)
		send_to_listeners(s, p, prepared->json);
	send_to_subscribers(s, p, p->type == PUBLISH_RULING ? prepared->json : prepared->observed);
}

void live_game_changed(struct live_game *s, unsigned properties)
{
	s->changed |= properties;
	s->context->properties_changed = true;
	context_flush(s->context);
}

void live_game_signal_changed(struct live_game *s)
{
	static const struct {
		enum live_game_property property;
		const char *name;
	} words[] = {
		{ LIVE_GAME_STATE, "State" },
		{ LIVE_GAME_BOARD, "Board" },
		{ LIVE_GAME_RESULT, "Result" },
		{ LIVE_GAME_QUESTION, "Question" },
		{ LIVE_GAME_ABSENT, "Absent" },
		{ LIVE_GAME_OPEN, "Open" },
		{ LIVE_GAME_PGN_PATH, "PgnPath" },
		{ LIVE_GAME_BOARD_AGREES, "BoardAgrees" },
		{ LIVE_GAME_RECORD_FAULT, "RecordFault" },
		{ LIVE_GAME_CLOCK_NOTE, "ClockNote" },
	};
	char *names[sizeof(words) / sizeof(words[0]) + 1] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (s->changed & words[i].property)
			names[n++] = (char *)words[i].name;
	if (n > 0)
		sd_bus_emit_properties_changed_strv(s->context->bus, s->path, BUS_GAME, names);
	if (s->changed & LIVE_GAME_CLOCK_MODE)
		sd_bus_emit_properties_changed(s->context->bus, s->path, BUS_CLOCK, "Mode", NULL);
	s->changed = 0;
}

void live_game_log_ruling(const struct live_game *s, const struct publication *p)
{
	const struct log_about about = { .game = s->id,
					 .board = s->board_name,
					 .ruling = ruling_name(p->ruling),
					 .article = p->articles > 0 ? p->article[0] : NULL };
	char sentence[SENTENCE_TEXT];

	publication_sentence(p, sentence);
	log_about(LOG_INFO, &about, "Game g%s: %s", s->id, *sentence ? sentence : ruling_name(p->ruling));
}
