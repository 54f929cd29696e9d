/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/official.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/livechess/feed.h"

static void cut_plies(struct official *o, unsigned count)
{
	while (o->ply_count > count)
		json_decref(o->plies[--o->ply_count].json);
}

void official_done(struct official *o)
{
	cut_plies(o, 0);
	free(o->plies);
	free(o->positions);
	free(o->moves);
	*o = (struct official){ .version = o->version };
}

/* Of a FEN its first field. */
static bool has_placement(const struct game *game, const struct game_position *pos, const char *placement)
{
	const size_t n = strcspn(placement, " ");
	char text[GAME_FEN];

	game->format_placement(pos, text);
	return strlen(text) == n && strncmp(text, placement, n) == 0;
}

static bool add_move(struct official *o, const struct game_move *move)
{
	if (o->count == o->room) {
		const unsigned room = o->room ? 2 * o->room : 64;
		struct game_move *moves = reallocarray(o->moves, room, sizeof(*moves));
		struct game_position *positions = moves ? reallocarray(o->positions, room + 1, sizeof(*positions)) :
							  NULL;

		o->moves = moves ? moves : o->moves;
		o->positions = positions ? positions : o->positions;
		if (!positions)
			return false;
		o->room = room;
	}
	o->moves[o->count] = *move;
	o->positions[o->count + 1] = o->positions[o->count];
	o->game->play(&o->positions[++o->count], move);
	return true;
}

/* The legal move of that text from the k-th position, after which the pieces stand so. */
static bool leads_to(const struct official *o, unsigned k, const char *uci, const char *placement,
		     struct game_move *ret)
{
	struct game_position after = o->positions[k];

	if (o->game->move_parse(&o->positions[k], uci, ret) < 0)
		return false;
	o->game->play(&after, ret);
	return has_placement(o->game, &after, placement);
}

/* Moves that nobody saw, at most two, after which a placement stands; uci: the move that comes then, NULL none. */
static bool add_missed(struct official *o, const char *uci, const char *placement, unsigned most)
{
	struct game_moves all;

	if (most == 0)
		return false;
	o->game->moves(&o->positions[o->count], &all);
	for (unsigned i = 0; i < all.count; i++) {
		struct game_move next;

		if (!add_move(o, &all.move[i]))
			return false;
		if (uci ? leads_to(o, o->count, uci, placement, &next) && add_move(o, &next) :
			  has_placement(o->game, &o->positions[o->count], placement))
			return true;
		if (add_missed(o, uci, placement, most - 1))
			return true;
		o->count--;
	}
	return false;
}

/* A person set what stands now: where the game was before, or where one or two moves lead. */
static bool set_to(struct official *o, const char *uci, const char *placement)
{
	struct game_move move;

	o->is_plain = false;
	for (unsigned k = o->count + 1; k-- > 0;) {
		if (uci ? !leads_to(o, k, uci, placement, &move) : !has_placement(o->game, &o->positions[k], placement))
			continue;
		o->count = k;
		return !uci || add_move(o, &move);
	}
	return add_missed(o, uci, placement, 1) || add_missed(o, uci, placement, 2);
}

static bool take_ply(struct official *o, const json_t *json)
{
	const char *uci = live_text(json, "uci"), *placement = live_text(json, "placement");
	struct game_move move;

	if (leads_to(o, o->count, uci, placement, &move))
		return add_move(o, &move);
	return set_to(o, uci, placement);
}

static bool begin(struct official *o, const struct live_game *g)
{
	const char *fen = live_text(g->properties, "StartFen");

	o->game = game_find(live_text(g->properties, "Kind"));
	if (!o->game)
		o->game = game_of_fen(fen);
	o->positions = o->positions ? o->positions : malloc(sizeof(*o->positions));
	o->count = 0;
	o->is_plain = true;
	o->is_foreign = !o->positions || o->game->squares != SQUARES || o->game->parse(fen, &o->positions[0], NULL) < 0;
	if (o->is_foreign)
		o->game = NULL;
	return !o->is_foreign;
}

static bool is_as_it_was(const struct official_ply *ply, const json_t *json)
{
	return ply->json == json || (strcmp(live_text(ply->json, "uci"), live_text(json, "uci")) == 0 &&
				     strcmp(live_text(ply->json, "placement"), live_text(json, "placement")) == 0);
}

