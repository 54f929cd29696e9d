/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/reconstruction.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/core.h"
#include "web/livechess/reach.h"

enum {
	GRACE_US = 60000, /* so late may an event be read, after one of the same board */
	LATE_PRESS_US = 1500000,
	CASTLING_FACTOR = 2, /* a rook beside its king: the king may follow */
};

struct told {
	struct game_move move;
	struct game_position after;
	char san[16];
};

struct reconstruction {
	const struct game *game;
	struct reconstruction_board board;
	struct game_position start;
	struct told *told;
	unsigned count, room;
	unsigned revisions;    /* how often what was told was found to be otherwise */
	char squares[SQUARES]; /* as the sensors have it */
	bool is_known;	       /* … and they have been told */
	bool turned;
	bool pressed;	    /* the lever is used */
	int64_t changed_us; /* a square did, last */
	int64_t settled_us; /* what stands since then is looked at again; INT64_MAX: it was, and is no move */
	/* While the pieces stand as told, or were moved from there under our eyes; NULL: what is there is not
	 * understood. */
	struct core *core;	 /* the lever's presses are the commitment, if it is used; else reply and quiet are */
	struct core *lever_core; /* beside that one, until the lever is pressed */
	unsigned base;		 /* moves that were told when they began */
	bool irregular;		 /* it has closed a turn that is no legal move, and may yet find another reading */
	int64_t origin_us;	 /* and when that was */
};

static void leave(struct reconstruction *r)
{
	core_freep(&r->core);
	core_freep(&r->lever_core);
	r->core = r->lever_core = NULL;
}

void reconstruction_free(struct reconstruction *r)
{
	if (!r)
		return;
	leave(r);
	free(r->told);
	free(r);
}

/* Which of the games that have 64 squares writes FENs like this. */
static int read_fen(const char *fen, const struct game **game, struct game_position *ret, char err[static 160])
{
	struct game_error e = { 0 };

	*game = game_of_fen(fen);
	if ((*game)->squares != SQUARES) {
		snprintf(err, 160, "fen: a position of chess is expected");
		return -EINVAL;
	}
	if ((*game)->parse(fen, ret, &e) < 0 || (*game)->playable(ret, &e) < 0) {
		snprintf(err, 160, "fen: %.20s: %.130s", e.field, e.reason);
		return -EINVAL;
	}
	return 0;
}

/* Where nothing is said of castling, kings and rooks that stand at home have not moved. */
static void complete(const char *fen, const struct game_position *pos, char ret[static GAME_FEN])
{
	static const struct {
		unsigned king, rook;
		const char *pieces, *right;
	} rights[] = { { 4, 7, "KR", "K" }, { 4, 0, "KR", "Q" }, { 60, 63, "kr", "k" }, { 60, 56, "kr", "q" } };
	char placement[SQUARES_FEN] = "", side[8] = "w", castling[8] = "", more[2], pieces[GAME_MAX_SQUARES];

	snprintf(ret, GAME_FEN, "%s", fen);
	if (sscanf(fen, "%79s %7s %1s", placement, side, more) > 2)
		return;
	game_chess.placement(pos, pieces);
	for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++)
		if (pieces[rights[i].king] == rights[i].pieces[0] && pieces[rights[i].rook] == rights[i].pieces[1])
			strcat(castling, rights[i].right);
	snprintf(ret, GAME_FEN, "%s %s %s - 0 1", placement, side, *castling ? castling : "-");
}

int reconstruction_new(const char *fen, const struct reconstruction_board *board, struct reconstruction **ret,
		       char err[static 160])
{
	struct reconstruction *r = calloc(1, sizeof(*r));
	char whole[GAME_FEN];
	int result;

	if (!r)
		return -ENOMEM;
	r->board = *board;
	memset(r->squares, '.', sizeof(r->squares));
	result = read_fen(fen, &r->game, &r->start, err);
	if (result == 0) {
		complete(fen, &r->start, whole);
		result = read_fen(whole, &r->game, &r->start, err);
	}
	if (result < 0) {
		free(r);
		return result;
	}
	*ret = r;
	return 0;
}

static const struct game_position *position(const struct reconstruction *r)
{
	return r->count > 0 ? &r->told[r->count - 1].after : &r->start;
}

