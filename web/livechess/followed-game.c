/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/core.h"

enum {
	GRACE_US = 60000, /* so late may an event be read, after one of the same board */
	LATE_PRESS_US = 1500000,
	CASTLING_FACTOR = 2, /* a rook beside its king: the king may follow */
};

struct reconstruction {
	const struct game *game;
	struct reconstruction_board board;
	struct line line;
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
	unsigned lever_base;	 /* moves that were told when that one began */
	int64_t origin_us, lever_origin_us;
	struct lead lead; /* the official game */
	bool irregular;	  /* core has closed a turn that is no legal move, and may yet find another reading */
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
	line_done(&r->line);
	free(r->lead.moves);
	free(r);
}

int reconstruction_new(const char *fen, const struct reconstruction_board *board, struct reconstruction **ret,
		       char err[static 160])
{
	struct reconstruction *r = calloc(1, sizeof(*r));
	struct game_position start;
	int result;

	if (!r)
		return -ENOMEM;
	r->board = *board;
	memset(r->squares, '.', sizeof(r->squares));
	result = setup_fen_read(fen, &r->game, &start, err);
	if (result < 0) {
		free(r);
		return result;
	}
	line_init(&r->line, r->game, &start, RECONSTRUCTION_MOVES);
	*ret = r;
	return 0;
}

static const struct game_position *position(const struct reconstruction *r)
{
	return line_told_position(&r->line);
}

bool reconstruction_turned(const struct reconstruction *r)
{
	return r->turned != (r->core && tracker_turned(core_tracker(r->core)));
}

/* The squares from White's side. */
static void reconstruction_look(const struct reconstruction *r, char ret[static SQUARES])
{
	memcpy(ret, r->squares, SQUARES);
	if (reconstruction_turned(r))
		squares_turn(ret, ret);
}

