/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the verbs of flagfallctl share. */
#ifndef FLAGFALLCTL_CTL_H
#define FLAGFALLCTL_CTL_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "rules/sentences/language.h"

enum {
	CTL_DONE = 0,
	CTL_FAILED = 1,	   /* refused or failed; the sentence is on stderr */
	CTL_USAGE = 2,	   /* wrong usage */
	CTL_NO_DAEMON = 3, /* flagfalld (or the bus) cannot be reached */
};

#define CTL_OPT_LANG 0x400 /* no letter */

/* What every verb takes. */
struct ctl {
	const char *verb;		 /* the verb's name */
	bool json;			 /* --json: answer in JSON */
	const char *bus;		 /* --bus ADDRESS, NULL for the system bus */
	const struct language *language; /* --lang, else the locale's, else English */
	bool colour; /* stdout is a terminal that wants colours (NO_COLOR, TERM=dumb are honoured) */
};

/*
 * ctl_parse - parse a verb's own arguments and the global options among them
 * @argp:  the verb's options, parser, args_doc and doc
 * @input: state->input of the verb's parser
 * Ends the process with status 2 after a usage error, 0 after --help and --version.
 * The parser calls argp_error() or argp_usage() for wrong usage.
 */
void ctl_parse(struct ctl *ctl, const struct argp *argp, int argc, char **argv, void *input);

/* For its parser: a whole number from min to max, and one above 0 up to max. wrong: the sentence where word is none,
 * with %s for it. */
long ctl_read_number(struct argp_state *state, const char *word, long min, long max, const char *wrong);
double ctl_read_above_0(struct argp_state *state, const char *word, double max, const char *wrong);

/* For its parser: this word is one too many. */
void ctl_too_much(struct argp_state *state, const char *word);

/* Behind what is wrong with a position's pieces: how one is written. */
#define CTL_FEN_EXAMPLE(err) \
	(strcmp((err).field, "placement") == 0 ? "; one is written as 4k3/8/8/8/8/8/8/4K3 w - - 0 1" : "")

/* Print "flagfallctl VERB: SENTENCE" on stderr; returns CTL_FAILED. */
int ctl_fail(const struct ctl *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A rulebook_complaint that prints FILE:LINE: REASON on stderr. */
void ctl_complain(void *userdata, const char *file, unsigned line, const char *reason);

/* Print one JSON value on a line of its own on stdout, keys in the order they were set. Takes the reference. */
void ctl_print_json(json_t *value);

/* The language that the environment asks for messages in, as gettext reads it (LANGUAGE, LC_ALL, LC_MESSAGES, LANG);
 * English where it asks for none that there is. */
const struct language *ctl_environment_language(void);
/* --lang: 0; -EINVAL no such language. */
int ctl_set_language(struct ctl *ctl, const char *name);
/* Their ids, ", " between them. */
const char *ctl_language_names(char buf[static 64]);

/* A text of an object, "" if it has none. */
const char *ctl_text(const json_t *object, const char *key);

/* --- near-word.c: A word that is not known: which known ones were meant. --- */

/*
 * ctl_near_words - "flag", "offer-draw, accept-draw or clear-draw"
 * @known: ", " between them
 * False: none is near.
 */
bool ctl_near_words(const char *word, const char *known, char *buf, size_t size);
/* What is said after "\"flagg\" is not a claim; ": which were meant, and where all are told (NULL: here, they are few).
 */
#define CTL_UNKNOWN_WORD 1000
const char *ctl_unknown_word(const char *word, const char *known, const char *all, char buf[static CTL_UNKNOWN_WORD]);

/* --- local-time.c: Times of day. --- */

#define CTL_TIME 40
/*
 * An instant in local time by a format of strftime(3). In an hour that comes twice, as when summer time ends, how far
 * ahead of UTC it is stands behind that: "02:30:11 +0200". "": it cannot be told.
 */
const char *ctl_local_time(time_t instant, const char *format, char buf[static CTL_TIME]);

#endif
