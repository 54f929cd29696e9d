/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The positional words of a verb: fixed ones, the first of which may be left out, then key=value. */
#ifndef FLAGFALLCTL_GAME_ARGUMENTS_H
#define FLAGFALLCTL_GAME_ARGUMENTS_H

#include "flagfallctl/ctl.h"

#define GAME_ARGUMENTS 32

struct game_arguments {
	int wanted;   /* how many there are when GAME is left out */
	bool details; /* key=value may follow */
	/* filled by the parser */
	int count, plain; /* all; those before the first key=value */
	char *word[GAME_ARGUMENTS];
	/* the result */
	const char *game; /* NULL: left out */
	char **fixed;	  /* the wanted ones */
	char **detail;
	int details_count;
};

/* Parses "[GAME] WORD... [KEY=VALUE...]"; a usage error ends the process. */
error_t game_arguments_parse(int key, char *arg, struct argp_state *state);

/* A verb's one word: *word is it, or a usage error ends the process if there was one. Returns 0. */
error_t one_word_parse(const char **word, const char *arg, struct argp_state *state);

/* "white" or "black" for white, black, w, b; NULL for another word. */
const char *side_argument(const char *word);

#endif
