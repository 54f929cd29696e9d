/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line_move {
	char text[GAME_TEXT];
	int64_t clk_ms;
	struct game_position before;
	const char *comment; /* NULL none */
};

struct line {
	const struct game *game;
	struct game_position start, now;
	struct line_move *moves;
	unsigned count, room;
	bool begun_anew, ended; /* a turn was no legal move: the rest is a comment */
	unsigned rest;		/* plies of that rest */
	struct comment before, after;
};

static int push(struct line *l, const char *text, int64_t clk_ms, const char *comment)
{
	struct line_move *m;

	if (l->count == l->room) {
		unsigned room = l->room ? 2 * l->room : 64;

		m = reallocarray(l->moves, room, sizeof(*m));
		if (!m)
			return -ENOMEM;
		l->moves = m;
		l->room = room;
	}
	m = &l->moves[l->count++];
	*m = (struct line_move){ .clk_ms = clk_ms, .before = l->now, .comment = comment };
	strncat(m->text, text, sizeof(m->text) - 1);
	return 0;
}

static void back_to(struct line *l, unsigned count)
{
	if (count < l->count)
		l->now = l->moves[count].before;
	l->count = count;
}

/* In how many ways depth moves lead there, two for more; way: the last one found. */
static unsigned ways(const struct game *game, const struct game_position *from, const struct game_position *to,
		     unsigned depth, struct game_move *way)
{
	struct game_moves moves;
	unsigned found = 0;

	game->moves(from, &moves);
	for (unsigned i = 0; i < moves.count && found < 2; i++) {
		struct game_position next = *from;
		unsigned n;

		game->play(&next, &moves.move[i]);
		n = depth > 1 ? ways(game, &next, to, depth - 1, way + 1) : game->same(&next, to);
		if (n)
			*way = moves.move[i];
		found += n;
	}
	return found;
}

/* Moves that lead to where the arbiter set the pieces, behind all but the last back ones. 1: there they are; 0. */
static int lead_there(struct line *l, const struct game_position *to, unsigned back, unsigned depth)
{
	struct game_position from = back ? l->moves[l->count - back].before : l->now;
	struct game_move way[2];
	int r = 0;

	if (depth ? ways(l->game, &from, to, depth, way) != 1 : !l->game->same(&from, to))
		return 0;
	for (unsigned i = 0, at = l->count - back; i < depth && r == 0; i++, at++) {
		int64_t clk_ms = at < l->count ? l->moves[at].clk_ms : PGN_NO_TIME;
		char text[GAME_TEXT];

		back_to(l, at);
		l->game->move_notation(&l->now, &way[i], text);
		r = push(l, text, clk_ms, "by the position that the arbiter set");
		l->game->play(&l->now, &way[i]);
	}
	if (!depth)
		back_to(l, l->count - back);
	l->now = *to;
	return r < 0 ? r : 1;
}

/* A move missed, the last one taken back, another instead of it, two missed, more taken back. */
static int find_way(struct line *l, const struct game_position *to)
{
	static const unsigned tries[][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 } };
	int r = 0;

	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]) && r == 0; i++)
		if (tries[i][0] <= l->count)
			r = lead_there(l, to, tries[i][0], tries[i][1]);
	for (unsigned back = 2; back <= l->count && r == 0; back++)
		r = lead_there(l, to, back, 0);
	return r;
}

static void begin_anew(struct line *l, const struct game_position *pos, const char *why)
{
	unsigned ply = comment_first_ply(l->game, &l->start);

	if (l->count || l->after.size) {
		comment_add(&l->before, why);
		for (unsigned i = 0; i < l->count; i++)
			comment_add_move(&l->before, ply + i, i == 0, l->moves[i].text);
		if (l->after.size)
			comment_add(&l->before, l->after.text);
	}
	comment_done(&l->after);
	l->start = l->now = *pos;
	l->count = l->rest = 0;
	l->ended = false;
	l->begun_anew = true;
}

/* played: a turn was made from there. */
static int take_position(struct line *l, const struct game_position *pos, bool played)
{
	char fen[GAME_FEN];
	int r;

	if (!l->ended) {
		r = l->game->same(pos, &l->now) ? 1 : find_way(l, pos);
		if (r != 0)
			return r < 0 ? r : 0;
	}
	if (played && l->game->playable(pos, NULL) >= 0) {
		begin_anew(l, pos, "Before the arbiter set the position:");
		return 0;
	}
	l->game->format(pos, fen);
	comment_add(&l->after, "The arbiter set the position");
	comment_add(&l->after, fen);
	l->ended = true;
	return 0;
}

