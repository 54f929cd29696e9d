// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Cases judged per second on one core, from cases already parsed, the whole casebook in a loop: bench_judge [-n ROUNDS]
 * [FILE…]. With -n so many rounds and no more, for a profiler that counts instructions (--toggle-collect=casebook_run).
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "replay/replay.h"

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts); /* of one core, whatever else runs */
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static unsigned load(struct casebook *judge, const char *name, struct casebook_case **cases, unsigned count,
		     unsigned room)
{
	FILE *f = fopen(name, "re");
	char *text = NULL, err[160];
	size_t size = 0;
	ssize_t n;

	if (!f)
		return count;
	while ((n = getline(&text, &size, f)) > 0 && count < room) {
		json_t *o = json_loadb(text, (size_t)n, 0, NULL);

		if (o && casebook_prepare(judge, o, &cases[count], err) == 0)
			count++;
		json_decref(o);
	}
	free(text);
	fclose(f);
	return count;
}

int main(int argc, char **argv)
{
	static struct casebook_case *cases[4096];
	struct casebook *judge;
	unsigned count = 0;
	unsigned long judged = 0, rounds = 0, round = 0;
	double started, passed;
	char err[160];
	glob_t all = { 0 };

	if (casebook_new(NULL, NULL, &judge) < 0)
		return 1;
	setenv("FLAGFALL_RULES", "rules/books", 0);
	for (int opt; (opt = getopt(argc, argv, "n:")) != -1;) {
		if (opt != 'n' || !(rounds = strtoul(optarg, NULL, 10))) {
			fprintf(stderr, "usage: bench_judge [-n ROUNDS] [FILE...]\n");
			return 2;
		}
	}
	for (int i = optind; i < argc; i++)
		count = load(judge, argv[i], cases, count, 4096);
	if (optind == argc && glob("tests/casebook/*.jsonl", 0, NULL, &all) == 0)
		for (size_t i = 0; i < all.gl_pathc; i++)
			count = load(judge, all.gl_pathv[i], cases, count, 4096);
	globfree(&all);
	if (!count) {
		fprintf(stderr, "judge: no cases\n");
		return 1;
	}
	started = now();
	do {
		for (unsigned i = 0; i < count; i++) {
			struct casebook_outcome outcome;

			if (casebook_run(cases[i], NULL, NULL, &outcome, err) == 0)
				free(outcome.sequence);
			judged++;
		}
		passed = now() - started;
	} while (rounds ? ++round < rounds : passed < 3);
	printf("{\"name\":\"judge\",\"value\":%.0f,\"unit\":\"cases/s\",\"peer\":null,\"peer_value\":null,\"ratio\":null,\"goal\":50000}\n",
	       (double)judged / passed);
	for (unsigned i = 0; i < count; i++)
		casebook_case_free(cases[i]);
	casebook_free(judge);
	return 0;
}
