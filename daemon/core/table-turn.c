// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/silent-rulebook.h"

#include <stdio.h>
#include <string.h>

/* Squares: so many no hand changes in a turn. The pieces are being set up, or seen from the other side. */
#define STRANGE 12

#define SPRING_US 300000 /* nobody moves a piece and presses so soon without a square that changes */

static bool same_piece(const struct game *game, char a, char b)
{
	if (a == b || a == '.' || b == '.')
		return a == b;
	return a == '?' || b == '?' || (game->shows_as && (game->shows_as(a, b) || game->shows_as(b, a)));
}

bool table_differs(const struct core *core, const char *a, const char *b)
{
	for (unsigned q = 0; q < core->game->squares; q++)
		if (!same_piece(core->game, a[q], b[q]))
			return true;
	return false;
}

/* --- what everybody sees --- */

/* A pawn that stands on the last rank is told as the queen that it is to be. */
static char promoted(const struct core *core, unsigned q, char piece)
{
	if ((piece | 0x20) != 'p' || core->game->irregular ||
	    q / core->game->width != (piece == 'P' ? core->game->height - 1 : 0))
		return piece;
	return piece == 'P' ? 'Q' : 'q';
}

static void keep_in_hand(struct table_seen *table, enum side side, const struct game *game)
{
	unsigned n = 0;

	for (unsigned i = 0; i < table->in_hand_count; i++)
		if (game->piece_side(table->in_hand[i]) == side)
			table->in_hand[n++] = table->in_hand[i];
	table->in_hand_count = n;
}

static void take_up(struct table_seen *table, char piece)
{
	if (piece == '?' || table->in_hand_count == TABLE_HANDS)
		return;
	table->in_hand[table->in_hand_count++] = piece;
}

/* The one piece that is in a hand, or the one of that side; '?': nobody saw which. */
static char put_down(struct table_seen *table, enum side side, const struct game *game)
{
	unsigned n = 0, at = 0;
	char piece;

	for (unsigned i = 0; i < table->in_hand_count; i++)
		if (table->in_hand_count == 1 || game->piece_side(table->in_hand[i]) == side) {
			at = i;
			n++;
		}
	if (n != 1)
		return '?';
	piece = table->in_hand[at];
	table->in_hand[at] = table->in_hand[--table->in_hand_count];
	return piece;
}

void table_begin(struct core *core, const char shown[static GAME_MAX_SQUARES])
{
	memcpy(core->table.now, shown, GAME_MAX_SQUARES);
	memcpy(core->table.then, shown, GAME_MAX_SQUARES);
	core->table.filled = core->table.then_filled = 0;
	core->table.in_hand_count = 0;
	core->table.reply_begun = true;
	core->table.pressed = NO_SIDE;
}

void table_changed(struct core *core)
{
	core->table.pressed = NO_SIDE;
	table_look(core);
}

void table_look(struct core *core)
{
	const struct game *game = core->game;
	const struct pressed_line *line = &core->line;
	struct table_seen *table = &core->table;
	const enum side pressed = line->timed ? line->press[(line->count - 1) % TIMED_PRESSES].side :
						other_side(game->to_move(&core->start));
	/* what is put down before the reply is begun is of the turn that was pressed */
	const enum side side = table->reply_begun ? other_side(pressed) : pressed;
	char stands[GAME_MAX_SQUARES];
	unsigned changes = 0, came = 0;

	tracker_placement(core->tracker, stands);
	for (unsigned q = 0; q < game->squares; q++) {
		changes += (stands[q] == '.') != (table->now[q] == '.');
		came += stands[q] != '.' && table->now[q] == '.';
	}
	for (unsigned q = 0; q < game->squares; q++) {
		if (stands[q] != '.' || table->now[q] == '.')
			continue;
		take_up(table, table->now[q]);
		if (table->passed & UINT64_C(1) << q && !table->reply_begun)
			table->then[q] = '.';
		else if (!(table->changed & UINT64_C(1) << q))
			table->reply_begun = true;
		table->now[q] = '.';
	}
	for (unsigned q = 0; q < game->squares; q++) {
		if (stands[q] == '.')
			continue;
		if (table->now[q] == '.')
			table->filled |= UINT64_C(1) << q;
		if (core->setup.sensors == TRACKER_PIECE_ID && stands[q] != '?')
			table->now[q] = promoted(core, q, stands[q]);
		else if (table->now[q] == '.')
			table->now[q] = promoted(core, q, came == 1 ? put_down(table, side, game) : '?');
	}
	if (core->setup.sensors == TRACKER_PIECE_ID || changes > STRANGE)
		table->in_hand_count = 0;
	if (table->reply_begun)
		return;
	table->then_filled |= table->filled;
	if (came)
		memcpy(table->then, table->now, sizeof(table->then));
}