bool reconstruction_turned(const struct reconstruction *r)
{
	return r->turned != (r->core && tracker_turned(core_tracker(r->core)));
}

/* The squares from White's side. */
static void look(const struct reconstruction *r, char ret[static SQUARES])
{
	memcpy(ret, r->squares, SQUARES);
	if (reconstruction_turned(r))
		squares_turn(ret, ret);
}

static bool stands(const struct reconstruction *r, const struct game_position *pos)
{
	char seen[SQUARES], pieces[GAME_MAX_SQUARES];

	look(r, seen);
	r->game->placement(pos, pieces);
	return squares_agree(seen, pieces);
}

static bool has_named(const char squares[static SQUARES])
{
	for (unsigned i = 0; i < SQUARES; i++)
		if (squares[i] != '.' && squares[i] != '?')
			return true;
	return false;
}

/* The board stands as the position does, seen from the other side: then that is where White sits. */
static void turn_if_so(struct reconstruction *r)
{
	if (stands(r, position(r)) || !has_named(r->squares))
		return;
	r->turned = !r->turned;
	if (!stands(r, position(r)))
		r->turned = !r->turned;
}

static void tell(struct reconstruction *r, const struct game_move *move)
{
	struct told told = { .move = *move, .after = *position(r) };
	char san[GAME_TEXT];

	if (r->count == RECONSTRUCTION_MOVES)
		return;
	if (r->count == r->room) {
		unsigned room = r->room ? 2 * r->room : 64;
		struct told *more = reallocarray(r->told, room, sizeof(*more));

		if (!more)
			return;
		r->told = more;
		r->room = room;
	}
	r->game->move_notation(&told.after, move, san);
	snprintf(told.san, sizeof(told.san), "%.15s", san);
	r->game->play(&told.after, move);
	r->told[r->count++] = told;
}

static bool is_legal(const struct reconstruction *r, const struct game_move *move)
{
	struct game_moves all;

	r->game->moves(position(r), &all);
	for (unsigned i = 0; i < all.count; i++)
		if (game_moves_same(&all.move[i], move))
			return true;
	return false;
}

/* --- the cores --- */

static struct core *begin_core(struct reconstruction *r, bool has_lever, int64_t t_us)
{
	struct core_setup setup = {
		.game = r->game,
		.sensors = r->board.names_pieces ? TRACKER_PIECE_ID : TRACKER_PRESENCE,
		.has_lever = has_lever,
		.grace_us = has_lever && r->board.presses_late ? LATE_PRESS_US : 0,
		.start = *position(r),
		.clock = { .mode = CLOCK_NONE },
	};
	struct input all = input_at(0, INPUT_SQUARES);
	struct core *core = NULL;
	char err[160];

	if (core_new(&setup, NULL, NULL, &core, err) < 0)
		return NULL;
	look(r, all.squares);
	if (core_input(core, &all, err) < 0) {
		core_free(core);
		return NULL;
	}
	return core;
}

/* The pieces stand as was told: from here on they are watched. */
static void begin(struct reconstruction *r, int64_t t_us)
{
	const bool turned = reconstruction_turned(r);

	leave(r);
	r->turned = turned;
	if (!r->is_known)
		return;
	turn_if_so(r);
	if (!stands(r, position(r)))
		return;
	r->base = r->count;
	r->irregular = false;
	r->origin_us = t_us;
	r->core = begin_core(r, r->board.has_lever && r->pressed, t_us);
	if (r->board.has_lever && !r->pressed)
		r->lever_core = begin_core(r, true, t_us);
}

static void give(struct reconstruction *r, struct core *core, struct input *in, int64_t t_us)
{
	char err[160];

	if (!core)
		return;
	in->t_us = t_us > r->origin_us ? t_us - r->origin_us : 0;
	if (in->square != GAME_NO_SQUARE && r->turned)
		in->square = (uint8_t)square_turned(in->square);
	core_input(core, in, err);
}

static void give_all(struct reconstruction *r, struct input in, int64_t t_us)
{
	struct input again = in;

	give(r, r->core, &in, t_us);
	give(r, r->lever_core, &again, t_us);
}

