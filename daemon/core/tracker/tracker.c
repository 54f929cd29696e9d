/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/pending-turn.h"
#include "daemon/core/tracker/exact/disorder.h"
#include "daemon/core/tracker/exact/sensors.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/explain.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/old-disorder.h"
#include "daemon/core/tracker/sensor-events.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/setup/start.h"
#include "daemon/core/tracker/report/proof.h"

/* What is remembered of a game: exact sensors need no readings, which leaves more room for turns. */
enum { TURNS = 640, BREAKS = 16, EXACT_TURNS = 1024, EXACT_BREAKS = 96 };
_Static_assert(sizeof(struct tracker) + sizeof(struct readings) + TURNS * sizeof(struct short_turn) +
			       BREAKS * sizeof(struct record_break) <=
		       TRACKER_MEMORY_MAX,
	       "a board with real sensors takes too much");
_Static_assert(sizeof(struct tracker) + EXACT_TURNS * sizeof(struct short_turn) +
			       EXACT_BREAKS * sizeof(struct record_break) <=
		       TRACKER_MEMORY_MAX,
	       "a board with exact sensors takes too much");

int tracker_new(const struct tracker_setup *setup, tracker_sink sink, void *userdata, struct tracker **ret)
{
	struct tracker *t;
	char placement[GAME_MAX_SQUARES];

	if (!setup->game || !sink || setup->sensors < TRACKER_PRESENCE || setup->sensors > TRACKER_EXACT)
		return -EINVAL;
	t = calloc(1, sizeof(*t));
	if (!t)
		return -ENOMEM;
	t->setup = *setup;
	t->start = setup->start;
	t->game = setup->game;
	t->sink = sink;
	t->userdata = userdata;
	t->now = INT64_MIN;
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
	if (record_init(&t->record, t->game, &setup->start, setup->sensors == TRACKER_EXACT ? EXACT_TURNS : TURNS,
			setup->sensors == TRACKER_EXACT ? EXACT_BREAKS : BREAKS) < 0) {
		free(t);
		return -ENOMEM;
	}
	memset(placement, '.', sizeof(placement));
	t->game->placement(&setup->start, placement);
	identity_set(&t->identity, t->game, placement);
	disorder_begin(t);
	t->game->moves(&setup->start, &t->moves);
	if (setup->sensors != TRACKER_EXACT && readings_new(t) < 0) {
		tracker_free(t);
		return -ENOMEM;
	}
	*ret = t;
	return 0;
}

void tracker_free(struct tracker *t)
{
	if (!t)
		return;
	record_done(&t->record);
	free(t->readings);
	free(t);
}

/* A letter that is none of the game's means that a piece stands there, and not which. */
static char letter(const struct tracker *t, char said)
{
	return !said || said == '.' || strchr(t->game->pieces, said) ? said : '?';
}

int tracker_event(struct tracker *t, const struct tracker_event *event)
{
	struct tracker_event known = *event;
	char squares[GAME_MAX_SQUARES];

	if ((event->type == TRACKER_LIFT || event->type == TRACKER_PLACE) && event->square >= t->game->squares)
		return -EINVAL;
	if (event->type < TRACKER_LIFT || event->type > TRACKER_TIME ||
	    (event->type == TRACKER_SQUARES && !event->squares) ||
	    (event->type == TRACKER_PRESS && event->side != WHITE && event->side != BLACK))
		return -EINVAL;
	if (event->t_us > t->now)
		t->now = event->t_us;
	if (event->type == TRACKER_LIFT || event->type == TRACKER_PLACE)
		known.piece = event->piece == '.' ? 0 : letter(t, event->piece);
	if (event->type == TRACKER_SQUARES) {
		for (unsigned q = 0; q < t->game->squares; q++)
			squares[q] = event->squares[q] ? letter(t, event->squares[q]) : '?';
		known.squares = squares;
	}
	return t->readings ? readings_event(t, &known) : exact_event(t, &known);
}

bool tracker_press_rebounded(const struct tracker *t)
{
	return t->readings && t->readings->last_press.rebounded;
}

bool tracker_press_pending(const struct tracker *t)
{
	return t->readings && readings_press_pending(t);
}

