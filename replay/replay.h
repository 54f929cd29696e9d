/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running a recorded game: inputs are gathered into groups of the same
 * instant and given to a core; what was played is then written as text.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include <jansson.h>
#include <stdio.h>

#include "daemon/core/core.h"
#include "formats/pgn.h"

struct replay {
	struct core *core;
	unsigned count;
	struct input group[CORE_GROUP];
	struct undone_acts undone; /* what the recording undoes: noted before the first input */
};

/* Takes one input; inputs of earlier instants are judged. As core_input(); -EINVAL, too, for one that undoes what was
 * not noted. */
int replay_input(struct replay *replay, const struct input *input, char err[static 160]);
/* What was gathered is judged. */
int replay_flush(struct replay *replay, char err[static 160]);
/* No more will come. What a ruling left undecided is searched now, and ruled on. */
int replay_finish(struct replay *replay, char err[static 160]);

/* The turns as they stand, one token a line; those that nobody saw are left out. */
int replay_moves(const struct core *core, FILE *out);
/* Of turn numbers from that one on, counted from 0, the first that stands for turns that nobody saw, counted from 1; 0:
 * there is none. */
unsigned replay_unseen(const struct core *core, unsigned from);
/*
 * core_pgn - the game so far
 * Moves with [%clk], the result, TimeControl, Termination, Rulebook and, for another start, FEN. Other tags are the
 * caller's to set. NULL without memory. pgn_free() it.
 */
struct pgn_game *core_pgn(const struct core *core);

/* --- recorded-games.c --- */

/* The games of a recording, one after the other: each begins where the pieces were set up anew after the one before. */
#define REPLAY_GAMES 64

struct replay_games {
	struct replay game[REPLAY_GAMES];
	int64_t began_us[REPLAY_GAMES];
	unsigned count;
	char squares[GAME_MAX_SQUARES]; /* what the sensors show */
};

/* The caller has made the core of the first, and frees them all by replay_games_done(). */
void replay_games_begin(struct replay_games *games, const struct core_setup *setup);
void replay_games_done(struct replay_games *games);
/* As replay_input(); all: also of the games that follow the first. */
int replay_games_input(struct replay_games *games, const struct input *input, bool all, char err[static 160]);
int replay_games_finish(struct replay_games *games, char err[static 160]);

/* --- casebook.c: Running casebook cases: what is ruled, and whether it is what the case expects. --- */

/* A case ready to be run, as often as one likes. */
struct casebook_case;

struct casebook_outcome {
	enum ruling_kind ruling;
	enum reason reason;
	const char *result;
	int64_t adjust_us[2], left_us[2];
	enum side to_move; /* NO_SIDE when over */
	char placement[GAME_FEN];
	unsigned articles;
	char article[PUBLICATION_ARTICLES][16];
	unsigned rulings;	    /* public ones, in order */
	enum ruling_kind *sequence; /* free() it */
};

/* Rulebooks that cases name, each loaded once. */
struct casebook;
int casebook_new(rulebook_complaint complain, void *userdata, struct casebook **ret);
void casebook_free(struct casebook *casebook);

/* From now on casebook_run_file() gives sentences in this language (English before), and with alone nothing else: a
 * line for each public ruling but turns that stand, after the case's id. */
void casebook_speak(struct casebook *casebook, const struct language *language, bool alone);

/* From a case's object; the casebook must outlive it. -EINVAL with a sentence. */
int casebook_prepare(struct casebook *casebook, json_t *object, struct casebook_case **ret, char err[static 160]);
void casebook_case_free(struct casebook_case *c);
/* How rulings are said; casebook.c's own. */
struct casebook_speech;
/* 0 and *ret filled, and *last the last ruling that was published; -EINVAL with a sentence where an event cannot be.
 * speech says each; it and last may be NULL. */
int casebook_run(const struct casebook_case *c, const struct casebook_speech *speech, struct publication *last,
		 struct casebook_outcome *ret, char err[static 160]);

struct casebook_score {
	unsigned passed, failed, doubtful, asked;
};
/* All cases of a file, one a line: writes one JSON line each to out. Returns 0, or negative errno if name cannot be
 * read. */
int casebook_run_file(struct casebook *casebook, const char *name, FILE *out, struct casebook_score *score);

/* --- trace-header.c: The header of a game's trace, from what the game was started with. --- */

/* setup: the options of StartGame, completed. doc/trace.md has the header. New reference, NULL no memory. */
json_t *trace_header(const json_t *setup);

#endif
