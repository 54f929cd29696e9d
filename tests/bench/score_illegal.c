/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often an illegal move that stands is said to be one (tests/sim/restless.h plays it).
 *
 *   score_illegal [-v] [-s STYLE] [-k id|presence] [-f FIRST] [-c COUNT] [-g GAME] [-S SEED] GAMES.jsonl
 *
 * Each game goes up to a ply of chance, where a piece is moved against the rules and pressed; then nothing happens for
 * three seconds. Four kinds in turn: a piece that does not move so, to an empty square and taking; a king left in check
 * likewise. Right: the turn is illegal with that piece's squares. Asked: the turn is unsure. -v: each one that is
 * neither.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/tracker.h"
#include "tests/bench/restless-games.h"
#include "tests/sim/chance.h"

enum { KINDS = 4, QUIET_US = 3000000 };

static const char *const kind_names[KINDS] = { "quiet", "capture", "check", "check-capture" };

struct tally {
	unsigned games, right, asked, legal, other;
};

static struct restless_games opt;

/* A move against the rules of that kind, at random; false: there is none. */
static bool find_illegal(const struct game *game, const struct game_position *pos, unsigned kind, struct chance *random,
			 struct game_move *ret)
{
	struct game_moves moves;
	char pieces[GAME_MAX_SQUARES];
	unsigned found = 0;

	game->moves(pos, &moves);
	memset(pieces, '.', sizeof(pieces));
	game->placement(pos, pieces);
	for (unsigned from = 0; from < game->squares; from++)
		for (unsigned to = 0; to < game->squares; to++) {
			enum side side = game->to_move(pos);
			bool legal = false, takes = pieces[to] != '.';
			int fault;

			if (from == to || game->piece_side(pieces[from]) != side ||
			    game->piece_side(pieces[to]) == side || (pieces[to] | 32) == 'k' ||
			    takes != (kind % 2 == 1))
				continue;
			for (unsigned i = 0; i < moves.count && !legal; i++)
				legal = moves.move[i].from == from && moves.move[i].to == to;
			fault = legal ? 0 : game->fault(pos, from, to);
			if (legal || (fault == TURN_FAULT_CHECK) != (kind >= 2) || chance_below(random, ++found))
				continue;
			*ret = (struct game_move){ .from = (uint8_t)from,
						   .to = (uint8_t)to,
						   .flags = takes ? GAME_MOVE_CAPTURE : 0,
						   .captured = takes ? UINT64_C(1) << to : 0 };
		}
	return found;
}

struct said {
	struct turn turn;
	unsigned ply;
};

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
	struct said *said = userdata;

	if (fact->type == TRACKER_TURN || fact->type == TRACKER_REVISED)
		*said = (struct said){ fact->turn, fact->ply };
}

static void score_game(const struct hands_score *score, const struct restless *hands,
		       const struct restless_style *style, bool presence, unsigned number, unsigned kind,
		       struct tally *tally)
{
	struct tracker_setup setup = {
		.game = score->game,
		.sensors = presence ? TRACKER_PRESENCE : TRACKER_PIECE_ID,
		.has_lever = true,
		.start = score->start,
		.scan_us = style->scan_ms * 1000,
		.late_us = style->lever_late_ms * 1000,
	};
	const struct game_move *m = &score->move[score->plies - 1];
	struct tracker_event end = { .type = TRACKER_TIME };
	struct tracker *tracker = NULL;
	struct said said = { .ply = UINT32_MAX };

	if (tracker_new(&setup, on_fact, &said, &tracker) < 0)
		exit(1);
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		struct tracker_event ev = { .t_us = e->t_us, .square = e->square, .side = e->side };

		ev.type = e->action == HANDS_LIFT  ? TRACKER_LIFT :
			  e->action == HANDS_PLACE ? TRACKER_PLACE :
						     TRACKER_PRESS;
		ev.piece = e->action == HANDS_PLACE && !presence ? e->piece : 0;
		if (tracker_deadline(tracker) <= ev.t_us) {
			struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(tracker) };