/* Squares beside the pawns that are gone where pawns stood, on the files where something came onto an empty square. */
static uint64_t passed_squares(const struct game *game, const char *before, uint64_t left, uint64_t came)
{
	const unsigned width = game->width;
	uint64_t passed = 0;

	for (uint64_t gone = game->irregular ? 0 : left; gone; gone &= gone - 1) {
		const unsigned from = (unsigned)__builtin_ctzll(gone);

		if ((before[from] | 0x20) != 'p')
			continue;
		for (uint64_t rest = came; rest; rest &= rest - 1) {
			const unsigned to = (unsigned)__builtin_ctzll(rest), beside = from / width * width + to % width;

			if ((beside + 1 == from || beside == from + 1) && before[to] == '.' &&
			    (before[beside] | 0x20) == 'p')
				passed |= UINT64_C(1) << beside;
		}
	}
	return passed;
}

static bool has_begun(const struct core *core, const char *shown, enum side side)
{
	for (unsigned q = 0; q < core->game->squares; q++)
		if (!same_piece(core->game, shown[q], core->table.now[q]) &&
		    (core->game->piece_side(shown[q]) == side || core->game->piece_side(core->table.now[q]) == side))
			return true;
	return false;
}

bool table_springs_back(struct core *core, enum side side)
{
	const struct pressed_turn *last = pressed_line_last(core);
	struct table_seen *table = &core->table;
	const bool springs = table->pressed != NO_SIDE && last && core->now - table->pressed_us <= SPRING_US &&
			     (side == table->pressed || !has_begun(core, last->squares, side));

	if (!springs)
		table->pressed = side;
	table->pressed_us = core->now;
	return springs;
}

bool table_both_moved(const struct core *core, enum side side)
{
	const struct pressed_turn *last = pressed_line_last(core);
	char start[GAME_MAX_SQUARES] = "";
	const char *shown = last ? last->squares : start;
	unsigned own = 0, others = 0, came = 0;

	if (!last)
		core->game->placement(&core->start, start);
	for (unsigned q = 0; q < core->game->squares; q++) {
		const char is = core->table.now[q];

		own += is == '.' && core->game->piece_side(shown[q]) == side;
		others += is == '.' && core->game->piece_side(shown[q]) == other_side(side);
		came += is != '.' && !same_piece(core->game, is, shown[q]);
	}
	return own && others && came > 1;
}

void table_pressed(struct core *core, enum side side, const char before[static GAME_MAX_SQUARES],
		   const char shown[static GAME_MAX_SQUARES])
{
	struct table_seen *table = &core->table;
	uint64_t left = 0, came = 0;

	keep_in_hand(table, side, core->game);
	for (unsigned q = 0; q < core->game->squares; q++) {
		if (table->now[q] != '.' && shown[q] != '.' && shown[q] != '?')
			table->now[q] = shown[q];
		if (before[q] == shown[q])
			continue;
		left |= shown[q] == '.' ? UINT64_C(1) << q : 0;
		came |= shown[q] != '.' ? UINT64_C(1) << q : 0;
	}
	memcpy(table->then, table->now, sizeof(table->then));
	table->then_filled = table->filled;
	table->filled = 0;
	table->reply_begun = false;
	table->changed = left | came;
	table->passed = passed_squares(core->game, before, left, came);
}

