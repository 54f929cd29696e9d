/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl judge: casebook cases through core and arbiter. */
#include <stdio.h>
#include <string.h>

#include "flagfallctl/verbs.h"
#include "replay/replay.h"

struct files {
	char **name;
	int count;
	bool sentences;
};

enum { OPT_SENTENCES = 256 };

static const struct argp_option options[] = {
	{ "sentences", OPT_SENTENCES, 0, 0,
	  "Print what is said to the players and nothing else: a line for each ruling other than a turn that stands",
	  0 },
	{ 0 }
};

static error_t verb_judge_parse(int key, char *arg, struct argp_state *state)
{
	struct files *files = state->input;

	switch (key) {
	case OPT_SENTENCES:
		files->sentences = true;
		return 0;
	case ARGP_KEY_ARG:
		if (!files->count)
			files->name = &state->argv[state->next - 1];
		files->count++;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int run_judge(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = verb_judge_parse,
		.args_doc = "FILE.jsonl...",
		.doc = "Run casebook cases: one JSON line for each, then how many passed and failed.\v"
		       "Cases marked doubtful are run and counted in neither number.",
	};
	struct files files = { 0 };
	struct casebook_score score = { 0 };
	struct casebook *judge;
	int r, status = CTL_DONE;

	ctl_parse(ctl, &argp, argc, argv, &files);
	r = casebook_new(ctl_complain, NULL, &judge);
	if (r < 0) {
		fprintf(stderr, "flagfallctl: %s\n", strerror(-r));
		return CTL_FAILED;
	}
	casebook_speak(judge, ctl->language, files.sentences);
	for (int i = 0; i < files.count; i++) {
		r = casebook_run_file(judge, files.name[i], stdout, &score);
		if (r < 0) {
			fprintf(stderr, "flagfallctl judge: %s, where a casebook is expected, cannot be read: %s\n",
				files.name[i], strerror(-r));
			status = CTL_FAILED;
		}
	}
	casebook_free(judge);
	if (!files.sentences)
		printf("%u passed, %u failed\n", score.passed, score.failed);
	return score.failed ? CTL_FAILED : status;
}

const struct verb verb_judge = { "judge", run_judge, "run casebook cases" };
