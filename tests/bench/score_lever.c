/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One thing that a lever does, or hands do with it, put into clean games: is each still read exactly right?
 *
 *   score_lever [-v] [-s SEED] TRACE.jsonl…     each beside its moves
 *
 * A game in which the presses are not one for each move, or that is not read right as it is, is left out. One line for
 * each thing: its name, the games, how many are right; with -v each that is wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/known-game.h"

enum fault {
	CLEAN,
	REBOUND,	  /* White, Black, White */
	TWICE,		  /* White, White */
	WRONG_SIDE,	  /* White, Black, and Black has nothing to press after his reply */
	NEVER,		  /* the reply comes without the press, and the lever is where the reply would put it */
	NEVER_BUTTONS,	  /* … on a clock with two buttons the reply is pressed */
	LATE,		  /* so long after the move, before the reply */
	BOTH,		  /* White forgets, Black replies, then both press in turn, so far apart */
	BOTH_SWAPPED,	  /* … the two have one time, and the poll tells the second first */
	UNPRESSED,	  /* the last move; the recording ends */
	UNPRESSED_SET_UP, /* … and the pieces are set up anew */
	UNPRESSED_KINGS,  /* … and the kings are put on the centre */
};

static const struct {
	const char *name;
	enum fault fault;
	int64_t us;
} faults[] = {
	{ "clean", CLEAN, 0 },
	{ "rebound 0", REBOUND, 0 },
	{ "rebound 5", REBOUND, 5000 },
	{ "rebound 30", REBOUND, 30000 },
	{ "rebound 70", REBOUND, 70000 },
	{ "rebound 140", REBOUND, 140000 },
	{ "rebound 220", REBOUND, 220000 },
	{ "rebound 300", REBOUND, 300000 },
	{ "twice 40", TWICE, 40000 },
	{ "twice 300", TWICE, 300000 },
	{ "wrong side 0", WRONG_SIDE, 0 },
	{ "wrong side 60", WRONG_SIDE, 60000 },
	{ "wrong side 300", WRONG_SIDE, 300000 },
	{ "never", NEVER, 0 },
	{ "never, buttons", NEVER_BUTTONS, 0 },
	{ "late 1000", LATE, 1000000 },
	{ "late 3000", LATE, 3000000 },
	{ "both 0", BOTH, 0 },
	{ "both 100", BOTH, 100000 },
	{ "both 300", BOTH, 300000 },
	{ "both 500", BOTH, 500000 },
	{ "both, swapped", BOTH_SWAPPED, 0 },
	{ "unpressed", UNPRESSED, 0 },
	{ "unpressed, set up", UNPRESSED_SET_UP, 0 },
	{ "unpressed, kings", UNPRESSED_KINGS, 0 },
};
enum { FAULTS = sizeof(faults) / sizeof(*faults) };

struct kind {
	const char *name;
	unsigned games[FAULTS], right[FAULTS];
};

static struct kind kinds[2] = { { "presence", { 0 }, { 0 } }, { "id", { 0 }, { 0 } } };
static struct known_game clean, played;
static unsigned seed = 1;
static bool verbose;

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
}

/* Ply at which it is wrong, plies: none. */
static unsigned first_wrong(const struct known_game *g)
{
	struct tracker_setup setup = {
		.game = g->game,
		.sensors = g->named ? TRACKER_PIECE_ID : TRACKER_PRESENCE,
		.has_lever = true,
		.keep_illegal = true,
		.start = g->start,
	};
	struct tracker *tracker = NULL;
	unsigned ply = 0;

	if (tracker_new(&setup, on_fact, NULL, &tracker) < 0)
		abort();
	for (unsigned i = 0; i < g->events; i++) {
		struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(tracker) };

		if (tick.t_us <= g->event[i].t_us)
			tracker_event(tracker, &tick);
		tracker_event(tracker, &g->event[i]);
	}
	tracker_finish(tracker);
	for (; ply < g->plies; ply++) {
		const struct turn *turn = tracker_turn(tracker, ply);

		if (!turn || turn->kind == TURN_NO_MOVE ||
		    !known_game_is_move(g, ply, turn->from, turn->to, turn->has_move ? turn->move.promotion : 0))
			break;
	}
	if (ply == g->plies && tracker_turns(tracker) != g->plies)
		ply = g->plies - 1;
	tracker_free(tracker);
	return ply;
}

