// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/sim/made-evening.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/made-games.h"
#include "tests/sim/restless.h"
#include "tests/unit/core/tracker/tracker-play.h"

#define HURRIED_LEVELS (sizeof(play_levels) / sizeof(*play_levels))

struct making {
	struct made_evening *e;
	struct chance chance;
	const struct restless_style *restless;
	const struct style *hurried;
	int64_t t_us;
	char pieces[GAME_MAX_SQUARES]; /* as they stand */
	char shown[GAME_MAX_SQUARES];  /* as the sensors show them */
	bool failed;
};

static void pass(struct making *m, unsigned least_ms, unsigned most_ms)
{
	m->t_us += 1000 * (int64_t)(least_ms + chance_below(&m->chance, most_ms - least_ms));
}

static void add(struct making *m, struct hands_event event)
{
	struct made_evening *e = m->e;

	if (e->events == e->room) {
		const size_t room = e->room ? 2 * e->room : 1024;
		struct hands_event *more = reallocarray(e->event, room, sizeof(*more));

		if (!more) {
			m->failed = true;
			return;
		}
		e->event = more;
		e->room = room;
	}
	e->event[e->events++] = event;
}

/* What a sensor says: a change, or nothing. */
static void show(struct making *m, int64_t t_us, unsigned square, char is)
{
	const char was = m->shown[square];

	m->shown[square] = is;
	if (m->e->presence ? (was == '.') == (is == '.') : was == is)
		return;
	add(m, (struct hands_event){ .t_us = t_us,
				     .action = is == '.' ? HANDS_LIFT : HANDS_PLACE,
				     .square = (uint8_t)square,
				     .piece = is == '.' ? 0 : is,
				     .side = NO_SIDE });
}

static void press(struct making *m, int64_t t_us, enum side side)
{
	add(m, (struct hands_event){ .t_us = t_us, .action = HANDS_PRESS, .side = side });
}

static void stand(struct making *m, unsigned square, char is)
{
	m->pieces[square] = is;
	show(m, m->t_us, square, is);
}

/* --- one game --- */

static int play_orderly(struct making *m, const struct hands_score *score)
{
	struct hands_event *event;
	char err[HANDS_ERROR];
	const int64_t begin = m->t_us;
	size_t count;
	int r = hands_play(score, &(struct hands_options){ .style = HANDS_ORDERLY }, &event, &count, err);

	for (size_t i = 0; i < count && r == 0; i++) {
		m->t_us = begin + event[i].t_us;
		if (event[i].action == HANDS_PRESS)
			press(m, m->t_us, event[i].side);
		else
			show(m, m->t_us, event[i].square, event[i].action == HANDS_LIFT ? '.' : event[i].piece);
	}
	free(r == 0 ? event : NULL);
	return r;
}

static int play_restless(struct making *m, const struct hands_score *score)
{
	const int64_t begin = m->t_us;
	struct restless hands;
	int r = restless_play(score, m->restless, chance_below(&m->chance, 1u << 30), &hands);

	if (r < 0)
		return r;
	for (size_t i = 0; i < hands.count; i++) {
		const struct hands_event *event = &hands.event[i];

		if (begin + event->t_us > m->t_us)
			m->t_us = begin + event->t_us;
		if (event->action == HANDS_PRESS)
			press(m, m->t_us, event->side);
		else
			show(m, m->t_us, event->square, event->action == HANDS_LIFT ? '.' : event->piece);
	}
	restless_free(&hands);
	return 0;
}

static int play_hurried(struct making *m, const struct hands_score *score)
{
	struct play *play = calloc(1, sizeof(*play));
	const int64_t begin = m->t_us;

	if (!play)
		return -ENOMEM;
	play_given(play, score->game, m->hurried, chance_below(&m->chance, 1u << 30), score->move, score->plies);
	for (unsigned i = 0; i < play->count; i++) {
		const struct play_event *event = &play->event[i];

		m->t_us = begin + event->t_us;
		if (event->square == GAME_NO_SQUARE)
			press(m, m->t_us, event->side);
		else
			show(m, m->t_us, event->square, event->is);
	}
	free(play);
	return 0;
}

