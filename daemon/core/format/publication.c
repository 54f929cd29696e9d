// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/publication.h"

#include <string.h>

#include "daemon/core/format/object-writer.h"
#include "daemon/core/format/statement.h"

static const char *const type_names[] = {
	[PUBLISH_MOVE] = "move",	 [PUBLISH_TURN] = "turn",	  [PUBLISH_CLOCK] = "clock",
	[PUBLISH_RULING] = "ruling",	 [PUBLISH_QUESTION] = "question", [PUBLISH_LOSS] = "loss",
	[PUBLISH_SETUP] = "setup",	 [PUBLISH_FLAG] = "flag",	  [PUBLISH_LATE] = "late",
	[PUBLISH_POSITION] = "position",
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

static void write_square(struct object_writer *w, const char *key, const struct game *game, uint8_t square)
{
	char name[8];

	if (square != GAME_NO_SQUARE && game->square_name(square, name) > 0)
		object_writer_text(w, key, name);
	else
		object_writer_null(w, key);
}

static void write_move(struct object_writer *w, const struct publication *p, bool with_private)
{
	object_writer_number(w, "ply", (int64_t)p->ply + 1); /* people count from 1 */
	object_writer_text(w, "uci", p->uci);
	object_writer_text(w, "state", state_names[p->state]);
	object_writer_text(w, "side", side_name(p->side));
	object_writer_text(w, "placement", p->placement);
	if (p->san[0] && (with_private || p->says_san))
		object_writer_text(w, "san", p->san);
	if (with_private)
		object_writer_bool(w, "legal", p->legal);
}

static void write_turn(struct object_writer *w, const struct game *game, const struct turn *turn)
{
	object_writer_text(w, "side", side_name(turn->side));
	if (turn->kind) {
		object_writer_text(w, "kind", turn_kind_name(turn->kind));
		object_writer_text(w, "fault", turn_fault_name(turn->fault));
		write_square(w, "from", game, turn->from);
		write_square(w, "to", game, turn->to);
	}
	object_writer_open(w, "displaced", true);
	for (unsigned i = 0; i < turn->displaced_count; i++) {
		const struct turn_displaced *d = &turn->displaced[i];

		if (d->inherited)
			continue;
		object_writer_open(w, NULL, false);
		write_square(w, "from", game, d->from);
		write_square(w, "to", game, d->to);
		if (d->piece)
			object_writer_text(w, "piece", (const char[]){ d->piece, '\0' });
		object_writer_close(w, false);
	}
	object_writer_close(w, true);
}

static void write_text(struct object_writer *w, const char *key, const char *text)
{
	if (text && *text)
		object_writer_text(w, key, text);
}

static void write_number(struct object_writer *w, const char *key, int64_t number, int64_t unit)
{
	if (number != FACT_NO_NUMBER)
		object_writer_number(w, key, number / unit);
}

static void write_side(struct object_writer *w, const char *key, enum side side)
{
	if (side != NO_SIDE)
		object_writer_text(w, key, side_name(side));
}

/* What is not known is left out. */
static void write_facts(struct object_writer *w, const struct publication *p)
{
	const struct sentence_facts *f = &p->facts;

	object_writer_open(w, "facts", false);
	if (f->by != PERSON_NONE)
		object_writer_text(w, "by", person_name(f->by));
	write_side(w, "player", f->player);
	write_text(w, "word", f->word);
	write_text(w, "piece", f->piece);
	write_text(w, "square", f->square);
	write_text(w, "to", f->to);
	write_text(w, "other_piece", f->other_piece);
	write_text(w, "other_square", f->other_square);
	write_number(w, "count", f->count, 1);
	write_number(w, "limit", f->limit, 1);
	write_number(w, "time_ms", f->time_us, 1000);
	write_side(w, "starts", f->starts);
	if (p->type == PUBLISH_QUESTION)
		write_text(w, "text", p->placement);
	if (f->clock_stopped)
		object_writer_bool(w, "clock_stopped", true);
	object_writer_close(w, false);
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
		.facts = p->facts,
	};

	sentence_write(*language_list(), &s, ret, SENTENCE_TEXT, NULL);
}

static void write_ruling(struct object_writer *w, const struct publication *p)
{
	char sentence[SENTENCE_TEXT];

	if (p->type == PUBLISH_RULING)
		object_writer_text(w, "ruling", ruling_name(p->ruling));
	object_writer_text(w, "reason", p->reason ? p->reason : "");
	if (p->type == PUBLISH_RULING || (p->result && strcmp(p->result, "none")))
		object_writer_text(w, "result", p->result ? p->result : "none");
	object_writer_open(w, "time_adjust_ms", false);
	object_writer_number(w, "white", p->adjust_us[WHITE] / 1000);
	object_writer_number(w, "black", p->adjust_us[BLACK] / 1000);
	object_writer_close(w, false);
	if (p->claim != CLAIM_NONE)
		object_writer_text(w, "about", claim_name(p->claim));
	object_writer_text(w, "rulebook", p->rulebook ? p->rulebook : "");
	object_writer_open(w, "articles", true);
	for (unsigned i = 0; i < p->articles; i++)
		object_writer_text(w, NULL, p->article[i]);
	object_writer_close(w, true);
	write_facts(w, p);
	publication_sentence(p, sentence);
	object_writer_text(w, "sentence", sentence);
}

static void write_publication(struct object_writer *w, const struct game *game, const struct publication *p,
			      bool with_private)
{
	object_writer_number(w, "t_us", p->t_us);
	object_writer_text(w, "type", type_names[p->type]);
	object_writer_bool(w, "public", p->is_public);
	switch (p->type) {
	case PUBLISH_MOVE:
		write_move(w, p, with_private);
		break;
	case PUBLISH_TURN:
	case PUBLISH_SETUP:
		write_turn(w, game, &p->turn);
		break;
	case PUBLISH_CLOCK:
		object_writer_number(w, "white_us", p->left_us[WHITE]);
		object_writer_number(w, "black_us", p->left_us[BLACK]);
		object_writer_text(w, "running", side_name(p->running));
		break;
	case PUBLISH_RULING:
	case PUBLISH_QUESTION:
		write_ruling(w, p);
		break;
	case PUBLISH_LOSS:
		object_writer_number(w, "lost", p->lost);
		break;
	case PUBLISH_FLAG:
		object_writer_text(w, "side", side_name(p->side));
		break;
	case PUBLISH_LATE:
		break;
	case PUBLISH_POSITION:
		object_writer_text(w, "fen", p->placement);
		break;
	}
}

json_t *publication_format(const struct game *game, const struct publication *p, bool with_private)
{
	struct object_writer w;

	object_writer_begin(&w, true);
	write_publication(&w, game, p, with_private);
	return object_writer_tree(&w);
}

char *publication_format_text(const struct game *game, const struct publication *p, bool with_private)
{
	struct object_writer w;

	object_writer_begin(&w, false);
	write_publication(&w, game, p, with_private);
	return object_writer_end(&w);
}
