/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfallctl - the command line of Flagfall
 *
 * The verbs are in files of their own; see verbs.h.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/verbs.h"

#define VERB_ROW(name) &verb_##name,
static const struct verb *const verbs[] = { VERBS(VERB_ROW) };

#define N_VERBS (sizeof(verbs) / sizeof(verbs[0]))

/* For argp: one format for every verb. */
static void print_version(FILE *stream, struct argp_state *state)
{
	fprintf(stream, "flagfallctl %s\n", FLAGFALL_VERSION);
}

static const char doc[] =
	"Run a game on an electronic sensor board, watch it, and judge what was recorded."
	"\vExit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong usage, "
	"3 flagfalld cannot be reached.\n\n"
	"\"flagfallctl VERB --help\" explains a verb; so does flagfallctl(1).";

static char *help_filter(int key, const char *text, void *input)
{
	char *out = NULL;
	size_t size;
	FILE *f;

	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	f = open_memstream(&out, &size);
	if (!f)
		return (char *)text;
	fputs("Verbs:\n", f);
	for (size_t i = 0; i < N_VERBS; i++)
		fprintf(f, "  %-11s %s\n", verbs[i]->name, verbs[i]->help);
	fprintf(f, "\n%s", text ? text : "");
	fclose(f);
	return out;
}

struct top {
	struct ctl *ctl;
	int rest; /* index of the verb in argv, 0 if there is none */
};

static const struct argp_option options[] = {
	{ "json", 'j', 0, 0, "Answer in JSON, one value a line", 0 },
	{ "bus", 'b', "ADDRESS", 0,
	  "D-Bus address of the bus the daemon is on; \"user\" for the session bus (default: the system bus)", 0 },
	{ "lang", CTL_OPT_LANG, "LANGUAGE", 0, "Say rulings in this language (default: the locale's)", 0 },
	{ 0 }
};

static error_t parse_top(int key, char *arg, struct argp_state *state)
{
	struct top *top = state->input;

	switch (key) {
	case 'j':
		top->ctl->json = true;
		return 0;
	case 'b':
		top->ctl->bus = arg;
		return 0;
	case CTL_OPT_LANG:
		if (ctl_set_language(top->ctl, arg) < 0)
			argp_error(state, "--lang must be one of %s, not \"%s\"", ctl_language_names((char[64]){ 0 }),
				   arg);
		return 0;
	case ARGP_KEY_ARG:
		top->rest = state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "say what: list (boards and games), start, round, status, hall …");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp top_argp = {
	.options = options,
	.parser = parse_top,
	.args_doc = "VERB [ARGUMENT...]",
	.doc = doc,
	.help_filter = help_filter,
};

static bool wants_colour(void)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

static const char *verb_names(char buf[static 400])
{
	size_t n = 0;

	for (size_t i = 0; i < N_VERBS && n < 400; i++)
		n += (size_t)snprintf(buf + n, 400 - n, "%s%s", i ? ", " : "", verbs[i]->name);
	return buf;
}

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < N_VERBS; i++)
		if (strcmp(verbs[i]->name, name) == 0)
			return verbs[i];
	return NULL;
}

int main(int argc, char **argv)
{
	struct ctl ctl = { .colour = wants_colour() };
	struct top top = { .ctl = &ctl };
	const struct verb *verb;
	static char name[64];
	int status;

	setlocale(LC_CTYPE, "");
	ctl.language = ctl_environment_language();
	argp_program_version_hook = print_version;
	argp_err_exit_status = CTL_USAGE;

	if (argc < 1)
		return CTL_USAGE;
	argv[0] = (char *)"flagfallctl";
	if (argp_parse(&top_argp, argc, argv, ARGP_IN_ORDER, NULL, &top) || !top.rest)
		return CTL_USAGE;

	verb = find_verb(argv[top.rest]);
	if (!verb) {
		char known[400], meant[CTL_UNKNOWN_WORD];
		const char *word = argv[top.rest];

		if (ctl_near_words(word, verb_names(known), meant, sizeof(meant)))
			ctl_fail(&ctl, "there is no verb \"%s\"; did you mean %s? \"flagfallctl --help\" explains all.",
				 word, meant);
		else
			ctl_fail(&ctl, "there is no verb \"%s\"; \"flagfallctl --help\" explains what there is: %s.",
				 word, known);
		return CTL_USAGE;
	}
	ctl.verb = verb->name;
	snprintf(name, sizeof(name), "flagfallctl %s", verb->name);
	argv[top.rest] = name;
	status = verb->run(&ctl, argc - top.rest, argv + top.rest);

	/* An answer that could not be written is no answer. */
	if (fflush(stdout) != 0 || ferror(stdout)) {
		ctl_fail(&ctl, "standard output: %s.", strerror(errno));
		return CTL_FAILED;
	}
	return status;
}
