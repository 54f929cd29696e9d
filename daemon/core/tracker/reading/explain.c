/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a turn was read as it was. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/cheapest.h"
#include "daemon/core/tracker/reading/explain.h"

enum { TOGETHER = 8 }; /* more than the turns that are read by one press or one report of the whole board */

/* Recorded for explain_turn(). */
void explain_remember(struct readings *r, const struct heap *heap, enum patience patience)
{
	unsigned ply = heap->count ? heap_see(heap, 0)->from->ply : 0;
	struct explained *e = &r->explained[ply % EXPLAINED];

	*e = (struct explained){ .ply = (uint16_t)ply, .patience = (uint8_t)patience };
	for (unsigned i = 0; i < heap->count && e->count < EXPLAINED_BEST; i++, e->count++) {
		const struct candidate *c = heap_see(heap, i);

		e->best[i].from = c->move.from;
		e->best[i].to = c->move.to;
		e->best[i].kind = c->kind;
		e->best[i].promotion = c->move.promotion;
		e->best[i].rook_from = c->kind == TURN_LEGAL && c->move.flags & GAME_MOVE_CASTLING ? c->move.rook_from :
												     GAME_NO_SQUARE;
		e->best[i].other = c->from != heap_see(heap, 0)->from;
		e->best[i].own = (int16_t)c->own;
		e->best[i].added = (int16_t)c->added;
		e->best[i].cost = (int16_t)c->cost;
	}
}

static int line(char *buf, size_t size, int n, const char *format, ...) __attribute__((format(printf, 4, 5)));
static int line(char *buf, size_t size, int n, const char *format, ...)
{
	va_list ap;
	int r;

	va_start(ap, format);
	r = vsnprintf((size_t)n < size ? buf + n : NULL, (size_t)n < size ? size - (size_t)n : 0, format, ap);
	va_end(ap);
	return n + (r > 0 ? r : 0);
}

/* As the game writes it: castling of Chess960 and a king's step share both squares. */
static void castling_text(const struct tracker *t, unsigned from, unsigned to, unsigned rook_from,
			  char text[static GAME_TEXT])
{
	struct game_move move = { .from = (uint8_t)from,
				  .to = (uint8_t)to,
				  .flags = GAME_MOVE_CASTLING,
				  .rook_from = (uint8_t)rook_from,
				  .rook_to = (uint8_t)castled_rook(rook_from, from, to) };

	t->game->move_text(NULL, &move, text);
}

static const char *kind_text(const struct tracker *t, unsigned kind)
{
	static const char *const kinds[] = { "a press that ends no turn", "a legal move", "an illegal move" };

	if (kind == TURN_NOT_MADE && !t->setup.has_lever)
		return "no move of this side yet";
	if (kind == TURN_UNREADABLE)
		return "a turn that cannot be read";
	return kind < TURN_NO_MOVE ? kinds[kind] : "no move";
}

static void candidate_line(const struct tracker *t, const struct explained *e, unsigned i, char text[static 160])
{
	char from[GAME_TEXT] = "", to[8] = "", promotion[2] = { e->best[i].promotion };
	bool castles = e->best[i].rook_from != GAME_NO_SQUARE;

	if (castles)
		castling_text(t, e->best[i].from, e->best[i].to, e->best[i].rook_from, from);
	else if (e->best[i].from != GAME_NO_SQUARE)
		t->game->square_name(e->best[i].from, from);
	if (!castles && e->best[i].to != GAME_NO_SQUARE)
		t->game->square_name(e->best[i].to, to);
	snprintf(text, 160, "%s%s%s%s%s%s", kind_text(t, e->best[i].kind), *from || *to ? " " : "", from, to, promotion,
		 e->best[i].other ? ", other turns before it" : "");
}

