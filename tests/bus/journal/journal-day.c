/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/journal/journal-day.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BOOKS "[{\"id\":\"club\",\"text\":\"rulebook: club\"}]"
#define LONG_TEXT 3000 /* more than a page */

/* --- what a day writes --- */

static int stage_input(struct journal *j, uint64_t game, unsigned n)
{
	char text[LONG_TEXT + 100];

	snprintf(text, sizeof(text), "{\"t_us\":%u,\"game\":%" PRIu64 ",\"seen\":\"%0*u\"}", n, game,
		 n == 5 ? LONG_TEXT : 8, n);
	return journal_stage_input(j, game, text);
}

static int stage_ruling(struct journal *j, uint64_t game, unsigned n)
{
	char text[100];

	snprintf(text, sizeof(text), "{\"ruling\":%u,\"game\":%" PRIu64 "}", n, game);
	return journal_stage_ruling(j, game, text);
}

static int begin(struct journal *j, uint64_t game, const char *board, const char *setup, const char *time,
		 const char *rulebooks)
{
	return journal_stage_game(j, game, &(struct journal_start){ board, setup, time, "{}", rulebooks });
}

/* Who has no memory, or cannot read what has become of a game, may try again: nothing has changed by it. */
#define STAGE(call) \
	do { \
		int did = (call); \
		if (did < 0) \
			did = (call); \
		if (did < 0) \
			return did; \
	} while (0)

static int begin_first(struct journal *j)
{
	STAGE(begin(j, 1, "A", "{\"board\":\"A\",\"white\":\"Ann\"}", "{\"zero\":1}", BOOKS));
	return 0;
}

static int play_first(struct journal *j)
{
	for (unsigned n = 0; n < 7; n++)
		STAGE(stage_input(j, 1, n));
	STAGE(stage_ruling(j, 1, 0));
	return 0;
}

static int begin_second(struct journal *j)
{
	STAGE(journal_stage_event(j, "club", "{\"event\":\"club\"}"));
	STAGE(journal_stage_event(j, "dropped", "{}"));
	STAGE(journal_stage_act(j, "dropped", 1, "{}"));
	STAGE(journal_stage_round(j, "club", 1, "{\"round\":1}", "pairings"));
	journal_forget_event(j, "dropped");
	STAGE(journal_stage_act(j, "club", 1, "{\"act\":\"opened\"}"));
	STAGE(begin(j, 2, "B", "{\"board\":\"B\",\"white\":\"Bo\"}", "{\"zero\":2}", NULL));
	STAGE(journal_stage_input(j, 2, "{}"));
	return 0;
}

static int play_both(struct journal *j)
{
	STAGE(stage_input(j, 2, 1));
	STAGE(stage_input(j, 1, 7));
	STAGE(stage_ruling(j, 1, 1));
	STAGE(stage_ruling(j, 1, 2));
	return 0;
}

static int end_first(struct journal *j)
{
	STAGE(journal_stage_time(j, 1, "{\"zero\":11}"));
	STAGE(journal_stage_over(j, 1, "1-0", 1000));
	STAGE(journal_stage_recorded(j, 1, "/games/1.pgn"));
	return 0;
}

static int begin_third(struct journal *j)
{
	STAGE(begin(j, 3, "A", "{\"board\":\"A\",\"white\":\"Cy\"}", "{\"zero\":3}", BOOKS));
	STAGE(stage_input(j, 3, 0));
	STAGE(journal_stage_corrected(j, 1));
	STAGE(stage_input(j, 2, 2));
	STAGE(stage_ruling(j, 2, 0));
	return 0;
}

static int give_up(struct journal *j)
{
	STAGE(journal_stage_over(j, 3, "0-1", 2000));
	STAGE(journal_stage_given_up(j, 3));
	STAGE(journal_stage_unrecovered(j, 2, "input 1 cannot be replayed"));
	STAGE(journal_stage_over(j, 1, "1/2-1/2", 3000));
	STAGE(begin(j, 4, "C", "{}", "{}", NULL)); /* it never begins */
	STAGE(stage_input(j, 4, 0));
	journal_forget(j, 4);
	return 0;
}

static int take_up(struct journal *j)
{
	STAGE(journal_stage_recovered(j, 2));
	STAGE(journal_stage_event(j, "club", "{\"event\":\"the club\"}"));
	STAGE(journal_stage_round(j, "club", 1, "{\"round\":1,\"closed\":true}", NULL));
	STAGE(journal_stage_act(j, "club", 1, "{\"act\":\"closed\"}"));
	STAGE(stage_input(j, 2, 3));
	return 0;
}

const struct day_step day_steps[DAY_STEPS] = {
	{ begin_first, false }, { play_first, false }, { begin_second, false }, { play_both, true },
	{ end_first, false },	{ begin_third, true }, { give_up, false },	{ take_up, false },
};

/* --- what is in it, as text --- */

struct dump {
	FILE *out;
	uint64_t game[8];
	unsigned games;
};

static int dump_row(void *userdata, uint64_t n, const char *json)
{
	struct dump *d = userdata;

	fprintf(d->out, " %" PRIu64 " %s\n", n, json);
	return 0;
}

static int dump_act(void *userdata, uint64_t n, const char *json)
{
	struct dump *d = userdata;

	(void)n; /* only their order counts */
	fprintf(d->out, " %s\n", json);
	return 0;
}

static int dump_game(void *userdata, const struct journal_game *g)
{
	struct dump *d = userdata;

	fprintf(d->out, "game %" PRIu64 " %s %s %s %s %s %s %s %" PRId64 "\n", g->number, g->board, g->setup, g->time,
		g->state, g->result ? g->result : "-", g->record ? g->record : "-", g->fault ? g->fault : "-",
		g->ended_us);
	if (d->games < 8)
		d->game[d->games++] = g->number;
	return 0;
}

static int dump_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	struct dump *d = userdata;

	fprintf(d->out, "event %s %s %u %s\n", event, json, round, round_json ? round_json : "-");
	return 0;
}

static int dump_all(struct journal *j, struct dump *d)
{
	const struct journal_filter any = { 0 };
	uint64_t before = 0;
	int r = journal_find_games(j, &any, &before, dump_game, d);

	fprintf(d->out, "unfinished\n");
	if (r == 0)
		r = journal_unfinished(j, dump_game, &(struct dump){ .out = d->out });
	for (unsigned i = 0; i < d->games && r == 0; i++) {
		char *books = NULL;

		fprintf(d->out, "inputs\n");
		r = journal_inputs(j, d->game[i], dump_row, d);
		fprintf(d->out, "rulings\n");
		if (r == 0)
			r = journal_rulings(j, d->game[i], dump_row, d);
		if (r == 0)
			r = journal_rulebooks(j, d->game[i], &books);
		fprintf(d->out, "books %s\n", books ? books : "-");
		free(books);
	}
	if (r == 0)
		r = journal_events(j, dump_event, d);
	if (r == 0)
		r = journal_acts(j, "club", 1, dump_act, d);
	if (r == 0)
		r = journal_round_source(j, "club", 1, dump_row, d);
	return r;
}

char *day_text(struct journal *j, int *r)
{
	char *text = NULL;
	size_t size;
	struct dump d = { .out = open_memstream(&text, &size) };

	*r = dump_all(j, &d);
	fclose(d.out);
	if (*r == 0)
		return text;
	free(text);
	return NULL;
}
