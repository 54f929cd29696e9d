/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hands for tests of the tracker: a line of text is played into a tracker and
 * what it says is gathered as text.
 *
 *   -e2   lift e2          -e2P   the sensor says: a white pawn
 *   +e4   place on e4      !w !b  press
 *   @500  500 ms pass before the next event (5 ms pass between events unless said otherwise)
 *   ~     TRACKER_TIME     ?      events were lost
 *   #FEN  the whole board, as a FEN's first field
 */
#ifndef TESTS_TRACKER_HANDS_H
#define TESTS_TRACKER_HANDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/core/tracker/guidance.h"
#include "daemon/core/tracker/tracker.h"

struct hands {
	struct tracker *tracker;
	const struct game *game;
	int64_t t_us;
	char said[8192]; /* facts, blank-separated; cleared by hands_said() */
	char copy[8192];
};

static const char *const kinds[] = {
	[TURN_LEGAL] = "legal",	    [TURN_ILLEGAL] = "illegal",	    [TURN_NO_MOVE] = "no-move",
	[TURN_SEVERAL] = "several", [TURN_PROMOTION_OWED] = "owed", [TURN_UNREADABLE] = "unreadable",
	[TURN_UNSEEN] = "unseen",
};
static const char *const faults[] = {
	"none",	      "check",	       "piece",	     "blocked",	 "castling", "own-capture",   "other-side",
	"king-taken", "kings",	       "promotion",  "appeared", "vanished", "capture-count", "not-captured",
	"unfinished", "captured-left", "not-jumped", "removed",	 "as-king",
};

static inline void hands_add(struct hands *h, const char *format, ...)
{
	size_t n = strlen(h->said);
	va_list ap;

	va_start(ap, format);
	vsnprintf(h->said + n, sizeof(h->said) - n, format, ap);
	va_end(ap);
}

static inline const char *square_text(const struct hands *h, unsigned square)
{
	static char buf[4][8];
	static unsigned n;
	char *b = buf[n++ % 4];

	strcpy(b, "-");
	if (square != GAME_NO_SQUARE)
		h->game->square_name(square, b);
	return b;
}

static inline void hands_add_turn(struct hands *h, const struct turn *turn)
{
	hands_add(h, "%c:%s", turn->side == WHITE ? 'w' : 'b', kinds[turn->kind]);
	if (turn->fault)
		hands_add(h, ":%s", faults[turn->fault]);
	if (turn->kind != TURN_NO_MOVE)
		hands_add(h, ":%s%s", square_text(h, turn->from), square_text(h, turn->to));
	if (turn->has_move && turn->move.promotion)
		hands_add(h, "=%c", turn->move.promotion);
	for (unsigned i = 0; i < turn->displaced_count; i++)
		hands_add(h, ",%c%s>%s", turn->displaced[i].piece, square_text(h, turn->displaced[i].from),
			  square_text(h, turn->displaced[i].to));
}

static inline void hands_hear(void *userdata, const struct tracker_fact *f)
{
	struct hands *h = userdata;
	const char *blank = *h->said ? " " : "";

	switch (f->type) {
	case TRACKER_TOUCHED:
		return;
	case TRACKER_SET_DOWN:
	case TRACKER_TAKEN_BACK:
		hands_add(h, "%s%s%u:%s%s", blank, f->type == TRACKER_SET_DOWN ? "down" : "back", f->ply,
			  square_text(h, f->move.from), square_text(h, f->move.to));
		if (f->move.promotion)
			hands_add(h, "=%c", f->move.promotion);
		return;
	case TRACKER_TURN:
	case TRACKER_REVISED:
		hands_add(h, "%s%s%u:", blank, f->type == TRACKER_TURN ? "turn" : "revised", f->ply);
		hands_add_turn(h, &f->turn);
		return;
	case TRACKER_EMPTY_PRESS:
		hands_add(h, "%sempty", blank);
		return;
	case TRACKER_WRONG_SETUP:
		hands_add(h, "%swrong-setup:%u", blank, f->turn.displaced_count);
		return;
	case TRACKER_SETUP_OK:
		hands_add(h, "%ssetup-ok", blank);
		return;
	case TRACKER_KINGS_CENTRE:
		hands_add(h, "%skings:%c", blank, "wbd"[f->winner]);
		return;
	case TRACKER_NEW_GAME:
		hands_add(h, "%snew-game", blank);
		return;
	case TRACKER_NEED_SQUARES:
		hands_add(h, "%sneed-squares", blank);
		return;
	case TRACKER_RESTORED:
		hands_add(h, "%srestored", blank);
		return;
	case TRACKER_ARRAY:
		hands_add(h, "%sarray", blank);
		return;
	case TRACKER_SWAPPED:
		hands_add(h, "%sswapped:%c", blank, "wbn"[f->side]);
		return;
	case TRACKER_AMBIGUOUS:
		hands_add(h, "%sambiguous", blank);
		return;
	}
}

