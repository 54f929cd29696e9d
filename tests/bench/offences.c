// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/bench/offences.h"

#include <stdlib.h>
#include <string.h>

#include "tests/bench/restless-games.h"

const char *const offence_names[OFFENCE_KINDS] = { "geometry", "blocked", "capture",  "check",
						   "castling", "two",	  "promotion" };

enum { PASSES = 100 }; /* through the games */

static bool find_legal(const struct game_position *pos, const struct game_move *m)
{
	struct game_moves moves;

	game_chess.moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (game_moves_same(&moves.move[i], m))
			return true;
	return false;
}

/* Any move: one that is not legal puts its pieces where it says, and the other side has the move. */
static void play_anything(struct game_position *pos, const struct game_move *m)
{
	char squares[GAME_MAX_SQUARES], piece, rook;

	if (find_legal(pos, m)) {
		game_chess.play(pos, m);
		return;
	}
	game_chess.placement(pos, squares);
	piece = squares[m->from];
	rook = m->flags & GAME_MOVE_CASTLING ? squares[m->rook_from] : '.';
	squares[m->from] = '.';
	if (rook != '.')
		squares[m->rook_from] = '.';
	squares[m->to] = m->promotion ? m->promotion : piece;
	if (rook != '.')
		squares[m->rook_to] = rook;
	game_chess.set_placement(pos, squares, other_side(game_chess.to_move(pos)));
}

/* Chess for hands that play anything. */
static const struct game *hands_game(void)
{
	static struct game game;

	if (!game.name) {
		memcpy(&game, &game_chess, sizeof(game));
		game.play = play_anything;
	}
	return &game;
}

/* One of those that were found, each as likely. */
static void choose(struct chance *chance, unsigned *found, struct game_move *ret, struct game_move move)
{
	if (!chance_below(chance, ++*found))
		*ret = move;
}

/* --- the kinds --- */

static bool find_step(const struct game_position *pos, enum offence_kind kind, struct chance *chance,
		      struct game_move *ret)
{
	enum side side = game_chess.to_move(pos);
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;
	unsigned found = 0;

	game_chess.moves(pos, &moves);
	game_chess.placement(pos, pieces);
	for (unsigned from = 0; from < 64; from++)
		for (unsigned to = 0; to < 64; to++) {
			bool legal = false, takes = pieces[to] != '.';
			int fault;

			if (game_chess.piece_side(pieces[from]) != side || game_chess.piece_side(pieces[to]) == side ||
			    (pieces[to] | 32) == 'k' || ((pieces[from] | 32) == 'p' && (to < 8 || to >= 56)))
				continue;
			for (unsigned i = 0; i < moves.count && !legal; i++)
				legal = moves.move[i].from == from && moves.move[i].to == to;
			fault = legal ? TURN_FAULT_NONE : game_chess.fault(pos, from, to);
			if (legal || (kind == OFFENCE_GEOMETRY && (takes || fault != TURN_FAULT_PIECE)) ||
			    (kind == OFFENCE_BLOCKED && (takes || fault != TURN_FAULT_BLOCKED)) ||
			    (kind == OFFENCE_CAPTURE &&
			     (!takes || (fault != TURN_FAULT_PIECE && fault != TURN_FAULT_BLOCKED))) ||
			    (kind == OFFENCE_CHECK && fault != TURN_FAULT_CHECK))
				continue;
			choose(chance, &found, ret,
			       (struct game_move){ .from = (uint8_t)from,
						   .to = (uint8_t)to,
						   .flags = takes ? GAME_MOVE_CAPTURE : 0,
						   .captured = takes ? UINT64_C(1) << to : 0 });
		}
	return found;
}

/* King and rook stand at home with nothing between, and may not. */
static bool find_castling(const struct game_position *pos, struct chance *chance, struct game_move *ret)
{
	const bool white = game_chess.to_move(pos) == WHITE;
	const unsigned home = white ? 0 : 56, king = home + 4;
	char pieces[GAME_MAX_SQUARES];
	unsigned found = 0;

	game_chess.placement(pos, pieces);
	if (pieces[king] != (white ? 'K' : 'k'))
		return false;
	for (unsigned wide = 0; wide < 2; wide++) {
		const unsigned rook = home + (wide ? 0 : 7);
		struct game_move m = { .from = (uint8_t)king,
				       .to = (uint8_t)(home + (wide ? 2 : 6)),
				       .flags = GAME_MOVE_CASTLING,
				       .rook_from = (uint8_t)rook,
				       .rook_to = (uint8_t)(home + (wide ? 3 : 5)) };
		bool free = pieces[rook] == (white ? 'R' : 'r');

		for (unsigned q = (wide ? rook : king) + 1; q < (wide ? king : rook); q++)
			free &= pieces[q] == '.';
		if (free && !find_legal(pos, &m))
			choose(chance, &found, ret, m);
	}
	return found;
}

static bool is_plain(const struct game_move *m)
{
	return !m->captured && !m->promotion && !(m->flags & GAME_MOVE_CASTLING);
}