static bool is_one_move(const struct turn *turn)
{
	return turn->has_move && (turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED);
}

/*
 * The turns that the core has closed are told. One that is no legal move is not, nor what comes after it: until it is
 * read otherwise, or what stands is understood again.
 */
static void collect(struct reconstruction *r, int64_t t_us)
{
	const struct tracker *tracker = r->core ? core_tracker(r->core) : NULL;
	const unsigned turns = tracker ? tracker_turns(tracker) : 0;

	r->irregular = false;
	for (unsigned i = 0; i < turns; i++) {
		const struct turn *turn = tracker_turn(tracker, i);
		const unsigned ply = r->base + i;

		if (!turn || (ply < r->count && is_one_move(turn) && game_moves_same(&r->told[ply].move, &turn->move)))
			continue;
		if (turn->kind == TURN_PROMOTION_OWED && i + 1 == turns)
			return; /* it will be named, or is what the reply found it to be */
		if (ply < r->count) {
			r->count = ply;
			r->revisions++;
		}
		r->irregular = !is_one_move(turn) || !is_legal(r, &turn->move);
		if (r->irregular)
			return;
		tell(r, &turn->move);
	}
}

/* --- what has stood for a while --- */

/* A rook beside its king, who may castle with it. */
static bool may_be_castling(const struct reconstruction *r, const struct game_move *move)
{
	struct game_moves all;

	r->game->moves(position(r), &all);
	for (unsigned i = 0; i < all.count; i++)
		if (all.move[i].flags & GAME_MOVE_CASTLING && !(move->flags & GAME_MOVE_CASTLING) &&
		    all.move[i].rook_from == move->from && all.move[i].rook_to == move->to)
			return true;
	return false;
}

static bool lever_decides(const struct reconstruction *r)
{
	return r->board.has_lever && r->pressed;
}

static int64_t settle_us(const struct reconstruction *r)
{
	return lever_decides(r) ? RECONSTRUCTION_FINAL_US : RECONSTRUCTION_SETTLE_US;
}

/* The moves that stand on the board now, from the told position; 0 none. */
static unsigned standing(const struct reconstruction *r, struct game_move line[static REACH_MOVES])
{
	struct game_position after;
	char seen[SQUARES];

	if (r->core && tracker_standing_move(core_tracker(r->core), &line[0], &after) && stands(r, &after) &&
	    is_legal(r, &line[0]))
		return 1;
	look(r, seen);
	return reach(r->game, position(r), seen, line);
}

static void tell_line(struct reconstruction *r, const struct game_move *line, unsigned moves, int64_t t_us)
{
	for (unsigned i = 0; i < moves; i++)
		tell(r, &line[i]);
	if (moves > 0)
		begin(r, t_us);
}

/* What stands cannot be, if the last move that was told was made; but without it, it can. */
static void tell_otherwise(struct reconstruction *r, int64_t t_us)
{
	struct game_move line[REACH_MOVES];
	char seen[SQUARES];
	unsigned moves;

	if (r->count == 0)
		return;
	look(r, seen);
	moves = reach(r->game, r->count > 1 ? &r->told[r->count - 2].after : &r->start, seen, line);
	if (moves == 0)
		return;
	r->count--;
	r->revisions++;
	tell_line(r, line, moves, t_us);
}

/* Nothing moved any more: what stands is told, and it is watched from there. */
static void settle(struct reconstruction *r, int64_t t_us)
{
	struct game_move line[REACH_MOVES];
	unsigned moves;

	if (t_us < r->settled_us || !r->is_known || stands(r, position(r)))
		return;
	moves = standing(r, line);
	r->settled_us = r->changed_us + settle_us(r) * CASTLING_FACTOR;
	if (moves == 1 && may_be_castling(r, &line[0]) && t_us < r->settled_us)
		return;
	r->settled_us = INT64_MAX;
	if (lever_decides(r)) { /* but nobody presses after the last move */
		struct game_position after = *position(r);

		if (moves == 1)
			r->game->play(&after, &line[0]);
		if (moves == 1 && r->game->end(&after) != GAME_GOES_ON)
			tell_line(r, line, moves, t_us);
	} else if (moves > 0) {
		tell_line(r, line, moves, t_us);
	} else {
		tell_otherwise(r, t_us);
	}
}

