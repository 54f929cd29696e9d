/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/record.h"
#include "daemon/tournaments/inside.h"

/* Is all of the pairing's game shown? What has no game hides nothing. */
static bool is_shown(struct tournament *e, const struct live_round *round, const struct pairing *pairing)
{
	struct live_game *s = pairing_live_game(e, pairing);
	struct delay_shown shown;

	if (!*pairing->game)
		return true;
	if (!s)
		return round->export_next_us == INT64_MAX;
	return pairing_record_shown(s, context_now(e->context)->boottime_us, &shown) == 0 && shown.all;
}

/* Those with a board; live: how many games run. To be freed, NULL without memory. */
static struct export_pairing *shown_pairings(struct tournament *e, const struct live_round *round, unsigned *count,
					     unsigned *live)
{
	static const char *const going_on[] = { "ready", "running", "paused", "board-gone" };
	struct export_pairing *list = calloc(round->now->pairings.count + 1, sizeof(*list));

	*count = *live = 0;
	for (size_t i = 0; list && i < round->now->pairings.count; i++) {
		const struct pairing *pairing = &round->now->pairings.list[i];
		bool all = is_shown(e, round, pairing), runs = !all;
		const char *state = pairing_state(e, pairing);

		if (!pairing->board)
			continue;
		for (size_t k = 0; k < sizeof(going_on) / sizeof(going_on[0]); k++)
			runs |= strcmp(state, going_on[k]) == 0;
		list[(*count)++] = (struct export_pairing){
			.board = pairing->board,
			.player = { pairing->player[0], pairing->player[1] },
			.result = all ? pairing_result(e, pairing) : "",
			.live = runs,
		};
		*live += runs;
	}
	return list;
}

static int write_index(struct tournament *e, const struct live_round *round)
{
	char path[EXPORT_PATH], date[16], *text;
	unsigned count, live;
	struct export_pairing *pairings = shown_pairings(e, round, &count, &live);
	int r;

	round_date(e, round, date);
	export_index_path(path, round->number);
	text = pairings ? export_round(date, pairings, count) : NULL;
	r = text ? export_file_write(e->context, e->id, path, text) : -ENOMEM;
	if (r >= 0)
		r = relay_stream_file(e, round->number, 0, path, text);
	free(text);
	free(pairings);
	return r;
}

static int write_tournament(struct tournament *e)
{
	const struct export_event about = {
		.id = e->file->id,
		.name = e->file->name,
		.site = e->file->site,
		.rulebook = e->file->rulebook,
		.time = e->file->time,
	};
	json_t *rounds = json_array();
	char *text;
	int r;

	for (const struct live_round *round = e->rounds; round && rounds; round = round->next) {
		unsigned count, live;

		while (json_array_size(rounds) + 1 < round->number)
			json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", 0, "live", 0));
		free(shown_pairings(e, round, &count, &live));
		json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", (int)count, "live", (int)live));
	}
	text = rounds ? export_tournament(&about, rounds) : NULL;
	r = text ? export_file_write(e->context, e->id, EXPORT_TOURNAMENT, text) : -ENOMEM;
	if (r >= 0)
		r = relay_stream_file(e, 0, 0, EXPORT_TOURNAMENT, text);
	free(text);
	json_decref(rounds);
	return r;
}

static int write_games(struct tournament *e, const struct live_round *round, const char *suffix)
{
	char path[EXPORT_PATH], *all = NULL, *one;
	FILE *out;
	size_t size = 0;
	int r;

	out = open_memstream(&all, &size);
	if (!out)
		return -ENOMEM;
	for (size_t i = 0; i < round->now->pairings.count; i++) {
		const unsigned board = round->now->pairings.list[i].board;

		export_path(path, round->number, board, suffix);
		one = board ? export_file_read(e->context, e->id, path) : NULL;
		if (one)
			fputs(one, out);
		free(one);
	}
	r = fclose(out) == 0 ? 0 : -ENOMEM;
	export_path(path, round->number, 0, suffix);
	if (r == 0)
		r = export_file_write(e->context, e->id, path, all);
	free(all);
	return r;
}

int export_round_write(struct tournament *e, const struct live_round *round, const struct game *game)
{
	int r = write_games(e, round, record_suffix(game));

	if (r >= 0)
		r = write_index(e, round);
	if (r >= 0)
		r = write_tournament(e);
	return r < 0 ? r : 0;
}
