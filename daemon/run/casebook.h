/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Running casebook cases: what is ruled, and whether it is what the case expects. */
#ifndef DAEMON_JUDGE_H
#define DAEMON_JUDGE_H

#include <stdio.h>
#include "daemon/core/core.h"

/* A case ready to be run, as often as one likes. */
struct judge_case;

struct judge_outcome {
	enum ruling_kind ruling;
	enum reason reason;
	const char *result;
	int64_t adjust_us[2], left_us[2];
	enum side to_move;		/* NO_SIDE when over */
	char placement[GAME_FEN];
	unsigned articles;
	char article[PUBLICATION_ARTICLES][16];
	unsigned rulings;		/* public ones, in order */
	enum ruling_kind *sequence;	/* free() it */
};

/* Rulebooks that cases name, each loaded once. */
struct judge;
int judge_new(rulebook_complaint complain, void *userdata, struct judge **ret);
void judge_free(struct judge *judge);

/* From a case's object; the judge must outlive it. -EINVAL with a sentence. */
int judge_prepare(struct judge *judge, json_t *object, struct judge_case **ret, char err[static 160]);
void judge_case_free(struct judge_case *c);
/* 0 and *ret filled; -EINVAL with a sentence where an event cannot be. */
int judge_run(const struct judge_case *c, struct judge_outcome *ret, char err[static 160]);

struct judge_score { unsigned passed, failed, doubtful, asked; };
/* All cases of a file, one a line: writes one JSON line each to out. Returns 0, or negative errno if name cannot be read. */
int judge_file(struct judge *judge, const char *name, FILE *out, struct judge_score *score);

#endif
