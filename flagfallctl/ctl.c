/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/ctl.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is typed for a number below 0: it is said what is wrong with it. */
#define DIGIT(digit) \
	{ \
		NULL, digit, NULL, OPTION_HIDDEN, NULL, 0 \
	}

static const struct argp_option global_options[] = {
	{ 0, 0, 0, 0, "All verbs:", -2 },
	{ "json", 'j', 0, 0, "Answer in JSON, one value a line", -2 },
	{ "bus", 'b', "ADDRESS", 0,
	  "D-Bus address of the bus the daemon is on; \"user\" for the session bus (default: the system bus)", -2 },
	{ "lang", CTL_OPT_LANG, "LANGUAGE", 0, "Say rulings in this language (default: the locale's)", -2 },
	DIGIT('0'),
	DIGIT('1'),
	DIGIT('2'),
	DIGIT('3'),
	DIGIT('4'),
	DIGIT('5'),
	DIGIT('6'),
	DIGIT('7'),
	DIGIT('8'),
	DIGIT('9'),
	{ 0 }
};

const struct language *ctl_environment_language(void)
{
	const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
	const char *locale = NULL, *wanted = getenv("LANGUAGE");
	const struct language *language;
	char one[32];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !(locale && *locale); i++)
		locale = getenv(names[i]);
	/* the list of languages says nothing to a program that runs without a locale */
	if (!locale || !*locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX"))
		return *language_list();
	for (; wanted && *wanted; wanted += strspn(wanted, ":")) {
		size_t n = strcspn(wanted, ":");

		snprintf(one, sizeof(one), "%.*s", (int)(n < sizeof(one) - 1 ? n : sizeof(one) - 1), wanted);
		language = language_find(one);
		if (language)
			return language;
		wanted += n;
	}
	language = language_find(locale);
	return language ? language : *language_list();
}

int ctl_set_language(struct ctl *ctl, const char *name)
{
	const struct language *language = language_find(name);

	if (!language)
		return -EINVAL;
	ctl->language = language;
	return 0;
}

const char *ctl_language_names(char buf[static 64])
{
	size_t n = 0;

	buf[0] = '\0';
	for (const struct language *const *l = language_list(); *l && n < 64; l++)
		n += (size_t)snprintf(buf + n, 64 - n, "%s%s", n ? ", " : "", (*l)->id);
	return buf;
}

/* "[BOARD] FILE", "list or end [EVENT]": what the verb takes. */
static const char *words_of(const struct argp_state *state, char buf[static 400])
{
	const struct argp *argp = state->root_argp;
	const char *at;
	size_t n = 0;

	while (!argp->args_doc && argp->children) /* the verb's own stands first everywhere */
		argp = argp->children[0].argp;
	for (at = argp->args_doc; at && *at && n + 5 < 400; at++)
		n += (size_t)snprintf(buf + n, 400 - n, *at == '\n' ? " or " : "%c", *at);
	buf[n] = '\0';
	return n ? buf : "options alone";
}

void ctl_too_much(struct argp_state *state, const char *word)
{
	argp_error(state, "\"%s\" is too much; it takes %s", word, words_of(state, (char[400]){ 0 }));
}

/* "-1" looks like options, which no verb has. */
static void refuse_below_0(struct argp_state *state)
{
	const char *last = state->argv[state->next - 1], *word = last;

	if ((*last != '-' || !isdigit((unsigned char)last[1])) && state->next < state->argc)
		word = state->argv[state->next];
	argp_error(state, "\"%s\": a number is 0 or more here; it takes %s", word, words_of(state, (char[400]){ 0 }));
}

static error_t parse_global(int key, char *arg, struct argp_state *state)
{
	struct ctl *ctl = state->input;

	if (key >= '0' && key <= '9')
		refuse_below_0(state);
	switch (key) {
	case ARGP_KEY_ARG: /* the verb does not take it */
		ctl_too_much(state, arg);
		return 0;
	case 'j':
		ctl->json = true;
		return 0;
	case 'b':
		ctl->bus = arg;
		return 0;
	case CTL_OPT_LANG:
		if (ctl_set_language(ctl, arg) < 0)
			argp_error(state, "--lang must be one of %s, not \"%s\"", ctl_language_names((char[64]){ 0 }),
				   arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp global_argp = { .options = global_options, .parser = parse_global };

struct inputs {
	struct ctl *ctl;
	void *verb;
};

static error_t parse_both(int key, char *arg, struct argp_state *state)
{
	struct inputs *in = state->input;

	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = in->verb;
	state->child_inputs[1] = in->ctl;
	return 0;
}

long ctl_read_number(struct argp_state *state, const char *word, long min, long max, const char *wrong)
{
	char *end;
	long n = strtol(word, &end, 10);

	if (!*word || *end || n < min || n > max)
		argp_error(state, wrong, word);
	return n;
}

double ctl_read_above_0(struct argp_state *state, const char *word, double max, const char *wrong)
{
	char *end;
	double n = strtod(word, &end);

	if (!*word || *end || !(n > 0) || n > max)
		argp_error(state, wrong, word);
	return n;
}

void ctl_parse(struct ctl *ctl, const struct argp *argp, int argc, char **argv, void *input)
{
	const struct argp_child children[] = { { argp, 0, NULL, 0 }, { &global_argp, 0, NULL, 0 }, { 0 } };
	const struct argp both = { .parser = parse_both, .children = children };
	struct inputs in = { ctl, input };
	error_t err;

	err = argp_parse(&both, argc, argv, 0, NULL, &in);
	if (err) {
		ctl_fail(ctl, "the arguments cannot be read (error %d).", err);
		exit(CTL_USAGE);
	}
}

int ctl_fail(const struct ctl *ctl, const char *format, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "flagfallctl%s%s: ", ctl->verb ? " " : "", ctl->verb ? ctl->verb : "");
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return CTL_FAILED;
}

void ctl_print_json(json_t *value)
{
	if (value) {
		json_dumpf(value, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
		putchar('\n');
	}
	json_decref(value);
}

void ctl_complain(void *userdata, const char *file, unsigned line, const char *reason)
{
	fprintf(stderr, "%s:%u: %s\n", file, line, reason);
}

const char *ctl_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}
