/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hall made by hand, as a source would tell of it, and clients of it. */
#ifndef TESTS_LIVECHESS_HALL_H
#define TESTS_LIVECHESS_HALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/unit/web/livechess/hands.h"
#include "web/livechess/livechess.h"

#define START_PLACEMENT "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define START START_PLACEMENT " w KQkq - 0 1"
#define SECOND INT64_C(1000000)

struct hall {
	struct live live;
	struct livechess lc;
	struct client_now now;
};

static inline void hall_open(struct hall *h, bool undelayed)
{
	assert_int_equal(live_init(&h->live), 0);
	livechess_init(&h->lc, &h->live, undelayed);
	h->now = (struct client_now){ .boottime_us = 5000 * SECOND, .realtime_us = INT64_C(1600000000) * SECOND };
	h->live.is_connected = true;
	live_tell(&h->live, LIVE_ALL, "");
}

static inline void hall_close(struct hall *h)
{
	livechess_done(&h->lc);
	live_done(&h->live);
}

/* features: of "lever", …; NULL none. */
static inline struct live_board *hall_board(struct hall *h, const char *name, const char *sensors, const char *feature,
					    const char *placement)
{
	char path[128];
	struct live_board *b;

	snprintf(path, sizeof(path), "/board/%s", name);
	b = live_add_board(&h->live, path, name);
	b->geometry = &game_chess;
	json_decref(b->properties);
	b->properties = json_pack("{s:s, s:s, s:s, s:s, s:[]}", "Sensors", sensors, "Uri", "dgt:/dev/COM3", "Node", "",
				  "Model", "DGT e-Board", "Features");
	if (feature)
		json_array_append_new(json_object_get(b->properties, "Features"), json_string(feature));
	if (placement)
		assert_true(live_set_squares(b, placement));
	live_tell(&h->live, LIVE_BOARD, name);
	return b;
}

static inline void hall_touch(struct hall *h, const char *name, unsigned square, char letter)
{
	struct live_board *b = live_board(&h->live, name);
	struct live_news *news;

	h->now.boottime_us += 1000;
	h->now.realtime_us += 1000;
	b->squares[square] = letter;
	news = live_tell(&h->live, LIVE_SENSOR, name);
	news->t_us = h->now.boottime_us;
	strcpy(news->what, letter == '.' ? "lift" : "place");
	game_chess.square_name(square, news->square);
	news->piece = letter == '.' ? 0 : letter;
}

static inline void hall_press(struct hall *h, const char *name, enum side side)
{
	struct live_news *news = live_tell(&h->live, LIVE_SENSOR, name);

	h->now.boottime_us += 1000;
	news->t_us = h->now.boottime_us;
	strcpy(news->what, "press");
	news->side = side;
}

/* letters: the sensors name the pieces. */
static inline void hall_move(struct hall *h, const char *name, struct game_position *pos, const char *move,
			     bool letters)
{
	struct hand_event events[HAND_EVENTS];
	const unsigned n = hand_move(pos, move, events);

	assert_true(n > 0);
	for (unsigned i = 0; i < n; i++)
		hall_touch(h, name, events[i].square, events[i].letter == '.' || letters ? events[i].letter : '?');
}

static inline void hall_passes(struct hall *h, int64_t us)
{
	const int64_t until = h->now.boottime_us + us;

	livechess_turn(&h->lc, h->now);
	for (int64_t due; (due = livechess_due(&h->lc)) <= until;) {
		if (due > h->now.boottime_us) {
			h->now.realtime_us += due - h->now.boottime_us;
			h->now.boottime_us = due;
		}
		livechess_turn(&h->lc, h->now);
		assert_true(livechess_due(&h->lc) > h->now.boottime_us);
	}
	h->now.realtime_us += until - h->now.boottime_us;
	h->now.boottime_us = until;
	livechess_turn(&h->lc, h->now);
}

static inline void hall_asks(struct hall *h, struct client *c, const char *text)
{
	livechess_turn(&h->lc, h->now);
	client_receive(c, text, strlen(text), h->now);
}

/* The next text, parsed; NULL: there is none. New reference. */
static inline json_t *hall_hears(struct client *c)
{
	size_t size;
	const char *text = client_text(c, &size);
	json_error_t where;
	json_t *o;

	if (!text)
		return NULL;
	o = json_loadb(text, size, 0, &where);
	if (!o)
		fail_msg("%s: %s", text, where.text);
	client_sent(c);
	return o;
}

#endif
