/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The verbs of flagfallctl, each in a file verb-*.c. A verb parses its arguments with argp through ctl_parse(), writes
 * its answer and nothing else to stdout, and everything else to stderr. argv[0] is "flagfallctl NAME". It returns the
 * exit status.
 */
#ifndef FLAGFALLCTL_VERBS_H
#define FLAGFALLCTL_VERBS_H

#include "flagfallctl/ctl.h"

struct verb {
	const char *name;
	int (*run)(struct ctl *ctl, int argc, char **argv);
	const char *help; /* its line in the list of verbs, without a full stop */
};

/* In the order of that list. Each has its row, verb_NAME, in its own file. */
#define VERBS(X) \
	X(list) \
	X(status) \
	X(start) \
	X(round) \
	X(event) \
	X(claim) \
	X(report) \
	X(decide) \
	X(clock) \
	X(pause) \
	X(resume) \
	X(takeback) \
	X(undo) \
	X(end) \
	X(press) \
	X(arrive) \
	X(position) \
	X(promotion) \
	X(move) \
	X(monitor) \
	X(games) \
	X(hall) \
	X(export) \
	X(journal) \
	X(backup) \
	X(restore) \
	X(record) \
	X(metrics) \
	X(doctor) \
	X(replay) \
	X(judge) \
	X(rules) \
	X(unwinnable) \
	X(emulate) \
	X(perft) \
	X(array)

#define VERB_DECLARED(name) extern const struct verb verb_##name;
VERBS(VERB_DECLARED)
#undef VERB_DECLARED

#endif
