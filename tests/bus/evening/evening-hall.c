/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hall of an evening: its boards, the scores, and the file of the daemon's steps. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/bus/evening/evening-internal.h"

static void read_score(struct evening_table *t)
{
	const struct hands_options options = { .until = 0 };
	char path[128], err[HANDS_ERROR] = "";

	snprintf(path, sizeof(path), "tests/games/%s.json", t->plan->score);
	if (hands_score_load(path, &t->score, err) < 0 ||
	    hands_play(&t->score, &options, &t->hands, &t->count, err) < 0)
		fail_msg("%s: %s", path, err);
}

/* What stands there before the first move. */
static void put_up(struct evening_table *t)
{
	const struct game *game = t->score.game;
	char squares[SBW_MAX_SQUARES + 1] = "", pieces[GAME_MAX_SQUARES];
	unsigned cells = game->width * game->height;

	game->placement(&t->score.start, pieces);
	memset(squares, '.', cells);
	for (unsigned i = 0; i < game->squares; i++)
		if (game->cell_of_square(i) >= 0)
			squares[game->cell_of_square(i)] = pieces[i];
	sim_set_squares(t->sim, squares);
}

static void make_table(struct evening *e, unsigned i)
{
	struct evening_table *t = &e->table[i];
	struct native_config config = { .model = "Emulated board" };

	t->plan = &evening_plans[i];
	read_score(t);
	snprintf(t->serial, sizeof(t->serial), "EVENING-%u", i + 1);
	snprintf(t->socket, sizeof(t->socket), "%s/board-%u", e->rig->dir, i + 1);
	config.serial = t->serial;
	config.size = (uint8_t)t->score.game->width;
	config.sensors = t->plan->presence ? SBW_SENSORS_PRESENCE : SBW_SENSORS_PIECE_ID;
	assert_return_code(sim_new(&config, &t->sim), 0);
	put_up(t);
	assert_return_code(sim_use_socket(t->sim), 0);
	assert_return_code(sim_plug(t->sim, t->socket), 0);
}

struct evening *evening_new(struct rig *rig)
{
	struct evening *e = calloc(1, sizeof(*e));
	int fd;

	assert_non_null(e);
	e->rig = rig;
	snprintf(e->steps_path, sizeof(e->steps_path), "%s/steps", rig->dir);
	fd = open(e->steps_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_return_code(fd, errno);
	assert_return_code(ftruncate(fd, sizeof(*e->steps)), errno);
	e->steps = mmap(NULL, sizeof(*e->steps), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	assert_true(e->steps != MAP_FAILED);
	evening_spare(e);
	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		make_table(e, i);
	evening_start_daemon(e);
	return e;
}

void evening_free(struct evening *e)
{
	evening_spare(e);
	rig_daemon_stop(e->rig, SIGTERM);
	for (unsigned i = 0; i < EVENING_BOARDS; i++) {
		struct evening_table *t = &e->table[i];

		sim_free(t->sim);
		hands_score_free(&t->score);
		free(t->hands);
		while (t->heard_count > 0)
			free(t->heard[--t->heard_count]);
		free(t->heard);
	}
	munmap(e->steps, sizeof(*e->steps));
	free(e->where);
	free(e);
}