static bool stands(const struct reconstruction *r, const struct game_position *pos)
{
	char seen[SQUARES], pieces[GAME_MAX_SQUARES];

	reconstruction_look(r, seen);
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

static bool is_legal(const struct reconstruction *r, const struct game_position *pos, const struct game_move *move)
{
	struct game_moves all;

	r->game->moves(pos, &all);
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
	reconstruction_look(r, all.squares);
	if (core_input(core, &all, err) < 0) {
		core_free(core);
		return NULL;
	}
	return core;
}

/* Beside the other one, where the pieces stand as was told, until the lever is pressed. */
static void begin_lever_core(struct reconstruction *r, int64_t t_us)
{
	if (!r->board.has_lever || r->pressed || !stands(r, position(r)))
		return;
	core_freep(&r->lever_core);
	r->lever_core = begin_core(r, true, t_us);
	r->lever_base = r->line.count;
	r->lever_origin_us = t_us;
}

/* The pieces stand as was told: from here on they are watched. */
static void reconstruction_begin(struct reconstruction *r, int64_t t_us)
{
	const bool turned = reconstruction_turned(r);

	leave(r);
	line_restart(&r->line, r->line.count);
	r->irregular = false;
	r->turned = turned;
	if (!r->is_known)
		return;
	turn_if_so(r);
	if (!stands(r, position(r)))
		return;
	r->origin_us = t_us;
	r->core = begin_core(r, r->board.has_lever && r->pressed, t_us);
	begin_lever_core(r, t_us);
}

static void give(struct reconstruction *r, struct core *core, int64_t origin_us, struct input in, int64_t t_us)
{
	char err[160];

	if (!core)
		return;
	in.t_us = t_us > origin_us ? t_us - origin_us : 0;
	if (in.square != GAME_NO_SQUARE && r->turned)
		in.square = (uint8_t)square_turned(in.square);
	core_input(core, &in, err);
}

static void give_all(struct reconstruction *r, struct input in, int64_t t_us)
{
	give(r, r->core, r->origin_us, in, t_us);
	give(r, r->lever_core, r->lever_origin_us, in, t_us);
}

static bool is_one_move(const struct turn *turn)
{
	return turn->has_move && (turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED);
}

/* Behind the turns that are closed, the move that stands. */
static void collect_standing(struct reconstruction *r, unsigned i, int64_t t_us)
{
	struct game_position after;
	struct game_move move;

	if (!tracker_standing_move(core_tracker(r->core), &move, &after)) {
		line_read_end(&r->line, i);
		return;
	}
	if (i >= r->line.read_count || !game_moves_same(&r->line.read[i].m.move, &move)) {
		line_read_end(&r->line, i);
		if (!is_legal(r, line_read_position(&r->line), &move))
			return;
	}
	line_read(&r->line, i, &move, false, t_us);
	line_read_end(&r->line, i + 1);
}

/* What the core reads now. A turn that is no legal move ends it: until it is read otherwise, or what stands is
 * understood again. */
static void collect(struct reconstruction *r, int64_t t_us)
{
	const struct tracker *tracker = r->core ? core_tracker(r->core) : NULL;
	const unsigned turns = tracker ? tracker_turns(tracker) : 0;
	char seen[SQUARES];
	unsigned i;

	r->irregular = false;
	for (i = 0; i < turns; i++) {
		const struct turn *turn = tracker_turn(tracker, i);
		const bool known = turn && i < r->line.read_count && is_one_move(turn) &&
				   game_moves_same(&r->line.read[i].m.move, &turn->move);

		if (!turn) /* so long ago that it is forgotten */
			continue;
		if (turn->kind == TURN_PROMOTION_OWED && i + 1 == turns)
			break; /* it will be named, or is what the reply found it to be */
		if (!known) {
			line_read_end(&r->line, i);
			r->irregular = !is_one_move(turn) || !is_legal(r, line_read_position(&r->line), &turn->move);
			if (r->irregular)
				break;
		}
		line_read(&r->line, i, &turn->move, true, t_us);
	}
	if (tracker && i == turns)
		collect_standing(r, i, t_us);
	else
		line_read_end(&r->line, i);
	reconstruction_look(r, seen);
	line_look(&r->line, seen, t_us);
}

/* --- what has stood for a while --- */

/* A rook beside its king, who may castle with it. */
static bool may_be_castling(const struct reconstruction *r, const struct game_position *pos,
			    const struct game_move *move)
{
	struct game_moves all;

	r->game->moves(pos, &all);
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

static bool is_end(const struct reconstruction *r, const struct game_position *pos)
{
	return r->game->end(pos) != GAME_GOES_ON;
}

/* How long the move that is read last has to stand until it is told; INT64_MAX: it waits for what makes it. */
static int64_t settle_us(const struct reconstruction *r)
{
	const struct line *l = &r->line;
	const struct line_read *last = l->read_count ? &l->read[l->read_count - 1] : NULL;
	struct game_position before;

	if (!last || last->made)
		return INT64_MAX;
	if (lever_decides(r)) /* but nobody presses after the last move */
		return is_end(r, &last->m.after) ? RECONSTRUCTION_FINAL_US : INT64_MAX;
	before = *line_position_before_last(l);
	return RECONSTRUCTION_SETTLE_US * (may_be_castling(r, &before, &last->m.move) ? CASTLING_FACTOR : 1);
}

/* What is sure by now is told. */
static void progress(struct reconstruction *r, int64_t t_us)
{
	bool stood;

	lead_prune(&r->lead, &r->line);
	stood = r->line.read_count && !r->line.read[r->line.read_count - 1].made;
	if (line_tell_sure(&r->line, settle_us(r), t_us) && stood)
		begin_lever_core(r, t_us);
}

static void tell_line(struct reconstruction *r, const struct game_move *moves, unsigned count, int64_t t_us)
{
	for (unsigned i = 0; i < count; i++)
		line_tell(&r->line, &moves[i]);
	if (count > 0)
		reconstruction_begin(r, t_us);
}

/* What stands cannot be, if the last move that was told was made; but without it, it can. */
static void tell_otherwise(struct reconstruction *r, int64_t t_us)
{
	struct game_move moves[REACH_MOVES];
	const unsigned told = r->line.count;
	char seen[SQUARES];
	unsigned count;

	if (told == 0)
		return;
	reconstruction_look(r, seen);
	count = reach(r->game, told > 1 ? &r->line.told[told - 2].after : &r->line.start, seen, moves);
	if (count == 0)
		return;
	line_take_back(&r->line, told - 1);
	tell_line(r, moves, count, t_us);
}

static bool is_understood(const struct reconstruction *r)
{
	return stands(r, position(r)) || (r->core && stands(r, line_read_position(&r->line)));
}

/* Nothing moved any more, and what stands is not what is read: where moves lead to it, they were made. */
static void settle(struct reconstruction *r, int64_t t_us)
{
	const int64_t wait_us = lever_decides(r) ? RECONSTRUCTION_FINAL_US : RECONSTRUCTION_SETTLE_US;
	struct game_move moves[REACH_MOVES];
	struct game_position after = *position(r);
	char seen[SQUARES];
	unsigned count;

	if (r->lead.is || t_us < r->settled_us || !r->is_known || is_understood(r))
		return;
	reconstruction_look(r, seen);
	count = reach(r->game, &after, seen, moves);
	r->settled_us = r->changed_us + wait_us * CASTLING_FACTOR;
	if (count == 1 && may_be_castling(r, &after, &moves[0]) && t_us < r->settled_us)
		return;
	r->settled_us = INT64_MAX;
	if (count == 1)
		r->game->play(&after, &moves[0]);
	if (lever_decides(r) && !(count == 1 && is_end(r, &after)))
		return;
	if (count > 0)
		tell_line(r, moves, count, t_us);
	else
		tell_otherwise(r, t_us);
}

int64_t reconstruction_due(const struct reconstruction *r)
{
	int64_t due = line_due(&r->line, settle_us(r)), deadline;

	if (!r->lead.is && r->is_known && r->settled_us < due && !is_understood(r))
		due = r->settled_us;
	if (r->lead.is && r->line.count < r->lead.count && r->lead.due_us < due)
		due = r->lead.due_us;
	deadline = r->core ? core_deadline(r->core) : CLOCK_NEVER;
	if (deadline != CLOCK_NEVER && deadline + r->origin_us + GRACE_US < due)
		due = deadline + r->origin_us + GRACE_US;
	return due;
}

/* The official game's moves are told in place of those that were. */
static void take_official(struct reconstruction *r, int64_t t_us)
{
	unsigned same = lead_told(&r->lead, &r->line);

	line_take_back(&r->line, same);
	for (; same < r->lead.count; same++)
		line_tell(&r->line, &r->lead.moves[same]);
	reconstruction_begin(r, t_us);
}

/* --- what comes in --- */

static void changed(struct reconstruction *r, int64_t t_us)
{
	r->changed_us = t_us;
	r->settled_us = t_us + (lever_decides(r) ? RECONSTRUCTION_FINAL_US : RECONSTRUCTION_SETTLE_US);
	if (r->core)
		collect(r, t_us);
	progress(r, t_us);
	if (r->irregular && !r->lead.is && stands(r, line_read_position(&r->line)))
		line_tell_all(&r->line); /* it was put right, so all before it was made */
	if (!r->core || (r->irregular && stands(r, position(r))))
		reconstruction_begin(r, t_us);
}

void reconstruction_square(struct reconstruction *r, unsigned square, char letter, int64_t t_us)
{
	struct input in = input_at(0, letter == '.' ? INPUT_LIFT : INPUT_PLACE);

	if (square >= SQUARES)
		return;
	line_passes(&r->line, t_us);
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

	if (same)
		return;
	line_passes(&r->line, t_us);
	memcpy(r->squares, squares, SQUARES);
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

/* The lever is used: from now on it says what is made. */
static void take_lever_core(struct reconstruction *r)
{
	core_free(r->core);
	r->core = r->lever_core;
	r->origin_us = r->lever_origin_us;
	r->lever_core = NULL;
	line_restart(&r->line, r->lever_base);
}

void reconstruction_press(struct reconstruction *r, enum side side, int64_t t_us)
{
	struct game_move moves[REACH_MOVES];
	struct input in = input_at(0, INPUT_PRESS);
	char seen[SQUARES];
	unsigned count;

	if (!r->board.has_lever)
		return;
	line_passes(&r->line, t_us);
	if (!r->pressed && r->lever_core)
		take_lever_core(r);
	r->pressed = true;
	in.side = side;
	if (r->core) {
		give(r, r->core, r->origin_us, in, t_us);
		collect(r, t_us);
		progress(r, t_us);
	}
	if (r->lead.is || !r->is_known || (r->core && !r->irregular))
		return;
	/* what led here was not seen, or not understood; but a move stands, and is made */
	reconstruction_look(r, seen);
	count = reach(r->game, position(r), seen, moves);
	if (count > 0 && (r->game->to_move(position(r)) == side) == (count == 1))
		tell_line(r, moves, count, t_us);
	else if (count == 0)
		tell_otherwise(r, t_us);
}

void reconstruction_time(struct reconstruction *r, int64_t t_us)
{
	line_passes(&r->line, t_us);
	if (r->core) {
		give_all(r, input_at(0, INPUT_TICK), t_us - GRACE_US);
		collect(r, t_us);
	}
	progress(r, t_us);
	settle(r, t_us);
	if (r->lead.is && r->line.count < r->lead.count && t_us >= r->lead.due_us)
		take_official(r, t_us);
}

/* --- the official game --- */

void reconstruction_follow(struct reconstruction *r, const struct official *o, int64_t t_us)
{
	const bool was_led = r->lead.is;
	unsigned same;

	lead_take(&r->lead, o, r->game, &r->line);
	r->line.most = RECONSTRUCTION_MOVES;
	if (!r->lead.is)
		return;
	if (r->lead.count < RECONSTRUCTION_MOVES)
		r->line.most = r->lead.count + 1;
	r->lead.due_us = t_us + (was_led ? RECONSTRUCTION_FINAL_US : 0);
	same = lead_told(&r->lead, &r->line);
	/* persons made it another one; what was read was not so; or it was ahead when it was asked for */
	if ((was_led && r->lead.is_otherwise) || (same < r->lead.count && (same < r->line.count || !was_led)))
		take_official(r, t_us);
}

/* --- what is told --- */

unsigned reconstruction_count(const struct reconstruction *r)
{
	return r->line.count;
}

const char *reconstruction_san(const struct reconstruction *r, unsigned ply)
{
	return ply < r->line.count ? r->line.told[ply].san : NULL;
}

unsigned reconstruction_revisions(const struct reconstruction *r)
{
	return r->line.revisions;
}

unsigned reconstruction_take_kept(struct reconstruction *r)
{
	const unsigned kept = r->line.kept;

	r->line.kept = UINT_MAX;
	return kept;
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
	else if (r->core && stands(r, line_read_position(&r->line)))
		r->game->placement(line_read_position(&r->line), pieces);
	else if (r->core && tracker_standing_move(core_tracker(r->core), &move, &after) && stands(r, &after))
		r->game->placement(&after, pieces);
	else
		return false;
	if (reconstruction_turned(r))
		squares_turn(pieces, pieces);
	return true;
}