/* --- a turn of it --- */

struct comparison {
	const struct core *core;
	const struct game *game;
	enum side side; /* whose turn it is */
	const char *before, *stands;
	char was[GAME_MAX_SQUARES], is[GAME_MAX_SQUARES]; /* before and after the turn as it is read */
	uint64_t gone, came; /* of its own: squares that were left, and that show another piece */
	uint64_t others;     /* squares of the other side's on which a piece stands */
	bool taken_up;	     /* a piece of the other side's is gone */
	uint64_t passed;     /* squares on which a pawn may have taken what it passed */
};

static bool is_others(const struct comparison *c, char letter)
{
	return c->game->piece_side(letter) == other_side(c->side);
}

/* False: too much has changed for a turn. */
static bool table_turn_compare(struct comparison *c, const struct closed_turn *read)
{
	unsigned changes = 0;
	uint64_t others = 0;

	memset(c->was, '.', sizeof(c->was));
	memset(c->is, '.', sizeof(c->is));
	c->game->placement(&read->before, c->was);
	c->game->placement(&read->after, c->is);
	for (unsigned q = 0; q < c->game->squares; q++) {
		c->others |= is_others(c, c->before[q]) && c->stands[q] != '.' ? UINT64_C(1) << q : 0;
		if (same_piece(c->game, c->before[q], c->stands[q]))
			continue;
		changes++;
		if (c->stands[q] == '.' && is_others(c, c->before[q]))
			c->taken_up = true;
		else if (c->stands[q] == '.')
			c->gone |= UINT64_C(1) << q;
		else if (!is_others(c, c->stands[q]))
			c->came |= UINT64_C(1) << q;
		else
			others |= UINT64_C(1) << q;
	}
	/* a piece of the other side's that was put there, since none was taken up */
	if (!c->taken_up)
		c->came |= others;
	/* in draughts what is taken off is part of the move */
	c->passed = c->game->irregular ? UINT64_MAX : passed_squares(c->game, c->before, c->gone, c->came);
	return changes <= STRANGE;
}

/* What to show of a square that is empty. */
static char left_there(const struct comparison *c, unsigned q)
{
	/* in the other side's hand: it takes part in the next turn */
	if (is_others(c, c->before[q]) && c->gone && !(c->passed & UINT64_C(1) << q))
		return c->before[q];
	return '.';
}

/* … on which a piece stands that nobody named. */
static char unnamed_there(const struct comparison *c, unsigned q)
{
	const bool own = c->game->piece_side(c->is[q]) == c->side;
	const unsigned came = (unsigned)__builtin_popcountll(c->came), gone = (unsigned)__builtin_popcountll(c->gone);

	if (c->before[q] != '.')
		return own && c->was[q] != c->is[q] ? c->is[q] : c->before[q];
	if (c->gone && came > gone && c->taken_up && !own)
		return '.';
	if (own || (!c->gone && c->is[q] != '.'))
		return c->is[q];
	return c->gone ? promoted(c->core, q, c->before[__builtin_ctzll(c->gone)]) : '?';
}

static bool has_promoted(const struct comparison *c, unsigned q)
{
	bool pawn = false;

	for (uint64_t gone = c->gone; gone; gone &= gone - 1)
		pawn |= (c->before[__builtin_ctzll(gone)] | 0x20) == 'p';
	return pawn && c->came & UINT64_C(1) << q && promoted(c->core, q, c->side == WHITE ? 'P' : 'p') != 'p' &&
	       promoted(c->core, q, c->side == WHITE ? 'P' : 'p') != 'P';
}

/* … that somebody did. */
static char named_there(const struct comparison *c, unsigned q)
{
	const char letter = c->stands[q], read = c->is[q];

	if (c->before[q] == '.' && is_others(c, letter) && c->taken_up && c->gone)
		return '.';
	if (read != '.' && c->game->shows_as && c->game->shows_as(read, letter))
		return read;
	/* which piece a pawn has become is read, where no sensor names it */
	if (c->core->setup.sensors == TRACKER_PRESENCE && has_promoted(c, q) && c->game->piece_side(read) == c->side &&
	    (read | 0x20) != 'p')
		return read;
	return letter;
}