static void take_out(struct known_game *g, unsigned i)
{
	memmove(&g->event[i], &g->event[i + 1], (--g->events - i) * sizeof(g->event[0]));
}

/* In the order of time, after all of the same time. */
static bool put_in(struct known_game *g, struct tracker_event e)
{
	unsigned i = g->events;

	if (g->events == EVENTS)
		return false;
	for (; i && g->event[i - 1].t_us > e.t_us; i--)
		g->event[i] = g->event[i - 1];
	g->event[i] = e;
	g->events++;
	return true;
}

/* Does no square change in that time? */
static bool is_quiet(const struct known_game *g, int64_t from, int64_t to)
{
	for (unsigned i = 0; i < g->events; i++)
		if (g->event[i].type != TRACKER_PRESS && g->event[i].t_us > from && g->event[i].t_us <= to)
			return false;
	return true;
}

/* Event of the press of that ply. */
static unsigned press_of(const struct known_game *g, unsigned ply)
{
	unsigned i = 0;

	for (unsigned n = 0; i < g->events; i++)
		if (g->event[i].type == TRACKER_PRESS && n++ == ply)
			break;
	return i;
}

/* One press for each move, the sides in turn. */
static bool is_orderly(const struct known_game *g)
{
	enum side side = g->game->to_move(&g->start);
	unsigned presses = 0;

	for (unsigned i = 0; i < g->events; i++)
		if (g->event[i].type == TRACKER_PRESS) {
			if (g->event[i].side != side)
				return false;
			side = other_side(side);
			presses++;
		}
	return presses == g->plies;
}

static char last_shown(const struct known_game *g, unsigned square)
{
	char squares[GAME_MAX_SQUARES];

	for (unsigned i = g->events; i-- > 0;)
		if (g->event[i].type != TRACKER_PRESS && g->event[i].square == square)
			return g->event[i].type == TRACKER_LIFT ? '.' : g->event[i].piece ? g->event[i].piece : '?';
	memset(squares, '.', sizeof(squares));
	g->game->placement(&g->start, squares);
	return squares[square];
}

static bool change(struct known_game *g, int64_t *t_us, unsigned square, char piece)
{
	*t_us += 300000;
	return put_in(g, (struct tracker_event){ .type = piece == '.' ? TRACKER_LIFT : TRACKER_PLACE,
						 .t_us = *t_us,
						 .square = (uint8_t)square,
						 .piece = g->named && piece != '.' ? piece : 0 });
}

/* The pieces are set up anew: first what is in the way is taken off. */
static bool set_up(struct known_game *g)
{
	int64_t t_us = g->event[g->events - 1].t_us + 5000000;
	char start[GAME_MAX_SQUARES], now[GAME_MAX_SQUARES];

	memset(start, '.', sizeof(start));
	g->game->placement(&g->start, start);
	for (unsigned q = 0; q < g->game->squares; q++)
		now[q] = last_shown(g, q);
	for (unsigned q = 0; q < g->game->squares; q++)
		if (now[q] != '.' && now[q] != start[q] && !change(g, &t_us, q, '.'))
			return false;
	for (unsigned q = 0; q < g->game->squares; q++)
		if (start[q] != '.' && now[q] != start[q] && !change(g, &t_us, q, start[q]))
			return false;
	return true;
}

/* Both kings go to light squares of the centre; what stands there is taken off. */
static bool kings_to_centre(struct known_game *g)
{
	static const char *const goals[] = { "e4", "d5" };
	int64_t t_us = g->event[g->events - 1].t_us + 2000000;
	struct game_position pos = g->start;
	char squares[GAME_MAX_SQUARES];

	for (unsigned ply = 0; ply < g->plies; ply++) {
		struct game_moves moves;
		unsigned i = 0;

		g->game->moves(&pos, &moves);
		while (i < moves.count &&
		       !known_game_is_move(g, ply, moves.move[i].from, moves.move[i].to, moves.move[i].promotion))
			i++;
		if (i == moves.count)
			return false;
		g->game->play(&pos, &moves.move[i]);
	}
	memset(squares, '.', sizeof(squares));
	g->game->placement(&pos, squares);
	for (unsigned k = 0; k < 2; k++) {
		unsigned goal = (unsigned)g->game->square_parse(goals[k]);
		const char *king = memchr(squares, "Kk"[k], g -> game -> squares);

		if (!king)
			return false;
		if (squares[goal] == *king)
			continue;
		if (squares[goal] != '.' && !change(g, &t_us, goal, '.'))
			return false;
		if (!change(g, &t_us, (unsigned)(king - squares), '.') || !change(g, &t_us, goal, "Kk"[k]))
			return false;
	}
	/* they stay there */
	t_us += 5000000;
	return change(g, &t_us, 0, squares[0] == '.' ? '?' : '.');
}

