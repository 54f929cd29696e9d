/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/session-signals.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/shell/bus-names.h"

const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

static void send_json(struct session *s, const struct publication *p, bool with_private, const char *destination)
{
	json_t *object = publication_format(s->setup.core.game, p, with_private);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	sd_bus_message *m = NULL;
	int r = text ? 0 : -ENOMEM;

	if (r >= 0)
		r = sd_bus_message_new_signal(s->context->bus, &m, s->path,
					      destination ? ARBITER_INTERFACE : GAME_INTERFACE,
					      destination ? "Observed" : "Published");
	if (r >= 0)
		r = sd_bus_message_append(m, "xs", p->t_us, text);
	if (r >= 0 && destination)
		r = sd_bus_message_set_destination(m, destination);
	if (r >= 0)
		sd_bus_send(s->context->bus, m, NULL);
	sd_bus_message_unref(m);
	free(text);
	json_decref(object);
}

static void emit_ruling(struct session *s, const struct publication *p)
{
	sd_bus_message *m = NULL;
	char *articles[PUBLICATION_ARTICLES + 1] = { NULL };
	char sentence[SENTENCE_TEXT];
	int r;

	for (unsigned i = 0; i < p->articles && i < PUBLICATION_ARTICLES; i++)
		articles[i] = (char *)p->article[i];
	publication_sentence(p, sentence);
	r = sd_bus_message_new_signal(s->context->bus, &m, s->path, GAME_INTERFACE, "Ruling");
	if (r >= 0)
		r = sd_bus_message_append(m, "xssss", p->t_us, ruling_name(p->ruling), p->reason, p->result,
					  p->rulebook ? p->rulebook : "");
	if (r >= 0)
		r = sd_bus_message_append_strv(m, articles);
	if (r >= 0)
		r = sd_bus_message_append(m, "xxs", p->adjust_us[WHITE] / 1000, p->adjust_us[BLACK] / 1000, sentence);
	if (r >= 0)
		sd_bus_send(s->context->bus, m, NULL);
	sd_bus_message_unref(m);
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

void session_signal_properties(struct session *s, char **names)
{
	sd_bus_emit_properties_changed_strv(s->context->bus, s->path, GAME_INTERFACE, names);
}

void session_signal_state(struct session *s)
{
	session_signal_properties(s, (char *[]){ (char *)"State", NULL });
}

void session_signal_mode(struct session *s)
{
	sd_bus_emit_properties_changed(s->context->bus, s->path, CLOCK_INTERFACE, "Mode", NULL);
}

static void emit_public(struct session *s, const struct publication *p)
{
	sd_bus *bus = s->context->bus;

	switch (p->type) {
	case PUBLISH_MOVE:
		sd_bus_emit_signal(bus, s->path, GAME_INTERFACE, "Move", "xussss", p->t_us, p->ply + 1,
				   side_word(p->side), p->uci, p->placement, move_state_word(p->state));
		break;
	case PUBLISH_CLOCK:
		sd_bus_emit_signal(bus, s->path, CLOCK_INTERFACE, "Changed", "xxxsx", p->t_us, p->left_us[WHITE],
				   p->left_us[BLACK], side_word(p->running), timemap_boottime(&s->map, p->t_us));
		break;
	case PUBLISH_RULING:
		emit_ruling(s, p);
		session_signal_properties(s, (char *[]){ (char *)"Ruling", (char *)"Reason", (char *)"Result",
							 (char *)"Question", NULL });
		break;
	default:
		break;
	}
	send_json(s, p, false, NULL);
}

void session_signal_publication(struct session *s, const struct publication *p)
{
	if (p->is_public)
		emit_public(s, p);
	for (const char *name = sd_bus_track_first(s->subscribers); name; name = sd_bus_track_next(s->subscribers))
		send_json(s, p, true, name);
}
