/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One game: tracker, clock and arbiter under one roof. A pure function of its
 * inputs: no I/O, no clock, no threads. Recovery is feeding the inputs again.
 */
#ifndef DAEMON_CORE_H
#define DAEMON_CORE_H

#include "daemon/core/clock.h"
#include "daemon/core/format/input.h"
#include "daemon/core/format/publication.h"
#include "daemon/core/format/setup.h"

struct core;

/* Called for each publication of an input, in order, before core_input() returns. The game may have gone on by then,
 * and may be in the middle of a pass: what a listener needs is in *p. Must not give the core another input. */
typedef void (*core_sink)(void *userdata, const struct publication *p);

/* 0; -EINVAL with a sentence where setup contradicts itself or its book (a clock that the book does not allow). */
int core_new(const struct core_setup *setup, core_sink sink, void *userdata, struct core **ret, char err[static 160]);
void core_free(struct core *core);
/* What it publishes from now on is given to another. */
void core_hand_over(struct core *core, core_sink sink, void *userdata);
static inline void core_freep(struct core **c)
{
	if (*c)
		core_free(*c);
}

/*
 * core_input - one event
 * An input older than the watermark is taken at the watermark and marked late. 0; -EINVAL with a
 * sentence for an input that cannot be (nothing changes); -ENOMEM.
 */
int core_input(struct core *core, const struct input *input, char err[static 160]);
/* Events of one instant, at most CORE_GROUP, judged as simultaneous (order of judging: what stands on the board, flags,
 * claims and reports, decisions). All have the same time. As core_input(). */
#define CORE_GROUP 64
int core_input_group(struct core *core, const struct input *inputs, unsigned count, char err[static 160]);
/*
 * core_pending_until - when the first of what was said, and is held back for the rulebook's tolerance or until it is
 * known that a piece just set down stays, will be judged; CLOCK_NEVER: nothing is. A tick then brings it about.
 * core_said_count - how many inputs were held back so far (a stop of the clock, and its start, may be)
 * core_judged_count - how many of these have been judged, or dropped as the game ended first
 */
int64_t core_pending_until(const struct core *core);
uint64_t core_said_count(const struct core *core);
uint64_t core_judged_count(const struct core *core);
/* Nothing more comes at this instant: what a rulebook's tolerance holds back is judged. The move set down stays as it
 * is. */
int core_end_instant(struct core *core);

/*
 * core_next_search - what stayed undecided at a ruling and may be searched on
 * Whether side can still win in position: the game was lost by that, or is not drawn by it. The core does not wait:
 * whoever runs it asks the game's can_win() with GAME_SEARCH_NODES, aside, and gives the answer as an input
 * (core_answer()); one that comes when it is no longer asked about changes nothing. At most one at a time. False:
 * nothing is open. ret may be NULL.
 */
struct core_search {
	struct game_position position;
	char fen[GAME_FEN];
	enum side side;
};
bool core_next_search(const struct core *core, struct core_search *ret);
struct input core_answer(const struct core_search *search, enum game_answer answer, int64_t t_us);

/* The state, for status displays and PGN. */
struct core_state {
	int64_t t_us; /* watermark */
	bool over;
	bool awaits_result; /* it is over, and an appeal against its result was upheld: INPUT_END gives another one */
	enum side to_move;
	const char *result;	 /* "none" while it goes on */
	const char *reason;	 /* of the last ruling, "" none */
	enum ruling_kind ruling; /* last public ruling */
	const char *termination; /* PGN word, "normal", "time forfeit", … */
	int64_t adjust_us[2];	 /* sum of changes made by rulings */
	unsigned turns;
	enum claim_kind open_question; /* waiting for a verdict, CLAIM_NONE none */
	const char *kings_result;      /* kings in the centre say it, and nobody else anything yet; "none" */
	const char *kings_termination; /* PGN word for it */
	unsigned illegal_seen; /* the turn, from 1, on which the arbiter may act who sees it, unclaimed; 0 none */
	unsigned doubt;	       /* the turn, from 1, about which the arbiter's side alone is asked; 0 none */
	bool new_game;	       /* the pieces stand as at the start again: the next game may begin */
	bool wants_squares;    /* the board is to be asked for all squares */
	bool absent[2];	       /* the player is not there yet */
	int64_t late_us;       /* when one who is absent comes too late; CLOCK_NEVER */
	bool board_agrees;     /* what stands on the board is the official position, or a move from it */
};
/* Has anybody been asked what this INPUT_DECIDE answers? One that answers nothing changes nothing. */
bool core_was_asked(const struct core *core, const struct input *input);
void core_get_state(const struct core *core, struct core_state *ret);
const struct game_clock *core_clock(const struct core *core);
const struct tracker *core_tracker(const struct core *core);
const struct core_setup *core_get_setup(const struct core *core);
/* One closed turn as PGN and --moves need it: turn, its clock after the press (if the game is timed, by its
 * own clock or by one that reports). -ENOENT past the end. */
struct core_turn {
	const struct turn *turn;
	int64_t left_us;
	char text[GAME_TEXT];
	char notation[GAME_TEXT];
	bool timed;
	bool is_legal; /* the game goes on from what this one legal move makes */
};
int core_get_turn(const struct core *core, unsigned ply, struct core_turn *ret);
/* The position before turn ply, at most as many as were closed. *is_set (may be NULL): a person set it. */
const struct game_position *core_position(const struct core *core, unsigned ply, bool *is_set);
/* May what is legal not be told, as the rulebook silences the arbiter? */
bool core_is_silent(const struct core *core);
/* The official position: after all closed turns and a legal move set down; a pawn that was put on the last rank and
 * still waits for its piece stands there. */
void core_get_position(const struct core *core, struct game_position *ret);
/* When the shell must send a tick: earliest instant at which something happens by itself; CLOCK_NEVER. */
int64_t core_deadline(const struct core *core);
/*
 * core_public_deadline - the earliest of these instants at which something may happen that everybody hears of
 * Where the arbiter must not speak first, that a flag falls or how a turn is read is not of that kind: who notices it
 * at its own instant shows that there was something to notice. Elsewhere it is core_deadline().
 */
int64_t core_public_deadline(const struct core *core);

#endif