static inline void hands_begin(struct hands *h, const char *fen, enum tracker_sensors sensors, bool has_lever)
{
	struct tracker_setup setup = { .sensors = sensors, .has_lever = has_lever };

	memset(h, 0, sizeof(*h));
	h->game = setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(fen ? fen : setup.game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

static inline void hands_end(struct hands *h)
{
	tracker_free(h->tracker);
}

static inline void hands_play(struct hands *h, const char *text)
{
	char *copy = strdup(text), *save, *word;
	char squares[GAME_MAX_SQUARES];

	assert_non_null(copy);
	for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		struct tracker_event e = { 0 };
		char name[3] = { 0 };

		if (*word == '@') {
			h->t_us += atol(word + 1) * 1000;
			continue;
		}
		h->t_us += 5000;
		e.t_us = h->t_us;
		switch (*word) {
		case '-':
		case '+':
			e.type = *word == '-' ? TRACKER_LIFT : TRACKER_PLACE;
			memcpy(name, word + 1, 2);
			e.square = (uint8_t)h->game->square_parse(name);
			e.piece = word[3];
			break;
		case '!':
			e.type = TRACKER_PRESS;
			e.side = word[1] == 'w' ? WHITE : BLACK;
			break;
		case '~':
			e.type = TRACKER_TIME;
			break;
		case '?':
			e.type = TRACKER_EVENTS_LOST;
			break;
		case '#': {
			unsigned q = 56;

			memset(squares, '.', sizeof(squares));
			for (const char *c = word + 1; *c; c++) {
				if (*c == '/')
					q -= 16;
				else if (*c >= '1' && *c <= '8')
					q += (unsigned)(*c - '0');
				else
					squares[q++] = *c;
			}
			e.type = TRACKER_SQUARES;
			e.squares = squares;
			break;
		}
		default:
			fail_msg("hands do not know %s", word);
		}
		assert_int_equal(tracker_event(h->tracker, &e), 0);
	}
	free(copy);
}

/* What was said since the last time. */
static inline const char *hands_said(struct hands *h)
{
	memcpy(h->copy, h->said, sizeof(h->copy));
	h->said[0] = 0;
	return h->copy;
}

/* The moves as they stand, blank-separated; "0000" a turn without one. */
static inline const char *hands_moves(struct hands *h)
{
	h->copy[0] = 0;
	for (unsigned i = 0; i < tracker_turns(h->tracker); i++) {
		const struct turn *turn = tracker_turn(h->tracker, i);
		size_t n = strlen(h->copy);

		if (turn->kind == TURN_NO_MOVE)
			snprintf(h->copy + n, sizeof(h->copy) - n, "%s0000", i ? " " : "");
		else if (turn->kind == TURN_LEGAL && turn->move.flags & GAME_MOVE_CASTLING) {
			char text[GAME_TEXT];

			h->game->move_text(NULL, &turn->move, text);
			snprintf(h->copy + n, sizeof(h->copy) - n, "%s%s", i ? " " : "", text);
		} else
			snprintf(h->copy + n, sizeof(h->copy) - n, "%s%s%s", i ? " " : "", square_text(h, turn->from),
				 square_text(h, turn->to));
	}
	return h->copy;
}

/* The turns that nobody pressed, by their numbers, blank-separated. */
static inline const char *hands_unpressed(struct hands *h)
{
	h->copy[0] = 0;
	for (unsigned i = 0; i < tracker_turns(h->tracker); i++) {
		size_t n = strlen(h->copy);

		if (tracker_turn(h->tracker, i)->unpressed)
			snprintf(h->copy + n, sizeof(h->copy) - n, "%s%u", n ? " " : "", i);
	}
	return h->copy;
}

static inline void hands_expect_placement(struct hands *h, const char *expected)
{
	char fen[GAME_FEN];

	h->game->format_placement(tracker_provisional_position(h->tracker), fen);
	assert_string_equal(fen, expected);
}

static inline void hands_check(const char *fen, enum tracker_sensors sensors, const char *text, const char *expected)
{
	struct hands h;

	hands_begin(&h, fen, sensors, true);
	hands_play(&h, text);
	assert_string_equal(hands_said(&h), expected);
	hands_end(&h);
}

/* On both kinds of sensors: the text names the pieces, a presence board does not see them. */
static inline void both(const char *fen, const char *text, const char *expected)
{
	hands_check(fen, TRACKER_PIECE_ID, text, expected);
	hands_check(fen, TRACKER_PRESENCE, text, expected);
}

/* The hands' line is read as these moves, on both kinds of sensors. */
static inline void read_as(const char *fen, bool lever, const char *line, const char *moves)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, lever);
		hands_play(&h, line);
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), moves);
		hands_end(&h);
	}
}

#endif