/* Has the turn, as it is read, changed the squares as they changed? */
static bool is_read_so(const struct comparison *c, const char *shown)
{
	bool changes = false;

	for (unsigned q = 0; q < c->game->squares; q++) {
		if (c->was[q] == c->is[q])
			continue;
		changes = true;
		if (!same_piece(c->game, c->was[q], c->before[q]) || !same_piece(c->game, c->is[q], shown[q]))
			return false;
	}
	return changes;
}

/* From where to where one piece went, or king and rook. False: that is not what happened. */
static bool name_squares(const struct comparison *c, const char *shown, char text[static GAME_TEXT])
{
	unsigned from = GAME_NO_SQUARE, to = GAME_NO_SQUARE, rook = GAME_NO_SQUARE, gone = 0, came = 0;
	char a[8], b[8], piece[2] = "";

	for (unsigned q = 0; q < c->game->squares; q++) {
		const bool was_king = (c->before[q] | 0x20) == 'k', is_king = (shown[q] | 0x20) == 'k';

		if (c->before[q] == shown[q])
			continue;
		if (shown[q] == '.' && c->game->piece_side(c->before[q]) == c->side) {
			rook = was_king ? from : q;
			from = was_king || !gone ? q : from;
			gone++;
		} else if (shown[q] != '.') {
			to = is_king || !came ? q : to;
			came++;
		}
	}
	if (gone != came || !gone || gone > 2 || (gone == 2 && (c->before[from] | 0x20) != 'k') ||
	    (gone == 2 && (shown[to] | 0x20) != 'k'))
		return false;
	if (gone == 2 && c->game->variant) /* castling goes by its rook there */
		to = rook;
	if (c->game->square_name(from, a) < 0 || c->game->square_name(to, b) < 0)
		return false;
	if (gone == 1 && (c->before[from] | 0x20) == 'p' && (shown[to] | 0x20) != 'p')
		piece[0] = (char)(shown[to] | 0x20);
	snprintf(text, GAME_TEXT, "%s%s%s", a, b, piece);
	return true;
}

static void name_turn(const struct comparison *c, const char *shown, bool in_hand, struct closed_turn *ret)
{
	const bool read_so = !in_hand && is_read_so(c, shown);

	if (!table_differs(c->core, c->before, shown))
		strcpy(ret->text, "0000");
	else if (read_so && c->game->irregular) /* draughts: which pieces were taken is in the text */
		return;
	else if (!name_squares(c, shown, ret->text) && !read_so)
		strcpy(ret->text, "0000");
}

bool table_turn(const struct core *core, const char before[static GAME_MAX_SQUARES],
		const char stands[static GAME_MAX_SQUARES], uint64_t filled, const struct closed_turn *read,
		bool may_be_unseen, struct closed_turn *ret)
{
	struct comparison c = {
		.core = core, .game = core->game, .side = read->turn.side, .before = before, .stands = stands
	};
	char shown[GAME_MAX_SQUARES];
	bool in_hand;

	*ret = *read;
	if (c.side == NO_SIDE || !table_turn_compare(&c, read))
		return false;
	/* nor on a square of the other side's that was left and filled again */
	in_hand = c.gone && !c.came && !(filled & c.others);
	memset(shown, '.', sizeof(shown));
	for (unsigned q = 0; q < core->game->squares; q++)
		shown[q] = stands[q] == '.' ? left_there(&c, q) :
			   stands[q] == '?' || (in_hand && may_be_unseen && is_others(&c, stands[q]) &&
						core->setup.sensors == TRACKER_PRESENCE) ?
					      unnamed_there(&c, q) :
					      named_there(&c, q);
	if (memcmp(shown, c.is, sizeof(shown)))
		core->game->set_placement(&ret->after, shown, core->game->to_move(&read->after));
	name_turn(&c, shown, in_hand, ret);
	return in_hand;
}
