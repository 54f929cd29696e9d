// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/turn.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {
	[TURN_LEGAL] = "legal",
	[TURN_ILLEGAL] = "illegal",
	[TURN_NO_MOVE] = "no-move",
	[TURN_SEVERAL] = "several",
	[TURN_PROMOTION_OWED] = "promotion-owed",
	[TURN_UNREADABLE] = "unreadable",
	[TURN_UNSEEN] = "unseen",
};

static const char *const faults[] = {
	[TURN_FAULT_NONE] = "none",
	[TURN_FAULT_CHECK] = "check",
	[TURN_FAULT_PIECE] = "piece",
	[TURN_FAULT_BLOCKED] = "blocked",
	[TURN_FAULT_CASTLING] = "castling",
	[TURN_FAULT_OWN_CAPTURE] = "own-capture",
	[TURN_FAULT_OTHER_SIDE] = "other-side",
	[TURN_FAULT_KING_TAKEN] = "king-taken",
	[TURN_FAULT_KINGS] = "kings",
	[TURN_FAULT_PROMOTION] = "promotion",
	[TURN_FAULT_APPEARED] = "appeared",
	[TURN_FAULT_VANISHED] = "vanished",
	[TURN_FAULT_CAPTURE_COUNT] = "capture-count",
	[TURN_FAULT_NOT_CAPTURED] = "not-captured",
	[TURN_FAULT_UNFINISHED] = "unfinished",
	[TURN_FAULT_CAPTURED_LEFT] = "captured-left",
	[TURN_FAULT_NOT_JUMPED] = "not-jumped",
	[TURN_FAULT_REMOVED] = "removed",
	[TURN_FAULT_AS_KING] = "as-king",
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

size_t turn_size(const struct turn *turn)
{
	return turn->other_count ?
		       offsetof(struct turn, other) + turn->other_count * sizeof(turn->other[0]) :
	       turn->displaced_count ?
		       offsetof(struct turn, displaced) + turn->displaced_count * sizeof(turn->displaced[0]) :
		       offsetof(struct turn, touched) + turn->touched_count * sizeof(turn->touched[0]);
}

struct turn turn_copy(const struct turn *turn)
{
	struct turn ret = { 0 };

	memcpy(&ret, turn, turn_size(turn));
	return ret;
}

bool turn_same(const struct turn *a, const struct turn *b)
{
	return turn_size(a) == turn_size(b) && !memcmp(a, b, turn_size(a));
}

struct turn_reading turn_as_reading(const struct turn *turn)
{
	return (struct turn_reading){
		.kind = (uint8_t)turn->kind,
		.fault = (uint8_t)turn->fault,
		.from = turn->from,
		.to = turn->to,
		.piece = turn->piece,
		.move = turn->has_move ? turn->move : (struct game_move){ 0 },
	};
}

void turn_decide(struct turn *turn)
{
	turn->unsure = turn->disputed = false;
	turn->other_count = 0;
	turn->decided = true;
}

struct turn turn_read_as(const struct turn *turn, const struct turn_reading *reading)
{
	struct turn ret = turn_copy(turn);

	ret.kind = (enum turn_kind)reading->kind;
	ret.fault = (enum turn_fault)reading->fault;
	ret.from = reading->from;
	ret.to = reading->to;
	ret.piece = reading->piece;
	ret.has_move = reading->kind == TURN_LEGAL;
	ret.move = ret.has_move ? reading->move : (struct game_move){ 0 };
	ret.unsure = ret.disputed = false;
	ret.other_count = 0;
	return ret;
}

const char *turn_kind_name(enum turn_kind kind)
{
	return (unsigned)kind < COUNT(kinds) && kinds[kind] ? kinds[kind] : "?";
}

bool turn_has_word(const char *word)
{
	for (unsigned i = TURN_FAULT_NONE + 1; i < COUNT(faults); i++)
		if (faults[i] && !strcmp(faults[i], word))
			return true;
	for (unsigned i = 0; i < COUNT(kinds); i++)
		if (kinds[i] && !strcmp(kinds[i], word))
			return true;
	return false;
}

bool turn_displaces(const struct turn *turn)
{
	for (unsigned i = 0; i < turn->displaced_count; i++)
		if (!turn->displaced[i].inherited)
			return true;
	return false;
}

const char *turn_word(const struct turn *turn)
{
	if (turn->fault != TURN_FAULT_NONE)
		return turn_fault_name(turn->fault);
	return turn->kind == TURN_LEGAL && turn_displaces(turn) ? "displaced" : turn_kind_name(turn->kind);
}

const char *turn_fault_name(enum turn_fault fault)
{
	return (unsigned)fault < COUNT(faults) && faults[fault] ? faults[fault] : "?";
}

/* Did pieces of the opponent go in that turn? */
static bool took_pieces(const struct game *game, const struct game_position *before, const struct turn *turn)
{
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	game->placement(before, squares);
	for (unsigned q = 0; q < game->squares; q++)
		if (game->piece_side(squares[q]) == other_side(turn->side) && turn->placement[q] == '.')
			return true;
	return false;
}

/* Two squares as the game joins them: e2e4, 32-28, 28x19. */
static void join_squares(const struct game *game, unsigned from, unsigned to, bool takes, char ret[static GAME_TEXT])
{
	char a[8], b[8];

	game->square_name(from, a);
	game->square_name(to, b);
	snprintf(ret, GAME_TEXT, "%s%s%s", a, !game->irregular ? "" : takes ? "x" : "-", b);
}

/* The other moves of several, where each of them stands. */
static void add_other_moves(const struct game *game, const struct turn *turn, char notation[static GAME_TEXT])
{
	char move[GAME_TEXT];

	for (unsigned i = 0; i < turn->displaced_count; i++) {
		const struct turn_displaced *d = &turn->displaced[i];
		const size_t used = strlen(notation);

		if (d->inherited || d->from >= game->squares || d->to >= game->squares)
			continue;
		join_squares(game, d->from, d->to, false, move);
		if (used + strlen(move) + 2 <= GAME_TEXT)
			snprintf(notation + used, GAME_TEXT - used, " %.8s", move);
	}
}

void turn_notation(const struct game *game, const struct game_position *before, const struct turn *turn,
		   char text[static GAME_TEXT], char notation[static GAME_TEXT])
{
	if (turn->kind == TURN_NO_MOVE) {
		strcpy(text, "0000");
		strcpy(notation, "--");
	} else if (turn->has_move && turn->kind != TURN_ILLEGAL) {
		game->move_text(before, &turn->move, text);
		game->move_notation(before, &turn->move, notation);
		if (!*notation) /* it is none in that position */
			strcpy(notation, text);
		if (turn->kind == TURN_SEVERAL && game->irregular)
			add_other_moves(game, turn, notation);
	} else if (turn->from != GAME_NO_SQUARE && turn->to != GAME_NO_SQUARE && turn->from < game->squares &&
		   turn->to < game->squares) {
		join_squares(game, turn->from, turn->to, took_pieces(game, before, turn), text);
		strcpy(notation, text);
	} else {
		strcpy(text, "0000");
		strcpy(notation, "--");
	}
}
