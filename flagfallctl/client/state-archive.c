/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/state-archive.h"

#include "flagfallctl/client/calls.h"

enum { OPT_STATE = 256 };

const struct argp_option state_archive_options[] = {
	{ "state", OPT_STATE, "DIR", 0, "The daemon's state directory (default " STATE_FOLDER ")", 0 }, { 0 }
};

error_t state_archive_parse(int key, char *arg, struct argp_state *state)
{
	struct state_archive_input *in = state->input;

	switch (key) {
	case OPT_STATE:
		in->state = arg;
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&in->file, arg, state);
	case ARGP_KEY_END:
		if (!in->file)
			argp_error(state, "%s", in->question);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}
