/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct argp_option game_arguments_ending[] = {
	{ "yes", 'y', 0, 0, "Do not ask at a terminal before the game ends", 0 }, { 0 }
};

bool game_ending_confirm(const struct ctl *ctl, bool yes, const char *title, const char *question)
{
	char line[16] = "";

	if (yes || !isatty(STDIN_FILENO))
		return true;
	fprintf(stderr, "%s: %s [y/N] ", title, question);
	fflush(stderr);
	if (fgets(line, sizeof(line), stdin) && (line[0] == 'y' || line[0] == 'Y'))
		return true;
	ctl_fail(ctl, "nothing was done.");
	return false;
}

/* "3", "club:3", "g31" */
static bool is_game(const char *word)
{
	const char *colon = strrchr(word, ':'), *number = colon ? colon + 1 : *word == 'g' ? word + 1 : word;

	return *number && !number[strspn(number, "0123456789")];
}

error_t game_arguments_parse(int key, char *arg, struct argp_state *state)
{
	struct game_arguments *w = state->input;

	switch (key) {
	case 'y':
		w->yes = true;
		return 0;
	case ARGP_KEY_ARG:
		if (w->count == GAME_ARGUMENTS - 2) /* a verb may add two */
			argp_error(state, "too many words");
		if (w->details && strchr(arg, '='))
			;
		else if (w->count > w->plain)
			argp_error(state, "\"%s\" stands after the details; they come last and are KEY=VALUE", arg);
		else
			w->plain++;
		w->word[w->count++] = arg;
		return 0;
	case ARGP_KEY_END: {
		const char *fault;

		if (w->plain < w->wanted || (w->plain == w->wanted && w->wanted && !w->number && is_game(w->word[0])))
			argp_error(state, w->example ? "something is missing; it takes %s" : "too few words",
				   w->example);
		if (w->plain > w->wanted + 1 && w->example)
			argp_error(state, "\"%s\" is too much; it takes %s", w->word[w->wanted + 1], w->example);
		else if (w->plain > w->wanted + 1)
			ctl_too_much(state, w->word[w->wanted + 1]);
		w->game = w->plain > w->wanted ? w->word[0] : NULL;
		w->fixed = w->word + (w->plain - w->wanted);
		w->detail = w->word + w->plain;
		w->details_count = w->count - w->plain;
		fault = call_details_check(w->detail, w->details_count);
		if (fault)
			argp_error(state, "%s", fault);
		return 0;
	}
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

error_t one_word_parse(const char **word, const char *arg, struct argp_state *state)
{
	if (*word)
		ctl_too_much(state, arg);
	*word = arg;
	return 0;
}

const char *side_argument(const char *word)
{
	if (strcmp(word, "white") == 0 || strcmp(word, "w") == 0)
		return "white";
	if (strcmp(word, "black") == 0 || strcmp(word, "b") == 0)
		return "black";
	return NULL;
}