static int play_one(struct making *m, const struct made_game *g)
{
	struct hands_score score = { .game = m->e->game, .plies = g->plies, .move = g->move };
	struct game_position pos;
	int r = 0;

	score.used_us = calloc(g->plies + 1, sizeof(*score.used_us));
	if (!score.used_us)
		return -ENOMEM;
	for (unsigned i = 0; i < g->plies; i++)
		score.used_us[i] = 1000 * (int64_t)(1000 + chance_below(&m->chance, 8000));
	score.game->parse(score.game->start_fen, &score.start, NULL);
	r = m->restless ? play_restless(m, &score) : m->hurried ? play_hurried(m, &score) : play_orderly(m, &score);
	free(score.used_us);
	pos = score.start;
	for (unsigned i = 0; i < g->plies; i++)
		score.game->play(&pos, &g->move[i]);
	score.game->placement(&pos, m->pieces);
	return r;
}

/* --- what comes after it --- */

static unsigned king_of(const struct making *m, enum side side)
{
	return (unsigned)((const char *)memchr(m->pieces, side == WHITE ? 'K' : 'k', m->e->game->squares) - m->pieces);
}

/* Each on a square of the result's colour; who stands there is put beside the board. */
static void kings_to_centre(struct making *m, struct made_game *g)
{
	static const uint8_t light[2] = { 28, 35 }, dark[2] = { 27, 36 };
	const unsigned swap = chance_below(&m->chance, 2);
	uint8_t to[2];

	g->winner = (enum side)chance_below(&m->chance, 3);
	for (enum side s = WHITE; s <= BLACK; s++)
		to[s] = g->winner == WHITE ? light[s ^ swap] :
			g->winner == BLACK ? dark[s ^ swap] :
			s == WHITE	   ? light[swap] :
					     dark[swap];
	for (enum side s = WHITE; s <= BLACK; s++) {
		const unsigned from = king_of(m, s);

		if (from == to[s])
			continue;
		if (m->pieces[to[s]] != '.') {
			/* the other king goes where this one stands */
			if (m->pieces[to[s]] == (s == WHITE ? 'k' : 'K')) {
				const uint8_t other = to[s ^ 1];

				if (m->pieces[other] != '.') {
					stand(m, other, '.');
					pass(m, 150, 700);
				}
				stand(m, to[s], '.');
				pass(m, 150, 700);
				stand(m, other, s == WHITE ? 'k' : 'K');
			} else {
				stand(m, to[s], '.');
			}
			pass(m, 150, 700);
		}
		stand(m, from, '.');
		pass(m, 150, 700);
		stand(m, to[s], s == WHITE ? 'K' : 'k');
		pass(m, 150, 1500);
	}
	pass(m, 3000, 20000);
}

static void begin_order(struct making *m, uint8_t order[static GAME_MAX_SQUARES])
{
	for (unsigned i = 0; i < m->e->game->squares; i++)
		order[i] = (uint8_t)i;
	for (unsigned i = m->e->game->squares; i > 1; i--) {
		const unsigned j = chance_below(&m->chance, i);
		const uint8_t swap = order[i - 1];

		order[i - 1] = order[j];
		order[j] = swap;
	}
}

/* The pieces go home one by one, or all are swept off first. King and queen may stand swapped for a while. */
static void set_up(struct making *m)
{
	const struct game *game = m->e->game;
	const bool cleared = chance_below(&m->chance, 3) == 0, swapped = chance_below(&m->chance, 8) == 0;
	const unsigned slow = chance_below(&m->chance, 4) ? 1 : 5;
	uint8_t order[GAME_MAX_SQUARES];
	char want[GAME_MAX_SQUARES];
	struct game_position start;
	bool left = true;
	unsigned done = 0;

	game->parse(game->start_fen, &start, NULL);
	game->placement(&start, want);
	if (swapped) {
		want[3] = 'K';
		want[4] = 'Q';
	}
	begin_order(m, order);
	for (unsigned i = 0; i < game->squares && cleared; i++)
		if (m->pieces[order[i]] != '.' || m->shown[order[i]] != '.') {
			stand(m, order[i], '.');
			pass(m, 20, 250 * slow);
		}
	while (left) {
		left = false;
		begin_order(m, order);
		for (unsigned i = 0; i < game->squares; i++) {
			const unsigned q = order[i];
			const char *from;

			if (m->pieces[q] == want[q] && m->shown[q] == want[q])
				continue;
			if (m->pieces[q] != '.' || m->shown[q] != '.') {
				left |= want[q] != '.';
				stand(m, q, '.');
				pass(m, 40, 500 * slow);
				continue;
			}
			/* one that stands elsewhere, or from beside the board */
			for (from = m->pieces; from < m->pieces + game->squares; from++)
				if (*from == want[q] && want[from - m->pieces] != want[q])
					break;
			if (from < m->pieces + game->squares) {
				stand(m, (unsigned)(from - m->pieces), '.');
				pass(m, 40, 500 * slow);
			}
			stand(m, q, want[q]);
			pass(m, 40, (chance_below(&m->chance, 10) ? 500 : 4000) * slow);
			/* the clock's lever is put as it is to be */
			if (++done > 8 && chance_below(&m->chance, 100) == 0)
				press(m, m->t_us, (enum side)chance_below(&m->chance, 2));
		}
	}
	if (!swapped)
		return;
	pass(m, 1000, 8000);
	stand(m, 3, '.');
	pass(m, 100, 500);
	stand(m, 4, 'K');
	pass(m, 100, 500);
	stand(m, 3, 'Q');
}