static bool note_ply(struct official *o, json_t *json)
{
	if (o->ply_count == o->ply_room) {
		const unsigned room = o->ply_room ? 2 * o->ply_room : 64;
		struct official_ply *more = reallocarray(o->plies, room, sizeof(*more));

		if (!more)
			return false;
		o->plies = more;
		o->ply_room = room;
	}
	o->plies[o->ply_count++] = (struct official_ply){ .json = json_incref(json) };
	return true;
}

void official_read(struct official *o, const struct live_game *g)
{
	unsigned same = 0;
	const char *set = g && g->is_set ? live_text(g->properties, "Placement") : "";

	if (!g || strcmp(o->id, g->id) != 0) {
		official_done(o);
		o->version++;
		if (!g)
			return;
		snprintf(o->id, sizeof(o->id), "%s", g->id);
	}
	if (o->is_foreign)
		return;
	while (same < o->ply_count && same < g->count && is_as_it_was(&o->plies[same], g->moves[same].json))
		same++;
	if (o->ply_count == g->count && same == g->count && strcmp(o->set, set) == 0 && o->game)
		return;
	o->version++;
	if (!o->game || (!o->is_plain && same < o->ply_count)) {
		same = 0;
		if (!begin(o, g))
			return;
	}
	if (same < o->ply_count)
		o->count = same; /* a move a ply */
	cut_plies(o, same);
	for (unsigned i = same; i < g->count; i++) {
		if (!note_ply(o, g->moves[i].json))
			return;
		if (!take_ply(o, g->moves[i].json)) /* what comes next may be understood again */
			o->is_plain = false;
	}
	snprintf(o->set, sizeof(o->set), "%s", set);
	if (*set && !has_placement(o->game, &o->positions[o->count], set))
		set_to(o, NULL, set);
}

void official_make_void(struct official *o)
{
	if (!*o->id || o->is_void)
		return;
	o->is_void = true;
	o->is_plain = false;
	o->count = 0;
	o->version++;
}

bool official_is_at(const struct official *o, unsigned k, const struct game *game, const struct game_position *pos)
{
	char wanted[GAME_FEN];

	if (!*o->id || o->game != game || !o->positions || k > o->count ||
	    game->to_move(&o->positions[k]) != game->to_move(pos))
		return false;
	game->format_placement(pos, wanted);
	return has_placement(game, &o->positions[k], wanted);
}

int official_find(const struct official *o, const struct game *game, const struct game_position *pos)
{
	for (unsigned k = o->count + 1; k-- > 0;)
		if (official_is_at(o, k, game, pos))
			return (int)k;
	return -1;
}

/* --- lead --- */

/* Where it led before it goes on so, though the same position may come again. */
static bool is_of(struct lead *l, const struct official *o, const struct game *game, const struct line *line)
{
	const bool same = l->is && strcmp(l->by, o->id) == 0;
	int from;

	if (l->is && !same && line->count > 0 && !l->is_void)
		return false;
	if (same && official_is_at(o, l->from, game, &line->start))
		return true;
	from = official_find(o, game, &line->start);
	if (from < 0)
		return false;
	l->from = (unsigned)from;
	snprintf(l->by, sizeof(l->by), "%s", o->id);
	return true;
}

void lead_take(struct lead *l, const struct official *o, const struct game *game, const struct line *line)
{
	const bool was = l->is;
	const unsigned had = l->count;
	struct game_move *moves;

	l->is = is_of(l, o, game, line);
	if (!l->is)
		return;
	moves = reallocarray(l->moves, (had > o->count ? had : o->count) + 1, sizeof(*moves));
	l->is = moves;
	if (!moves)
		return;
	l->moves = moves;
	l->is_otherwise = was && had > o->count - l->from;
	for (unsigned i = 0; i < had && i < o->count - l->from; i++)
		l->is_otherwise |= was && !game_moves_same(&moves[i], &o->moves[l->from + i]);
	l->count = o->count - l->from;
	l->is_void = o->is_void;
	for (unsigned i = 0; i < l->count; i++)
		moves[i] = o->moves[l->from + i];
}

unsigned lead_told(const struct lead *l, const struct line *line)
{
	unsigned same = 0;

	while (same < line->count && same < l->count && game_moves_same(&line->told[same].move, &l->moves[same]))
		same++;
	return same;
}

void lead_prune(const struct lead *l, struct line *line)
{
	for (unsigned i = 0; l->is && i < line->read_count && line->base + i < l->count; i++)
		if (!game_moves_same(&line->read[i].m.move, &l->moves[line->base + i]))
			line_read_end(line, i);
}
