// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/publication.h"

#include <string.h>

static const char *const type_names[] = {
	[PUBLISH_MOVE] = "move",	 [PUBLISH_TURN] = "turn",	  [PUBLISH_CLOCK] = "clock",
	[PUBLISH_RULING] = "ruling",	 [PUBLISH_QUESTION] = "question", [PUBLISH_LOSS] = "loss",
	[PUBLISH_SETUP] = "setup",	 [PUBLISH_FLAG] = "flag",	  [PUBLISH_LATE] = "late",
	[PUBLISH_POSITION] = "position", [PUBLISH_ABSENT] = "absent",	  [PUBLISH_UNDONE] = "undone",
};

static const char *const state_names[] = {
	[MOVE_PROVISIONAL] = "provisional",
	[MOVE_REVISED] = "revised",
	[MOVE_COMMITTED] = "committed",
	[MOVE_UNDONE] = "undone",
};

static const char *side_name(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

const char *absent_word(const bool absent[2])
{
	return absent[WHITE] && absent[BLACK] ? "both" : absent[WHITE] ? "white" : absent[BLACK] ? "black" : "";
}

static json_t *square_json(const struct game *game, uint8_t square)
{
	char name[8];

	return square != GAME_NO_SQUARE && game->square_name(square, name) > 0 ? json_string(name) : json_null();
}

static void move_format(json_t *o, const struct publication *p, bool with_private)
{
	json_object_set_new(o, "ply", json_integer((json_int_t)p->ply + 1)); /* people count from 1 */
	json_object_set_new(o, "uci", json_string(p->uci));
	json_object_set_new(o, "state", json_string(state_names[p->state]));
	json_object_set_new(o, "side", json_string(side_name(p->side)));
	json_object_set_new(o, "placement", json_string(p->placement));
	if (p->san[0] && (with_private || p->says_san))
		json_object_set_new(o, "san", json_string(p->san));
	if (with_private)
		json_object_set_new(o, "legal", json_boolean(p->legal));
}

static void turn_format(json_t *o, const struct game *game, const struct turn *turn)
{
	json_t *displaced = json_array();

	json_object_set_new(o, "side", json_string(side_name(turn->side)));
	if (turn->kind) {
		json_object_set_new(o, "kind", json_string(turn_kind_name(turn->kind)));
		json_object_set_new(o, "fault", json_string(turn_fault_name(turn->fault)));
		json_object_set_new(o, "from", square_json(game, turn->from));
		json_object_set_new(o, "to", square_json(game, turn->to));
	}
	for (unsigned i = 0; i < turn->displaced_count; i++) {
		const struct turn_displaced *d = &turn->displaced[i];
		json_t *one;

		if (d->inherited)
			continue;
		one = json_object();
		json_object_set_new(one, "from", square_json(game, d->from));
		json_object_set_new(one, "to", square_json(game, d->to));
		if (d->piece)
			json_object_set_new(one, "piece", json_stringn(&d->piece, 1));
		json_array_append_new(displaced, one);
	}
	json_object_set_new(o, "displaced", displaced);
}

static void publication_set_text(json_t *o, const char *key, const char *text)
{
	if (text && *text)
		json_object_set_new(o, key, json_string(text));
}

static void set_number(json_t *o, const char *key, int64_t number, int64_t unit)
{
	if (number != FACT_NO_NUMBER)
		json_object_set_new(o, key, json_integer(number / unit));
}

static void set_side(json_t *o, const char *key, enum side side)
{
	if (side != NO_SIDE)
		json_object_set_new(o, key, json_string(side_name(side)));
}

/* What is not known is left out. */
static json_t *facts_format(const struct publication *p)
{
	const struct sentence_facts *f = &p->facts;
	json_t *o = json_object();

	if (f->by != PERSON_NONE)
		json_object_set_new(o, "by", json_string(person_name(f->by)));
	set_side(o, "player", f->player);
	publication_set_text(o, "word", f->word);
	publication_set_text(o, "piece", f->piece);
	publication_set_text(o, "square", f->square);
	publication_set_text(o, "to", f->to);
	if (f->captures)
		json_object_set_new(o, "captures", json_true());
	publication_set_text(o, "other_piece", f->other_piece);
	publication_set_text(o, "other_square", f->other_square);
	set_number(o, "count", f->count, 1);
	set_number(o, "limit", f->limit, 1);
	set_number(o, "time_ms", f->time_us, 1000);
	set_side(o, "starts", f->starts);
	if (p->type == PUBLISH_QUESTION)
		publication_set_text(o, "text", p->placement);
	publication_set_text(o, "readings", p->readings);
	if (f->clock_stopped)
		json_object_set_new(o, "clock_stopped", json_true());
	set_side(o, "puts_back", f->puts_back);
	publication_set_text(o, "void_end", f->void_end);
	if (f->has_move)
		json_object_set_new(o, "has_move", json_true());
	publication_set_text(o, "duty", f->duty);
	if (f->undone)
		json_object_set_new(o, "undone", json_true());
	publication_set_text(o, "judge", f->judge);
	return o;
}

void publication_sentence(const struct publication *p, char ret[static SENTENCE_TEXT])
{
	struct statement s = {
		.ruling = p->type == PUBLISH_RULING || p->ruling != RULING_NONE ? ruling_name(p->ruling) : "question",
		.reason = p->reason ? p->reason : "",
		.about = p->claim != CLAIM_NONE ? claim_name(p->claim) : NULL,
		.winner = statement_winner(p->result),
		.adjust_us = { p->adjust_us[WHITE], p->adjust_us[BLACK] },
		.article = p->articles ? p->article[0] : NULL,
		.text = p->placement,
		.readings = p->readings,
		.facts = p->facts,
	};

	sentence_write(*language_list(), &s, ret, SENTENCE_TEXT, NULL);
}

static void ruling_format(json_t *o, const struct publication *p)
{
	char sentence[SENTENCE_TEXT];
	json_t *articles = json_array();

	if (p->type == PUBLISH_RULING)
		json_object_set_new(o, "ruling", json_string(ruling_name(p->ruling)));
	json_object_set_new(o, "reason", json_string(p->reason ? p->reason : ""));
	if (p->type == PUBLISH_RULING || (p->result && strcmp(p->result, "none")))
		json_object_set_new(o, "result", json_string(p->result ? p->result : "none"));
	json_object_set_new(o, "time_adjust_ms",
			    json_pack("{sIsI}", "white", (json_int_t)(p->adjust_us[WHITE] / 1000), "black",
				      (json_int_t)(p->adjust_us[BLACK] / 1000)));
	if (p->claim != CLAIM_NONE)
		json_object_set_new(o, "about", json_string(claim_name(p->claim)));
	json_object_set_new(o, "rulebook", json_string(p->rulebook ? p->rulebook : ""));
	for (unsigned i = 0; i < p->articles; i++)
		json_array_append_new(articles, json_string(p->article[i]));
	json_object_set_new(o, "articles", articles);
	json_object_set_new(o, "facts", facts_format(p));
	publication_sentence(p, sentence);
	json_object_set_new(o, "sentence", json_string(sentence));
}

static void undone_format(json_t *o, const struct publication *p, bool with_private)
{
	json_t *notice = p->notice ? json_loads(p->notice, 0, NULL) : NULL;

	if (with_private || p->says_san)
		publication_set_text(o, "act", p->act);
	if (with_private)
		json_object_set_new(o, "number", json_integer(p->act_number));
	json_object_set_new(o, "result", json_string(p->result ? p->result : "none"));
	publication_set_text(o, "question", p->question);
	json_object_set_new(o, "ruling", notice ? notice : json_null());
}

json_t *publication_format(const struct game *game, const struct publication *p, bool with_private)
{
	json_t *o = json_object();

	if (!o)
		return NULL;
	json_object_set_new(o, "t_us", json_integer(p->t_us));
	json_object_set_new(o, "type", json_string(type_names[p->type]));
	json_object_set_new(o, "public", json_boolean(p->is_public));
	switch (p->type) {
	case PUBLISH_MOVE:
		move_format(o, p, with_private);
		break;
	case PUBLISH_TURN:
	case PUBLISH_SETUP:
		turn_format(o, game, &p->turn);
		break;
	case PUBLISH_CLOCK:
		json_object_set_new(o, "white_us", json_integer(p->left_us[WHITE]));
		json_object_set_new(o, "black_us", json_integer(p->left_us[BLACK]));
		json_object_set_new(o, "running", json_string(side_name(p->running)));
		break;
	case PUBLISH_RULING:
	case PUBLISH_QUESTION:
		ruling_format(o, p);
		break;
	case PUBLISH_LOSS:
		json_object_set_new(o, "lost", json_integer(p->lost));
		break;
	case PUBLISH_FLAG:
		json_object_set_new(o, "side", json_string(side_name(p->side)));
		break;
	case PUBLISH_LATE:
		break;
	case PUBLISH_POSITION:
		json_object_set_new(o, "fen", json_string(p->placement));
		break;
	case PUBLISH_ABSENT:
		json_object_set_new(o, "absent", json_string(absent_word(p->absent)));
		break;
	case PUBLISH_UNDONE:
		undone_format(o, p, with_private);
		break;
	}
	return o;
}
