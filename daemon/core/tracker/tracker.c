/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/press.h"
#include "daemon/core/tracker/exact/sensors.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/explain.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/sensor-events.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/setup/start.h"

/* What is remembered of a game: sure sensors need no readings, and have the more room for it. */
enum { TURNS = 640, BREAKS = 16, SURE_TURNS = 1024, SURE_BREAKS = 96 };
_Static_assert(sizeof(struct tracker) + sizeof(struct reader) + TURNS * sizeof(struct record_turn) +
	       BREAKS * sizeof(struct record_break) <= TRACKER_MEMORY_MAX, "a board with real sensors takes too much");
_Static_assert(sizeof(struct tracker) + SURE_TURNS * sizeof(struct record_turn) + SURE_BREAKS * sizeof(struct record_break) <=
	       TRACKER_MEMORY_MAX, "a board with sure sensors takes too much");

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
	t->begin = setup->start;
	t->game = setup->game;
	t->sink = sink;
	t->userdata = userdata;
	t->now = INT64_MIN;
	t->owed = GAME_NO_SQUARE;
	if (record_init(&t->record, t->game, &setup->start, setup->sensors == TRACKER_EXACT ? SURE_TURNS : TURNS,
			setup->sensors == TRACKER_EXACT ? SURE_BREAKS : BREAKS) < 0) {
		free(t);
		return -ENOMEM;
	}
	memset(placement, '.', sizeof(placement));
	t->game->placement(&setup->start, placement);
	table_set(&t->table, t->game, placement);
	t->game->moves(&setup->start, &t->moves);
	if (setup->sensors != TRACKER_EXACT && reader_new(t) < 0) {
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
	free(t->reader);
	free(t);
}

/* A letter that is none of the game's says that a man stands there, and not which. */
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
	return t->reader ? reader_event(t, &known) : sure_event(t, &known);
}

bool tracker_press_pending(const struct tracker *t)
{
	return t->reader && reader_waits(t);
}

int tracker_guess(const struct tracker *t, struct turn *ret)
{
	return tracker_press_pending(t) ? tell_guess(t, ret) : -ENOENT;
}

int tracker_judge_now(struct tracker *t)
{
	return t->reader ? reader_settle(t) : 0;
}

int tracker_finish(struct tracker *t)
{
	return t->reader ? reader_finish(t) : sure_finish(t);
}

static void official_changed(struct tracker *t)
{
	if (t->reader)
		reader_official_changed(t);
	else
		sure_official_changed(t);
}

int tracker_set_position(struct tracker *t, const struct game_position *pos)
{
	int r = record_set_position(&t->record, pos);

	if (r < 0)
		return r;
	t->owed = GAME_NO_SQUARE;
	official_changed(t);
	return 0;
}

int tracker_undo(struct tracker *t, unsigned plies)
{
	int r = record_drop(&t->record, plies);

	if (r < 0)
		return r;
	t->owed = GAME_NO_SQUARE;
	official_changed(t);
	return 0;
}

int tracker_set_promotion(struct tracker *t, unsigned ply, char piece)
{
	return promotion_set(t, ply, piece);
}

const struct game_position *tracker_position(const struct tracker *t)
{
	return t->owed != GAME_NO_SQUARE ? &t->owing : &t->record.pos;
}

const struct game_position *tracker_provisional_position(const struct tracker *t)
{
	return t->chain_count ? standing(t) : tracker_position(t);
}

const struct game_position *tracker_start(const struct tracker *t)
{
	return &t->begin;
}

unsigned tracker_turns(const struct tracker *t)
{
	return t->record.count;
}

const struct turn *tracker_turn(const struct tracker *t, unsigned ply)
{
	/* the short form is spelt out in a place of the tracker's own */
	return record_turn_whole((struct record *)&t->record, ply);
}

void tracker_placement(const struct tracker *t, char squares[static GAME_MAX_SQUARES])
{
	if (t->reader)
		reader_placement(t, squares);
	else
		memcpy(squares, t->table.man, GAME_MAX_SQUARES);
}

int64_t tracker_deadline(const struct tracker *t)
{
	return t->reader ? reader_deadline(t) : INT64_MAX;
}

size_t tracker_memory(const struct tracker *t)
{
	return sizeof(*t) + (t->reader ? sizeof(*t->reader) : 0) + record_memory(&t->record);
}

unsigned tracker_work(const struct tracker *t)
{
	return t->reader ? t->reader->work : 0;
}

int tracker_explain(const struct tracker *t, unsigned ply, char *buf, size_t size)
{
	if (t->reader)
		return tell_why(t, ply, buf, size);
	if (!record_at(&t->record, ply))
		return -ENOENT;
	return snprintf(buf, size, "turn %u was judged by what stood at the press: these sensors are sure\n", ply + 1);
}

bool tracker_turned(const struct tracker *t)
{
	return t->reader && t->reader->turned;
}

bool tracker_restoring(const struct tracker *t)
{
	return t->righting || t->wrong_setup;
}