static bool find_two(const struct game_position *pos, struct chance *chance, struct game_move *ret)
{
	struct game_moves first, second;
	struct game_position after = *pos;
	char pieces[GAME_MAX_SQUARES];
	const struct game_move *m;
	unsigned found = 0;

	game_chess.moves(pos, &first);
	if (!first.count)
		return false;
	m = &first.move[chance_below(chance, first.count)];
	if (!is_plain(m))
		return false;
	game_chess.play(&after, m);
	game_chess.placement(&after, pieces);
	game_chess.set_placement(&after, pieces, game_chess.to_move(pos));
	game_chess.moves(&after, &second);
	for (unsigned i = 0; i < second.count; i++) {
		const struct game_move *n = &second.move[i];

		/* the hands of a castling make it, whatever the two pieces are */
		if (is_plain(n) && n->from != m->to && n->to != m->from)
			choose(chance, &found, ret,
			       (struct game_move){ .from = m->from,
						   .to = m->to,
						   .flags = GAME_MOVE_CASTLING,
						   .rook_from = n->from,
						   .rook_to = n->to });
	}
	return found;
}

static bool find_promotion(const struct game_position *pos, struct chance *chance, struct game_move *ret)
{
	const bool white = game_chess.to_move(pos) == WHITE;
	struct game_moves moves;
	unsigned found = 0;

	game_chess.moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].promotion)
			choose(chance, &found, ret, moves.move[i]);
	ret->promotion = chance_below(chance, 2) ? (white ? 'P' : 'p') : (white ? 'q' : 'Q');
	return found;
}

static bool find_offence(const struct game_position *pos, enum offence_kind kind, struct chance *chance,
			 struct game_move *ret)
{
	return kind == OFFENCE_CASTLING	 ? find_castling(pos, chance, ret) :
	       kind == OFFENCE_TWO	 ? find_two(pos, chance, ret) :
	       kind == OFFENCE_PROMOTION ? find_promotion(pos, chance, ret) :
					   find_step(pos, kind, chance, ret);
}

/* --- what comes after it --- */

/* A legal move of chance: the kings stay, and so does the piece that offended, unless it is to be recaptured. */
static bool go_on(struct game_position *pos, const struct game_move *offence, bool recaptures, struct chance *chance,
		  struct game_move *ret)
{
	struct game_moves moves;
	char pieces[GAME_MAX_SQUARES];
	unsigned found = 0;

	game_chess.moves(pos, &moves);
	game_chess.placement(pos, pieces);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		bool takes_it = m->captured >> offence->to & 1;

		if ((pieces[m->to] | 32) == 'k' || m->promotion || takes_it != recaptures ||
		    (offence->promotion && m->from == offence->to))
			continue;
		choose(chance, &found, ret, *m);
	}
	if (found)
		game_chess.play(pos, ret);
	return found;
}

static bool finish(struct offence *o, struct game_position *pos, bool recaptured, unsigned after, struct chance *chance)
{
	const struct game_move *offence = &o->move[o->ply];

	play_anything(pos, offence);
	for (unsigned i = 0; i < after; i++)
		if (!go_on(pos, offence, recaptured && i == 0, chance, &o->move[o->ply + 1 + i]))
			return false;
	o->score.plies = o->ply + 1 + after;
	return true;
}

/* Of a game, at a ply of chance. after: so many legal plies follow. recaptured: the first of them takes the piece.
 * False: the game has none from there on. */
static bool offence_make(const struct hands_score *game, enum offence_kind kind, bool recaptured, unsigned after,
			 struct chance *chance, struct offence *ret)
{
	unsigned first = 2 + chance_below(chance, game->plies);
	struct game_position pos = game->start;

	for (unsigned ply = 0; ply + 1 < game->plies; ply++) {
		unsigned before = ply < OFFENCE_BEFORE ? ply : OFFENCE_BEFORE;
		struct game_position end = pos;

		*ret = (struct offence){ .kind = kind, .ply = before, .side = game_chess.to_move(&pos) };
		if (ply >= first && find_offence(&pos, kind, chance, &ret->move[before]) &&
		    finish(ret, &end, recaptured, after, chance)) {
			ret->score.game = hands_game();
			ret->score.move = ret->move;
			ret->score.start = game->start;
			for (unsigned i = 0; i < ply - before; i++)
				game_chess.play(&ret->score.start, &game->move[i]);
			memcpy(ret->move, &game->move[ply - before], before * sizeof(*ret->move));
			return true;
		}
		game_chess.play(&pos, &game->move[ply]);
	}
	return false;
}

/* --- the hands --- */

/* Do both moves of the offence, or king and rook, stand by its press? Those of hurried hands may not. */
static bool offence_is_whole(const struct offence *o, const struct restless *hands)
{
	return !(hands->tags[o->ply] & (RESTLESS_LATE_PIECE | RESTLESS_EARLY_PRESS));
}