static void add_rest(struct line *l, const struct core_turn *turn)
{
	unsigned ply = comment_first_ply(l->game, &l->start) + l->count + l->rest;
	char text[GAME_TEXT] = "no move", from[8], to[8];

	if (turn->is_legal || (l->game->irregular && strcmp(turn->text, "0000") != 0))
		strcpy(text, turn->notation);
	else if (strcmp(turn->text, "0000") != 0 && l->game->square_name(turn->turn->from, from) > 0 &&
		 l->game->square_name(turn->turn->to, to) > 0)
		snprintf(text, sizeof(text), "%s-%s", from, to);
	if (l->rest == 0)
		comment_add(&l->after, turn->is_legal ? "Then:" : "This turn stood and was no legal move:");
	else if (l->rest == 1)
		comment_add(&l->after, "Then:");
	comment_add_move(&l->after, ply, l->rest < 2, text);
	l->rest++;
}

/* Its move, where that is known to be the one that led from here to after; else as it is written. */
static bool find_move(const struct line *l, const struct core_turn *turn, const struct game_position *from,
		      const struct game_position *after, struct game_move *ret)
{
	struct game_position next = *from;

	if (!turn->is_legal)
		return false;
	*ret = turn->turn->move;
	if (turn->turn->has_move && !memcmp(from, &l->now, sizeof(*from))) {
		l->game->play(&next, ret);
		if (!memcmp(&next, after, sizeof(next)))
			return true;
	}
	return l->game->move_parse(&l->now, turn->notation, ret) >= 0;
}

static int add_turn(struct line *l, const struct core_turn *turn, const struct line_turn *published,
		    const struct game_position *from, const struct game_position *after)
{
	struct game_move move;
	int r;

	if (l->ended || !find_move(l, turn, from, after, &move)) {
		l->ended = true;
		add_rest(l, turn);
		return 0;
	}
	r = push(l, turn->notation, published->left_us < 0 ? PGN_NO_TIME : published->left_us / 1000,
		 published->remark[0] ? published->remark : NULL);
	l->game->play(&l->now, &move);
	return r;
}

/* Turns that nobody saw, or could read: the game goes on from what stood then. */
static bool take_unseen(struct line *l, const struct core_turn *turn, const struct game_position *after)
{
	if ((turn->turn->kind != TURN_UNSEEN && turn->turn->kind != TURN_UNREADABLE) ||
	    strcmp(turn->text, "0000") != 0 || l->game->playable(after, NULL) < 0)
		return false;
	begin_anew(l, after, "What was played next was not seen, and the game went on from this position. Before it:");
	return true;
}

/* A ruling let pieces stand otherwise than they were played. */
static void take_disorder(struct line *l, const struct game_position *pos)
{
	char fen[GAME_FEN];

	l->game->format(pos, fen);
	comment_add(&l->after, "Pieces stood otherwise than they were played, and stay so:");
	comment_add(&l->after, fen);
	l->ended = true;
}

static int add_turns(struct line *l, const struct core *core, const struct line_turn *turns, unsigned count,
		     bool partial)
{
	const struct game_position *pos;
	struct core_turn turn;
	int r = 0;

	for (unsigned i = 0; i <= count && r == 0; i++) {
		bool played = i < count && core_get_turn(core, i, &turn) == 0, is_set;

		if (!played && partial)
			break;
		pos = core_position(core, i, &is_set);

		if (is_set && i > 0)
			r = take_position(l, pos, played);
		else if (!l->ended && !l->game->same(pos, &l->now))
			take_disorder(l, pos);
		if (!played)
			break;
		if (r == 0 && !take_unseen(l, &turn, core_position(core, i + 1, NULL)))
			r = add_turn(l, &turn, &turns[i], pos, core_position(core, i + 1, NULL));
	}
	return r;
}

static int main_line_write_line(struct line *l, struct pgn_game *pgn)
{
	char fen[GAME_FEN];
	int r = 0;

	if (l->begun_anew) {
		l->game->format(&l->start, fen);
		r = pgn_set_tag(pgn, "SetUp", "1");
		if (r == 0)
			r = pgn_set_tag(pgn, "FEN", fen);
	}
	if (r == 0)
		r = comment_finish(&l->before, pgn);
	for (unsigned i = 0; i < l->count && r == 0; i++)
		r = pgn_add_move(pgn, l->moves[i].text, l->moves[i].clk_ms, PGN_NO_TIME, l->moves[i].comment);
	return r == 0 ? comment_finish(&l->after, pgn) : r;
}

int main_line_add(struct pgn_game *pgn, const struct core *core, const struct line_turn *turns, unsigned count,
		  bool partial)
{
	const struct game_position *start = core_position(core, 0, NULL);
	struct line l = { .game = core_get_setup(core)->game, .start = *start, .now = *start };
	int r = add_turns(&l, core, turns, count, partial);

	if (r == 0)
		r = main_line_write_line(&l, pgn);
	comment_done(&l.before);
	comment_done(&l.after);
	free(l.moves);
	return r;
}
