// SPDX-License-Identifier: GPL-2.0-or-later
/* Games from a file for restless hands. See restless-games.h. */
#include "tests/bench/restless-games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool restless_games_parse(int argc, char **argv, const char *allowed, struct restless_games *ret)
{
	int o;

	*ret = (struct restless_games){ .count = 300, .only = UINT32_MAX, .seed = 1 };
	while ((o = getopt(argc, argv, allowed)) != -1)
		switch (o) {
		case 'v':
			ret->verbose = true;
			break;
		case 'n':
			ret->leverless = true;
			break;
		case 's':
			ret->style = optarg;
			break;
		case 'k':
			ret->kind = optarg;
			break;
		case 'f':
			ret->first = (unsigned)atoi(optarg);
			break;
		case 'c':
			ret->count = (unsigned)atoi(optarg);
			break;
		case 'g':
			ret->only = (unsigned)atoi(optarg);
			ret->verbose = ret->events = true;
			break;
		case 'p':
			ret->ply = (unsigned)atoi(optarg);
			break;
		case 'S':
			ret->seed = (uint64_t)atoll(optarg);
			break;
		default:
			return false;
		}
	ret->path = argv[optind];
	return ret->path;
}

bool restless_games_has_style(const struct restless_games *games, const struct restless_style *style)
{
	return !games->style || strcmp(games->style, style->name) == 0;
}

bool restless_games_has_kind(const struct restless_games *games, bool presence)
{
	return !games->kind || (*games->kind == 'p') == presence;
}

static bool has_number(const struct restless_games *games, unsigned number)
{
	return number >= games->first && number < games->first + games->count &&
	       (games->only == UINT32_MAX || number == games->only);
}

static void read_game(const char *line, unsigned number, void (*game)(void *, struct hands_score *, unsigned),
		      void *userdata)
{
	json_t *j = json_loads(line, 0, NULL);
	struct hands_score score;
	char err[HANDS_ERROR] = "no JSON";

	if (j) {
		json_object_del(j, "clk");
		json_object_del(j, "emt");
		json_object_del(j, "tc");
	}
	if (!j || hands_score_read(j, &score, err) < 0) {
		printf("# game %u: %s\n", number, err);
	} else {
		game(userdata, &score, number);
		hands_score_free(&score);
	}
	json_decref(j);
}

int restless_games_each(const struct restless_games *games, void (*game)(void *, struct hands_score *, unsigned),
			void *userdata)
{
	FILE *f = fopen(games->path, "r");
	char *line = NULL;
	size_t room = 0;

	if (!f)
		return -errno;
	for (unsigned number = 0; getline(&line, &room, f) > 0; number++)
		if (has_number(games, number))
			read_game(line, number, game, userdata);
	free(line);
	fclose(f);
	return 0;
}
