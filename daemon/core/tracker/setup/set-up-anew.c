/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pieces that go home one by one may look like moves, and the first of them like the reply to a last move that nobody
 * pressed. When all are home it is known that these were none: hands that set up put each piece where the game begins.
 * So the changes are looked through backwards, as long as all pieces went home. In one of the pauses between them the
 * game's last position stood. Hands think before each of the last moves, too, so it is the last pause that is long
 * enough, or the longest. Where the hands make longer ones while they set up, a much longer one before it is the end.
 * Kings in the centre are the end, whatever stood since.
 */
#include "daemon/core/tracker/setup/set-up-anew.h"

#include <string.h>

#include "daemon/core/tracker/by-time/by-time.h"
#include "daemon/core/tracker/closing/unpressed-move.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/after-end.h"
#include "daemon/core/tracker/setup/kings.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	REST_US = 700000,   /* hands rest so long when a game is over, … */
	PAUSE_US = 1500000, /* … and rarely so long while they set up; … */
	MUCH_LONGER = 10,   /* … where they do, the end's pause is so many times as long */
	TURNS_BACK = 8,	    /* so many moves may be made of pieces that go home */
	MOVE_SQUARES = 4,   /* a move changes so many at most */
	DISORDER = 4,	    /* so many squares are otherwise than a turn leaves them where its press was none */
};

/* What stood in a pause. */
struct rest {
	int64_t quiet_us, since_us;
	unsigned turns; /* of the game that it was, … */
	bool kings;	/* … with its kings in the centre, … */
	bool moved;	/* … or with this move, which is none of them */
	struct game_move move;
};

struct looking {
	struct tracker *t;
	struct readings *r;
	char start[GAME_MAX_SQUARES];
	char stood[GAME_MAX_SQUARES]; /* what the sensors showed */
	uint32_t first;		      /* the oldest change that is remembered */
	unsigned wrong;		      /* so many squares may have been otherwise, whose sensors failed */
	bool found;
	struct rest best;
};

/* A piece that belongs there, or one that stands beside its square for a while: king and queen are often mixed up. */
static bool goes_home(const struct looking *l, const struct change *c)
{
	const struct game *game = l->t->game;

	if (c->is == '.' || square_agrees(l->r, l->start[c->square], c->is))
		return true;
	/* the kings that show the result, seen as such or not */
	if (l->r->centre & square_bit(c->square) && strchr("Kk?", c->is))
		return true;
	return strchr("KkQq", c->is) && strchr("KkQq", l->start[c->square]) &&
	       game->piece_side(c->is) == game->piece_side(l->start[c->square]);
}

/* What the square showed before its change number n; a piece that is not known any more may be any. */
static char showed_before(const struct looking *l, uint32_t n)
{
	const struct change *c = &l->r->change[n % HISTORY];

	for (uint32_t i = n - 1; i >= l->first && i; i--)
		if (l->r->change[i % HISTORY].square == c->square)
			return l->r->change[i % HISTORY].is;
	return c->is == '.' ? '?' : '.';
}

static unsigned wrong_squares(const struct looking *l, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];
	unsigned wrong = 0;

	l->t->game->placement(pos, squares);
	for (unsigned q = 0; q < l->t->game->squares; q++)
		wrong += !square_agrees(l->r, squares[q], l->stood[q]);
	return wrong;
}

/* How many squares were otherwise than after that turn when it was pressed? */
static unsigned disorder_at_press(const struct looking *l, unsigned ply)
{
	struct looking then = *l;
	struct game_position pos;

	memcpy(then.stood, l->r->sensor, sizeof(then.stood));
	for (uint32_t n = l->r->changes;
	     n > l->first && l->r->change[n % HISTORY].t_us > record_at(&l->t->record, ply)->t_us; n--)
		then.stood[l->r->change[n % HISTORY].square] = showed_before(l, n);
	record_position(&l->t->record, ply + 1, &pos);
	return wrong_squares(&then, &pos);
}

/* A turn that was pressed is one, unless the lever went down while the pieces were set up. */
static bool may_be_none(const struct looking *l, unsigned ply)
{
	const struct short_turn *turn = record_at(&l->t->record, ply);

	return turn && (!presses_are_seen(l->r) || turn->unpressed || turn->kind != TURN_LEGAL ||
			disorder_at_press(l, ply) >= DISORDER);
}

/* The kings showed the result, and everything else was as the game had left it. */
static bool kings_stood(const struct looking *l, struct rest *ret)
{
	const struct readings *r = l->r;
	struct game_position pos;
	char squares[GAME_MAX_SQUARES];
	unsigned there = 0;

	if (!r->kings_went_home || r->kings_ply > l->t->record.count || r->kings_ply < l->t->record.first)
		return false;
	record_position(&l->t->record, r->kings_ply, &pos);
	l->t->game->placement(&pos, squares);
	for (unsigned q = 0; q < l->t->game->squares; q++) {
		if (r->centre & square_bit(q)) {
			there += l->stood[q] == 'K' || l->stood[q] == 'k' || l->stood[q] == '?';
			continue;
		}
		if (squares[q] == 'K' || squares[q] == 'k')
			squares[q] = '.';
		if (!square_agrees(r, squares[q], l->stood[q]))
			return false;
	}
	ret->kings = there >= 2;
	ret->turns = r->kings_ply;
	return ret->kings;
}

static bool was_thought_of(const struct looking *l, unsigned ply, const struct game_move *m)
{
	const struct readings *r = l->r;
	uint16_t node = r->over.key ? r->over.node : NO_NODE;

	if (r->stood.state != PROVISIONAL_NONE && r->stood_ply == ply && game_moves_same(&r->stood.move, m))
		return true;
	while (node != NO_NODE && r->node[node].ply > ply)
		node = r->node[node].parent;
	return node != NO_NODE && r->node[node].ply == ply && is_nodes_move(&r->node[node], m);
}