/* Puts it in at that ply. False: it cannot be there. */
static bool put_fault(struct known_game *g, enum fault fault, int64_t us, unsigned ply)
{
	unsigned at = press_of(g, ply), next = press_of(g, ply + 1);
	struct tracker_event press = g->event[at], again = press, other = press;

	other.side = other_side(press.side);
	other.t_us += us;
	again.t_us += fault == REBOUND ? 2 * us : us;
	switch (fault) {
	case CLEAN:
		return ply == 0;
	case REBOUND:
		return is_quiet(g, press.t_us, again.t_us) && put_in(g, other) && put_in(g, again);
	case TWICE:
		return is_quiet(g, press.t_us, again.t_us) && put_in(g, again);
	case WRONG_SIDE:
		if (next >= g->events || !is_quiet(g, press.t_us, other.t_us))
			return false;
		take_out(g, next);
		return put_in(g, other);
	case NEVER:
	case NEVER_BUTTONS:
		if (press_of(g, ply + 2) >= g->events)
			return false;
		if (fault == NEVER)
			take_out(g, next);
		take_out(g, at);
		return true;
	case LATE:
		if (!is_quiet(g, press.t_us, again.t_us))
			return false;
		take_out(g, at);
		return put_in(g, again);
	case BOTH:
	case BOTH_SWAPPED:
		if (next >= g->events)
			return false;
		other.t_us = g->event[next].t_us + us;
		again.t_us = g->event[next].t_us;
		if (!is_quiet(g, again.t_us, other.t_us))
			return false;
		take_out(g, next);
		take_out(g, at);
		return fault == BOTH ? put_in(g, again) && put_in(g, other) : put_in(g, other) && put_in(g, again);
	case UNPRESSED:
	case UNPRESSED_SET_UP:
	case UNPRESSED_KINGS:
		if (ply + 1 != g->plies)
			return false;
		take_out(g, at);
		return fault == UNPRESSED	 ? true :
		       fault == UNPRESSED_SET_UP ? set_up(g) :
						   g->game->squares == 64 && g->game->path_squares == NULL &&
							   kings_to_centre(g);
	}
	return false;
}

static void score(const char *path, struct kind *kind)
{
	for (unsigned f = 0; f < FAULTS; f++) {
		unsigned wrong, ply = 0;
		bool fits = false;

		for (unsigned tries = 0; tries < 200 && !fits; tries++) {
			seed = seed * 1103515245 + 12345;
			ply = faults[f].fault >= UNPRESSED ? clean.plies - 1 :
			      faults[f].fault == CLEAN	   ? 0 :
							     (seed >> 8) % clean.plies;
			played = clean;
			fits = put_fault(&played, faults[f].fault, faults[f].us, ply);
		}
		if (!fits)
			continue;
		wrong = first_wrong(&played);
		if (f == 0 && wrong != clean.plies)
			return;
		kind->games[f]++;
		kind->right[f] += wrong == clean.plies;
		if (verbose && wrong != clean.plies)
			printf("# %s, %s at ply %u %s: wrong from ply %u %s\n", path, faults[f].name, ply,
			       clean.move[ply], wrong, clean.move[wrong]);
	}
}

int main(int argc, char **argv)
{
	int first = 1;

	for (; first < argc && argv[first][0] == '-'; first++) {
		verbose |= !strcmp(argv[first], "-v");
		if (!strcmp(argv[first], "-s") && first + 1 < argc)
			seed = (unsigned)atoi(argv[++first]);
	}
	for (int i = first; i < argc; i++)
		if (known_game_read(argv[i], &clean) && !clean.left_out && clean.plies && is_orderly(&clean))
			score(argv[i], &kinds[clean.named]);
	for (unsigned k = 0; k < 2; k++)
		for (unsigned f = 0; f < FAULTS; f++)
			if (kinds[k].games[f])
				printf("%-9s %-20s games %u right %u\n", kinds[k].name, faults[f].name,
				       kinds[k].games[f], kinds[k].right[f]);
	return 0;
}