static void after_game(struct making *m, struct made_game *g)
{
	switch (g->end) {
	case MADE_KINGS:
		pass(m, 1500, 9000);
		kings_to_centre(m, g);
		break;
	case MADE_SET_UP:
		pass(m, 1500, 6000);
		break;
	case MADE_LEFT:
		pass(m, 30000, 600000);
		break;
	default:
		pass(m, 1000, 40000);
		break;
	}
	/* the one who has moved presses again */
	if (chance_below(&m->chance, 6) == 0) {
		press(m, m->t_us, (enum side)((g->plies + 1) % 2));
		pass(m, 500, 5000);
	}
	g->to_us = m->t_us;
	g->set_up = m->e->events;
}

static void choose_hands(struct making *m, unsigned number, enum made_hands hands)
{
	unsigned styles = 0;

	while (restless_styles[styles].name)
		styles++;
	if (hands == MADE_ANY)
		hands = number % (1 + HURRIED_LEVELS + styles) == 0		 ? MADE_ORDERLY :
			number % (1 + HURRIED_LEVELS + styles) <= HURRIED_LEVELS ? MADE_HURRIED :
										   MADE_RESTLESS;
	if (hands == MADE_HURRIED)
		m->hurried = &play_levels[(number + HURRIED_LEVELS - 1) % HURRIED_LEVELS];
	if (hands == MADE_RESTLESS) {
		m->restless = &restless_styles[number % styles];
		m->e->scan_us = m->restless->scan_ms * 1000;
		m->e->late_us = m->restless->lever_late_ms * 1000;
	}
	m->e->hands = m->hurried ? m->hurried->name : m->restless ? m->restless->name : "one piece at a time";
}

int made_evening(unsigned number, enum made_hands hands, bool presence, struct made_evening *ret)
{
	struct making m = { .e = ret, .chance = { number * UINT64_C(0x2545f4914f6cdd1d) + 1 } };
	struct game_position start;
	int r = 0;

	*ret = (struct made_evening){ .game = game_find("chess"), .presence = presence };
	choose_hands(&m, number, hands);
	ret->game->parse(ret->game->start_fen, &start, NULL);
	ret->game->placement(&start, m.pieces);
	memcpy(m.shown, m.pieces, sizeof(m.shown));
	ret->count = 2 + chance_below(&m.chance, EVENING_GAMES - 1);
	for (unsigned i = 0; i < ret->count && r == 0; i++) {
		struct made_game *g = &ret->games[i];

		r = made_game(ret->game, &m.chance, (enum made_end)((number + i) % MADE_ENDS), PLAY_PLIES, g);
		if (r < 0)
			break;
		g->from_us = m.t_us;
		pass(&m, 2000, 60000);
		g->first = ret->events;
		/* Black starts White's clock */
		if (chance_below(&m.chance, 3) == 0) {
			press(&m, m.t_us, BLACK);
			pass(&m, 100, 3000);
		}
		r = play_one(&m, g);
		after_game(&m, g);
		if (i + 1 < ret->count || chance_below(&m.chance, 2))
			set_up(&m);
	}
	if (m.failed)
		r = -ENOMEM;
	if (r < 0)
		made_evening_free(ret);
	return r;
}

void made_evening_free(struct made_evening *e)
{
	for (unsigned i = 0; i < EVENING_GAMES; i++)
		free(e->games[i].move);
	free(e->event);
	*e = (struct made_evening){ 0 };
}
