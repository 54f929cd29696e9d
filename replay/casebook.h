/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Running casebook cases: what is ruled, and whether it is what the case expects. */
#ifndef REPLAY_CASEBOOK_H
#define REPLAY_CASEBOOK_H

#include <stdio.h>
#include "daemon/core/core.h"

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

#endif