/* Without a lever: what showed that the turn was over, and the readings that competed then. */
static int explain_line(const struct tracker *t, unsigned ply, char *buf, size_t size)
{
	static const char *const closed_by[] = {
		[CLOSED_BY_REPLY] = "when its reply stood",
		[CLOSED_BY_HAND] = "when the hand of the reply had begun",
		[CLOSED_BY_QUIET] = "when the board had been quiet for a second",
		[CLOSED_BY_KINGS] = "when the kings in the centre showed the result",
		[CLOSED_BY_END] = "at the end, when nothing more could come",
	};
	const struct explained *e = &t->readings->explained[ply % EXPLAINED];
	char text[160];
	int n;

	if (e->ply != ply || !e->count)
		return -ENOENT;
	n = line(buf, size, 0, "turn %u was read %s, %d.%02d s after its piece had come to stand\n", ply + 1,
		 closed_by[e->patience], e->best[0].added / 100, e->best[0].added % 100);
	for (unsigned i = 0; i < e->count; i++) {
		candidate_line(t, e, i, text);
		n = line(buf, size, n, "  %s: ", text);
		if (i)
			n = line(buf, size, n, "costs %d %s", e->best[i].cost < 0 ? -e->best[i].cost : e->best[i].cost,
				 e->best[i].cost < 0 ? "less, but not enough to change what was reported" : "more");
		else
			n = line(buf, size, n, "explains best how long each square stood otherwise");
		n = line(buf, size, n, "; %d %s show%s something else by it\n", e->best[i].own,
			 e->best[i].own == 1 ? "square" : "squares", e->best[i].own == 1 ? "s" : "");
	}
	if (e->count > 1)
		return line(buf, size, n, "  (of what they cost 23 is one in ten, 46 one in a hundred)\n");
	return line(buf, size, n, "  nothing else explains what was seen\n");
}

int explain_turn(const struct tracker *t, unsigned ply, char *buf, size_t size)
{
	static const char *const patience[] = {
		"at once, because it was clear",
		"at once, because the next press came",
		"after waiting for late events",
		"when the reply stood",
		"at the end, when nothing more could come",
	};
	const struct explained *e;
	const struct short_turn *turn = record_at(&t->record, ply);
	unsigned judged = ply;
	int n = 0;

	if (!turn)
		return -ENOENT;
	if (!t->setup.has_lever)
		return explain_line(t, ply, buf, size);
	while (judged < t->record.count && judged < ply + TOGETHER &&
	       (t->readings->explained[judged % EXPLAINED].ply != judged ||
		!t->readings->explained[judged % EXPLAINED].count))
		judged++;
	/* the place of a turn is taken by a later one */
	if (judged == t->record.count || judged == ply + TOGETHER || t->readings->explained[ply % EXPLAINED].ply > ply)
		return -ENOENT;
	e = &t->readings->explained[judged % EXPLAINED];
	if (judged > ply)
		n = line(buf, size, n, "turn %u was not pressed: it was read together with turn %u\n", ply + 1,
			 judged + 1);
	n = line(buf, size, n, "turn %u was read %s\n", judged + 1, patience[e->patience]);
	for (unsigned i = 0; i < e->count; i++) {
		char text[160];

		candidate_line(t, e, i, text);
		n = line(buf, size, n,
			 "  %s: assumes %d for its own squares, %d for the others; with the turns before it %d\n", text,
			 e->best[i].own, e->best[i].added - e->best[i].own, e->best[i].cost);
	}
	if (e->count > 1)
		n = line(buf, size, n, "  the first was cheaper by %d (23 is one in ten, 46 one in a hundred)\n",
			 e->best[1].cost - e->best[0].cost);
	else
		n = line(buf, size, n, "  nothing else explains what was seen\n");
	if (judged == ply && turn->has_move && e->best[0].kind == TURN_LEGAL &&
	    (turn->from != e->best[0].from || turn->to != e->best[0].to ||
	     !(turn->move_flags & GAME_MOVE_CASTLING) != (e->best[0].rook_from == GAME_NO_SQUARE))) {
		char from[GAME_TEXT] = "", to[8] = "";

		if (turn->kind == TURN_LEGAL && turn->move_flags & GAME_MOVE_CASTLING) {
			castling_text(t, turn->move_from, turn->move_to, turn->rook_from, from);
		} else {
			t->game->square_name(turn->from, from);
			t->game->square_name(turn->to, to);
		}
		n = line(buf, size, n, "  later events proved another move: %s%s\n", from, to);
	}
	return n;
}
