/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many games are read exactly right from an emulated DGT board whose clock answers late.
 *
 *   score_dgt [-v] [-l LATE_MS] [-s SCAN_MS] [-i SECONDS] [-r] [-t] [-w] TRACE-id.jsonl…     each beside its
 * TRACE.moves
 *
 * -r: as a file of bytes, which have no times but the clock's; -t: the board stands turned; -w: White sits at the
 * clock's right side -i: the clock gives so many seconds a press, which tells of presses between two polls.
 */
#include <unistd.h>

#include "tests/unit/replay/dgt-road.h"

static unsigned compare(const char *path, char *moves, unsigned *plies, unsigned *right, bool verbose)
{
	char name[4096], line[256], first[300] = "";
	size_t n = strlen(path) - strlen("-id.jsonl");
	unsigned wrong = 0, ply = 0;
	char *rest = moves, *got;
	FILE *f;

	snprintf(name, sizeof(name), "%.*s.moves", (int)n, path);
	f = fopen(name, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f)) {
		char want[16] = "", tags[200] = "";

		sscanf(line, "%15s %*s %199s", want, tags);
		got = strtok_r(rest, "\n", &rest);
		ply++;
		if (got && strcmp(got, want) == 0)
			++*right;
		else if (!wrong++)
			snprintf(first, sizeof(first), "ply %u %s read as %s, %s", ply, want, got ? got : "none", tags);
	}
	if (strtok_r(rest, "\n", &rest) && !wrong++)
		snprintf(first, sizeof(first), "more than %u plies", ply);
	*plies += ply;
	fclose(f);
	if (wrong && verbose)
		printf("# %s: %u wrong; %s\n", path, wrong, first);
	return !wrong;
}

int main(int argc, char **argv)
{
	struct emulated_options options = { .scan_us = -1, .late_us = 300000 };
	unsigned games = 0, good = 0, plies = 0, right = 0;
	bool verbose = false, recorded = false;
	int64_t gives_us = 0;
	int c;

	while ((c = getopt(argc, argv, "vl:s:i:rtw")) != -1) {
		if (c == 'v')
			verbose = true;
		else if (c == 'l')
			options.late_us = atoi(optarg) * 1000;
		else if (c == 's')
			options.scan_us = atoi(optarg) * 1000;
		else if (c == 'i')
			gives_us = atoi(optarg) * (int64_t)1000000;
		else if (c == 'r')
			recorded = true;
		else if (c == 't')
			options.turned = true;
		else if (c == 'w')
			options.white_right = true;
	}
	for (int i = optind; i < argc; i++) {
		struct dgt_road road = {
			.options = options, .grace_us = 1500000, .gives_us = gives_us, .recorded = recorded
		};
		char *moves = NULL;

		if (road_play(&road, argv[i], &moves) == 0) {
			games++;
			good += compare(argv[i], moves, &plies, &right, verbose);
		}
		free(moves);
		road_done(&road);
	}
	printf("games %u/%u  plies %u/%u\n", good, games, right, plies);
	return 0;
}