int tracker_guess(const struct tracker *t, struct turn *ret)
{
	return tracker_press_pending(t) ? guess_turn(t, ret) : -ENOENT;
}

bool tracker_moved_early(const struct tracker *t)
{
	return t->readings ? readings_moved_early(t) : disorder_moved_early(t);
}

int tracker_judge_now(struct tracker *t)
{
	return t->readings ? readings_judge_now(t) : 0;
}

int tracker_finish(struct tracker *t)
{
	return t->readings ? readings_finish(t) : exact_finish(t);
}

bool tracker_weigh(struct tracker *t, unsigned ply, struct turn *turn)
{
	return t->readings && ply < t->record.count && weigh_again(t, ply, turn);
}

static void official_changed(struct tracker *t)
{
	if (t->readings)
		readings_restart(t);
	else
		exact_restart(t);
}

int tracker_set_position(struct tracker *t, const struct game_position *pos)
{
	int r = record_set_position(&t->record, pos);

	if (r < 0)
		return r;
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
	official_changed(t);
	return 0;
}

void tracker_play_on(struct tracker *t)
{
	if (t->readings && (t->readings->ended_by_kings || t->readings->new_game_reported))
		readings_restart(t);
}

int tracker_undo(struct tracker *t, unsigned plies)
{
	int r = record_drop(&t->record, plies);
	char ruled = t->owed_piece;

	if (r < 0)
		return r;
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
	promotion_owed_again(t);
	if (t->owed_square != GAME_NO_SQUARE)
		t->owed_piece = ruled;
	official_changed(t);
	return 0;
}

int tracker_set_promotion(struct tracker *t, unsigned ply, char piece)
{
	return promotion_set(t, ply, piece);
}

int tracker_rule_promotion(struct tracker *t, unsigned ply, char piece)
{
	return promotion_rule(t, ply, piece);
}

const struct game_position *tracker_position(const struct tracker *t)
{
	/* what was ruled is official, though the pawn stands there still */
	return t->owed_piece ? &t->record.pos : official_position(t);
}

const struct game_position *tracker_provisional_position(const struct tracker *t)
{
	return t->set_down_count ? standing(t) : tracker_position(t);
}

bool tracker_standing_move(const struct tracker *t, struct game_move *ret, struct game_position *after)
{
	if (!t->readings || t->readings->provisional.state == PROVISIONAL_NONE)
		return false;
	*ret = t->readings->provisional.move;
	if (t->readings->sensor[ret->to] == '.')
		return false;
	*after = t->record.pos;
	t->game->play(after, ret);
	return true;
}

const struct game_position *tracker_start(const struct tracker *t)
{
	return &t->start;
}

unsigned tracker_turns(const struct tracker *t)
{
	return t->record.count;
}

const struct turn *tracker_turn(const struct tracker *t, unsigned ply)
{
	/* the short form is spelt out in a place of the tracker's own */
	return record_turn_whole((struct turn_record *)&t->record, ply);
}

void tracker_placement(const struct tracker *t, char squares[static GAME_MAX_SQUARES])
{
	if (t->readings)
		sensors_placement(t, squares);
	else
		memcpy(squares, t->identity.piece, GAME_MAX_SQUARES);
}

int64_t tracker_deadline(const struct tracker *t)
{
	return t->readings ? readings_deadline(t) : INT64_MAX;
}

size_t tracker_memory(const struct tracker *t)
{
	return sizeof(*t) + (t->readings ? sizeof(*t->readings) : 0) + record_memory(&t->record);
}

int tracker_explain(const struct tracker *t, unsigned ply, char *buf, size_t size)
{
	if (t->readings)
		return explain_turn(t, ply, buf, size);
	if (!record_at(&t->record, ply))
		return -ENOENT;
	return snprintf(buf, size, "turn %u was read from the position at the press: these sensors are exact\n",
			ply + 1);
}

bool tracker_turned(const struct tracker *t)
{
	return t->readings && t->readings->board_turned;
}

bool tracker_restoring(const struct tracker *t)
{
	return t->restoring || t->wrong_setup;
}