int64_t reconstruction_due(const struct reconstruction *r)
{
	int64_t due = INT64_MAX, deadline;

	if (r->is_known && !stands(r, position(r)))
		due = r->settled_us;
	deadline = r->core ? core_deadline(r->core) : CLOCK_NEVER;
	if (deadline != CLOCK_NEVER && deadline + r->origin_us + GRACE_US < due)
		due = deadline + r->origin_us + GRACE_US;
	return due;
}

/* --- what comes in --- */

static void changed(struct reconstruction *r, int64_t t_us)
{
	r->changed_us = t_us;
	r->settled_us = t_us + settle_us(r);
	if (r->core)
		collect(r, t_us);
	if (!r->core || (r->irregular && stands(r, position(r))))
		begin(r, t_us);
}

void reconstruction_square(struct reconstruction *r, unsigned square, char letter, int64_t t_us)
{
	struct input in = input_at(0, letter == '.' ? INPUT_LIFT : INPUT_PLACE);

	if (square >= SQUARES)
		return;
	in.square = (uint8_t)square;
	in.piece = letter == '.' ? 0 : letter;
	r->squares[square] = letter;
	give_all(r, in, t_us);
	changed(r, t_us);
}

void reconstruction_squares(struct reconstruction *r, const char squares[static SQUARES], int64_t t_us)
{
	const bool same = r->is_known && memcmp(r->squares, squares, SQUARES) == 0;
	struct input lost = input_at(0, INPUT_LOST), all = input_at(0, INPUT_SQUARES);

	memcpy(r->squares, squares, SQUARES);
	if (same)
		return;
	lost.count = 1;
	memcpy(all.squares, squares, SQUARES);
	if (r->turned)
		squares_turn(all.squares, all.squares);
	if (r->is_known) {
		give_all(r, lost, t_us);
		give_all(r, all, t_us);
	}
	r->is_known = true;
	changed(r, t_us);
}

void reconstruction_press(struct reconstruction *r, enum side side, int64_t t_us)
{
	struct game_move line[REACH_MOVES];
	struct input in = input_at(0, INPUT_PRESS);
	unsigned moves;

	if (!r->board.has_lever)
		return;
	if (!r->pressed && r->lever_core) { /* it is used: from now on it says what is made */
		core_free(r->core);
		r->core = r->lever_core;
		r->lever_core = NULL;
	}
	r->pressed = true;
	in.side = side;
	if (r->core) {
		give(r, r->core, &in, t_us);
		collect(r, t_us);
	}
	if (!r->is_known || (r->core && !r->irregular))
		return;
	/* what led here was not seen, or not understood; but a move stands, and is made */
	moves = standing(r, line);
	if (moves > 0 && (r->game->to_move(position(r)) == side) == (moves == 1))
		tell_line(r, line, moves, t_us);
	else if (moves == 0)
		tell_otherwise(r, t_us);
}

void reconstruction_time(struct reconstruction *r, int64_t t_us)
{
	if (r->core) {
		give_all(r, input_at(0, INPUT_TICK), t_us - GRACE_US);
		collect(r, t_us);
	}
	settle(r, t_us);
}

/* --- what is told --- */

unsigned reconstruction_count(const struct reconstruction *r)
{
	return r->count;
}

const char *reconstruction_san(const struct reconstruction *r, unsigned ply)
{
	return ply < r->count ? r->told[ply].san : NULL;
}

unsigned reconstruction_revisions(const struct reconstruction *r)
{
	return r->revisions;
}

bool reconstruction_matches(const struct reconstruction *r)
{
	return r->is_known && stands(r, position(r));
}

bool reconstruction_pieces(const struct reconstruction *r, char pieces[static SQUARES])
{
	struct game_position after;
	struct game_move move;

	if (!r->is_known)
		return false;
	if (stands(r, position(r)))
		r->game->placement(position(r), pieces);
	else if (r->core && tracker_standing_move(core_tracker(r->core), &move, &after) && stands(r, &after))
		r->game->placement(&after, pieces);
	else
		return false;
	if (reconstruction_turned(r))
		squares_turn(pieces, pieces);
	return true;
}