/* Was a piece set down there, before the rest and hardly before the last of its turns, which may have been pressed
 * late? A lift alone clears the board. */
static bool came_to(const struct looking *l, const struct rest *rest, unsigned square)
{
	const struct readings *r = l->r;
	const int64_t turn_us = rest->turns > 1 ? record_at(&l->t->record, rest->turns - 2)->t_us : INT64_MIN;

	for (uint32_t n = r->changes; n >= l->first && n; n--) {
		const struct change *c = &r->change[n % HISTORY];

		if (c->square == square && c->is != '.' && c->t_us <= rest->since_us && c->t_us > turn_us)
			return true;
	}
	return false;
}

/* A legal move after its turns made what stood: rather one that was thought to stand, or ends the game. */
static bool move_stood(const struct looking *l, struct rest *ret)
{
	const struct game *game = l->t->game;
	struct game_position pos;
	struct game_moves moves;
	unsigned best = 0, likes;

	record_position(&l->t->record, ret->turns, &pos);
	if (wrong_squares(l, &pos) > MOVE_SQUARES || work_is_exhausted(l->r))
		return false;
	game->moves(&pos, &moves);
	l->r->work += moves.count;
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_position after = pos;

		game->play(&after, &moves.move[i]);
		if (wrong_squares(l, &after))
			continue;
		likes = was_thought_of(l, ret->turns, &moves.move[i]) ? 3 : game->end(&after) != GAME_GOES_ON ? 2 : 1;
		if (likes <= best || (likes == 1 && !came_to(l, ret, moves.move[i].to)))
			continue;
		best = likes;
		ret->move = moves.move[i];
	}
	return best;
}

/* Was that the game's last position, or one after its last move? A press that came is that move's. */
static bool is_last(const struct looking *l, struct rest *ret)
{
	const struct turn_record *record = &l->t->record;
	unsigned least = record->count;
	struct game_position pos;

	while (least > record->first && record->count - least < TURNS_BACK && may_be_none(l, least - 1))
		least--;
	for (unsigned turns = record->count + 1; turns-- > least;) {
		record_position(record, turns, &pos);
		ret->turns = turns;
		if (wrong_squares(l, &pos) <= l->wrong)
			return true;
	}
	for (unsigned turns = record->count + 1; !l->wrong && turns-- > least - (least > record->first);) {
		ret->turns = turns;
		ret->moved = move_stood(l, ret);
		if (ret->moved)
			return true;
	}
	return false;
}

static void look_back(struct looking *l)
{
	struct readings *r = l->r;
	int64_t longest_us = 0; /* of the pauses in which hands set up */

	for (uint32_t n = r->changes; n > l->first; n--) {
		const struct change *c = &r->change[n % HISTORY], *before = &r->change[(n - 1) % HISTORY];
		struct rest rest = { .quiet_us = c->t_us - before->t_us, .since_us = before->t_us };

		if (!goes_home(l, c))
			return;
		l->stood[c->square] = showed_before(l, n);
		if (rest.quiet_us < REST_US)
			continue;
		if (kings_stood(l, &rest)) {
			l->found = true;
			l->best = rest;
			return;
		}
		if (l->found && (rest.quiet_us <= l->best.quiet_us ||
				 (l->best.quiet_us >= PAUSE_US &&
				  (l->best.quiet_us >= longest_us || rest.quiet_us < MUCH_LONGER * l->best.quiet_us))))
			continue;
		if (!is_last(l, &rest)) {
			if (rest.quiet_us > longest_us)
				longest_us = rest.quiet_us;
			continue;
		}
		l->found = true;
		l->best = rest;
	}
}

/* The game is what it was then. */
static int keep_until(struct tracker *t, const struct rest *rest)
{
	struct readings *r = t->readings;
	struct gap_line line = { .count = 1, .whole = true, .unpressed = 1 };
	struct game_position pos;

	if (rest->turns == t->record.count && !rest->moved)
		return 0;
	record_position(&t->record, rest->turns, &pos);
	beam_start(r, &pos, rest->turns);
	beam_reading(r, 0)->swapped = (uint8_t)t->swapped;
	if (rest->moved) {
		line.from = beam_reading(r, 0);
		line.move[0] = rest->move;
		beam_play(r, &line, 1, rest->since_us);
	}
	return report_reading(t, 0);
}

static int end_before_set_up(struct tracker *t)
{
	struct readings *r = t->readings;
	struct looking l = { .t = t, .r = r };
	int e;

	l.first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	if (l.first <= r->set_change)
		l.first = r->set_change + 1;
	memset(l.start, '.', sizeof(l.start));
	t->game->placement(&t->setup.start, l.start);
	for (; !l.found && l.wrong < 2; l.wrong++) {
		memcpy(l.stood, r->sensor, sizeof(l.stood));
		look_back(&l);
	}
	if (!l.found)
		return t->setup.has_lever ? close_standing_move(t) : by_time_finish(t);
	provisional_withdraw(t);
	e = keep_until(t, &l.best);
	if (e == 0 && l.best.kings)
		kings_are_the_end(t);
	return e;
}

int report_new_game(struct tracker *t)
{
	struct readings *r = t->readings;
	const bool was_over = game_is_over(t);
	int e = 0;

	if (r->new_game_reported || !start_stands_again(t))
		return 0;
	r->new_game_reported = true;
	if (!was_over)
		e = end_before_set_up(t);
	r->press.pending = r->press.revisable = false;
	provisional_withdraw(t);
	report_fact(t, TRACKER_NEW_GAME, NO_SIDE);
	return e;
}