			tracker_event(tracker, &tick);
		}
		tracker_event(tracker, &ev);
		end.t_us = e->t_us + QUIET_US;
	}
	tracker_event(tracker, &end);
	if (said.ply == UINT32_MAX || tracker_turns(tracker) < score->plies - 1) {
		tracker_free(tracker); /* it went wrong before */
		return;
	}
	tally->games++;
	if (said.turn.unsure) {
		tally->asked++;
	} else if (said.turn.kind == TURN_ILLEGAL && said.turn.from == m->from && said.turn.to == m->to) {
		tally->right++;
	} else {
		char from[8] = "-", to[8] = "-", a[8], b[8], tags[300], why[4000], fen[GAME_FEN];
		struct game_position at = score->start;

		tally->legal += said.turn.kind == TURN_LEGAL;
		tally->other += said.turn.kind != TURN_LEGAL;
		for (unsigned i = 0; i + 1 < score->plies; i++)
			score->game->play(&at, &score->move[i]);
		score->game->format(&at, fen);
		score->game->square_name(m->from, a);
		score->game->square_name(m->to, b);
		if (said.turn.from != GAME_NO_SQUARE)
			score->game->square_name(said.turn.from, from);
		if (said.turn.to != GAME_NO_SQUARE)
			score->game->square_name(said.turn.to, to);
		if (opt.verbose)
			printf("# %s %s %s game %u: ply %u %s%s read as %s %s%s; %s %s\n", style->name,
			       presence ? "presence" : "id", kind_names[kind], number, score->plies - 1, a, b,
			       turn_word(&said.turn), from, to,
			       restless_tags(hands->tags[score->plies - 1], tags, sizeof(tags)), fen);
		for (size_t i = 0; opt.events && i < hands->count; i++) {
			const struct hands_event *e = &hands->event[i];

			score->game->square_name(e->square, a);
			if (e->ply + 3 >= score->plies)
				printf("#    %9.3f %u %s %c\n", (double)e->t_us / 1e6, e->ply,
				       e->action == HANDS_PRESS ? "press" : a,
				       e->action == HANDS_PRESS ? "wb"[e->side] : e->piece);
		}
		if (opt.events && tracker_explain(tracker, score->plies - 1, why, sizeof(why)) > 0)
			printf("%s", why);
	}
	tracker_free(tracker);
}

struct hands_of {
	const struct restless_style *style;
	struct tally tally[2][KINDS];
};

static void run_game(void *userdata, struct hands_score *score, unsigned number)
{
	struct chance random = { (opt.seed << 32) + number };
	unsigned ply = 1 + chance_below(&random, score->plies), plies = score->plies, kind = number % KINDS;
	struct game_position pos = score->start;
	struct hands_of *h = userdata;
	struct restless hands;

	for (unsigned i = 0; i + 1 < ply; i++)
		score->game->play(&pos, &score->move[i]);
	/* the first ply from there on that has such a move */
	while (ply < plies && !find_illegal(score->game, &pos, kind, &random, &score->move[ply - 1]))
		score->game->play(&pos, &score->move[ply++ - 1]);
	score->plies = ply;
	if (ply >= plies || restless_play(score, h->style, opt.seed * 100000 + number, &hands) < 0)
		return;
	for (unsigned presence = 0; presence < 2; presence++)
		if (restless_games_has_kind(&opt, presence))
			score_game(score, &hands, h->style, presence, number, kind, &h->tally[presence][kind]);
	restless_free(&hands);
}

int main(int argc, char **argv)
{
	if (!restless_games_parse(argc, argv, "vs:f:c:g:S:k:", &opt))
		return 2;
	for (const struct restless_style *s = restless_styles; s->name; s++) {
		struct hands_of h = { .style = s };

		if (restless_games_has_style(&opt, s) && restless_games_each(&opt, run_game, &h) < 0)
			return 1;
		for (unsigned k = 0; k < 2 * KINDS; k++) {
			const struct tally *t = &h.tally[k / KINDS][k % KINDS];

			if (t->games)
				printf("%-15s %-8s %-14s %u: right %u, asked %u, legal %u, other %u\n", s->name,
				       k / KINDS ? "presence" : "id", kind_names[k % KINDS], t->games, t->right,
				       t->asked, t->legal, t->other);
		}
	}
	return 0;
}