/* The reply begins at once: so much later than the press, or than the last thing that is done about the offence. */
static void hurry(const struct offence *o, struct restless *hands, int64_t gap_us)
{
	int64_t press = INT64_MIN, last = INT64_MIN, next = INT64_MAX, shift;

	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];

		if (e->ply == o->ply && e->action == HANDS_PRESS)
			press = e->t_us;
		if (e->ply <= o->ply && e->t_us > last)
			last = e->t_us;
		if (e->ply > o->ply && e->t_us < next)
			next = e->t_us;
	}
	shift = next - (press + gap_us > last ? press + gap_us : last + 1000);
	for (size_t i = 0; i < hands->count && shift > 0; i++)
		if (hands->event[i].ply > o->ply)
			hands->event[i].t_us -= shift;
}

struct input *offence_inputs(const struct restless *hands, bool presence, unsigned until, unsigned *count)
{
	struct input *input = calloc(hands->count + OFFENCE_SPARE, sizeof(*input));

	*count = 0;
	for (size_t i = 0; input && i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		struct input *in = &input[*count];

		if (e->ply > until)
			continue;
		*in = input_at(e->t_us, e->action == HANDS_LIFT	 ? INPUT_LIFT :
					e->action == HANDS_PLACE ? INPUT_PLACE :
								   INPUT_PRESS);
		in->square = e->square;
		in->side = e->action == HANDS_PRESS ? e->side : NO_SIDE;
		in->piece = e->action == HANDS_PLACE && !presence ? e->piece : 0;
		++*count;
	}
	return input;
}

static bool was_reported(const struct restless *hands, unsigned ply, unsigned square)
{
	for (size_t i = 0; i < hands->count; i++)
		if (hands->event[i].ply == ply && hands->event[i].action == HANDS_PLACE &&
		    hands->event[i].square == square)
			return true;
	return false;
}

bool offence_is_seen(const struct offence *o, const struct restless *hands)
{
	const struct game_move *m = &o->move[o->ply];

	return was_reported(hands, o->ply, m->to) &&
	       (!(m->flags & GAME_MOVE_CASTLING) || was_reported(hands, o->ply, m->rook_to));
}

const struct restless_style *offence_style(unsigned level)
{
	static const char *const names[] = { "tidy", "club" };

	for (const struct restless_style *s = restless_styles; s->name && level - 1 < 2; s++)
		if (!strcmp(s->name, names[level - 1]))
			return s;
	return NULL;
}

struct core_setup offence_setup(const struct offence *o, const struct restless_style *style, bool presence)
{
	return (struct core_setup){
		.game = &game_chess,
		.sensors = presence ? TRACKER_PRESENCE : TRACKER_PIECE_ID,
		.scan_us = style->scan_ms * 1000,
		.grace_us = style->lever_late_ms * 1000,
		.start = o->score.start,
		.clock.running = NO_SIDE,
	};
}

struct making {
	const struct offence_plan *plan;
	void (*offence)(void *userdata, const struct offence *offence, const struct restless *hands);
	void *userdata;
	unsigned pass, made[OFFENCE_KINDS];
	int failed;
};

static void make_in(void *userdata, struct hands_score *score, unsigned number)
{
	struct making *m = userdata;
	const struct offence_plan *plan = m->plan;

	for (enum offence_kind kind = 0; kind < OFFENCE_KINDS && score->plies > 4; kind++) {
		struct chance chance = { ((plan->seed * 1000 + m->pass) << 24) + number * 8 + kind };
		unsigned after = plan->after_least + chance_below(&chance, plan->after_most - plan->after_least + 1);
		struct restless hands;
		struct offence o;

		if (!(plan->kinds >> kind & 1) || m->made[kind] == plan->count ||
		    !offence_make(score, kind, plan->recaptured, after, &chance, &o))
			continue;
		m->failed = restless_play(&o.score, plan->style, chance.state, &hands);
		if (m->failed < 0)
			return;
		if (plan->recaptured)
			hurry(&o, &hands, INT64_C(1000) * (100 + chance_below(&chance, 1400)));
		if (offence_is_whole(&o, &hands)) {
			m->made[kind]++;
			m->offence(m->userdata, &o, &hands);
		}
		restless_free(&hands);
	}
}

int offences_each(const struct offence_plan *plan,
		  void (*offence)(void *userdata, const struct offence *offence, const struct restless *hands),
		  void *userdata)
{
	struct restless_games games = { .path = plan->path, .count = UINT32_MAX, .only = UINT32_MAX };
	struct making m = { .plan = plan, .offence = offence, .userdata = userdata };
	bool full = false;
	int r = 0;

	/* some kinds are possible in few games */
	for (; r == 0 && !full && m.pass < PASSES; m.pass++) {
		r = restless_games_each(&games, make_in, &m);
		r = r < 0 ? r : m.failed;
		full = true;
		for (unsigned k = 0; k < OFFENCE_KINDS; k++)
			full &= !(plan->kinds >> k & 1) || m.made[k] == plan->count;
	}
	return r;
}
