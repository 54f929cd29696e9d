/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The positional words of a verb: fixed ones, the first of which may be left out, then key=value. */
#ifndef CTL_WORDS_H
#define CTL_WORDS_H

#include "daemon/ctl/ctl.h"

#define WORDS_MAX 32

struct words {
	int wanted;		/* how many there are when GAME is left out */
	bool details;		/* key=value may follow */
	/* filled by words_argp's parser */
	int count, plain;	/* all; those before the first key=value */
	char *word[WORDS_MAX];
	/* the result */
	const char *game;	/* NULL: left out */
	char **fixed;		/* the wanted ones */
	char **detail;
	int details_count;
};

/* Parses "[GAME] WORD... [KEY=VALUE...]"; a usage error ends the process. */
error_t words_parse(int key, char *arg, struct argp_state *state);

/* "white" or "black" for white, black, w, b; NULL for another word. */
const char *words_side(const char *word);

#endif
