/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/export-round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json-text.h"
#include "formats/record.h"
#include "daemon/tournaments/export-file.h"
#include "daemon/tournaments/pairing-game.h"
#include "daemon/tournaments/pairing-record.h"
#include "daemon/tournaments/relay-stream.h"

/* Is all of the pairing's game shown? What has no game hides nothing. */
static bool is_shown(struct tournament *e, const struct round *round, json_t *pairing)
{
	struct live_game *s = pairing_live_game(e, pairing);
	struct delay_shown shown;

	if (!*text_of(pairing, "game"))
		return true;
	if (!s)
		return round->export_next_us == INT64_MAX;
	return pairing_record_shown(s, context_now(e->context)->boottime_us, &shown) == 0 && shown.all;
}

/* As export_round() takes them; live: how many games run. New reference. */
static json_t *shown_pairings(struct tournament *e, const struct round *round, const struct game *game, unsigned *count,
			      unsigned *live)
{
	static const char *const going_on[] = { "ready", "running", "paused", "board-gone" };
	json_t *list = json_array(), *pairing;
	size_t i;

	*count = *live = 0;
	json_array_foreach(json_object_get(round->json, "pairings"), i, pairing) {
		bool all = is_shown(e, round, pairing), runs = !all;
		const char *state = pairing_state(e, pairing);

		if (!json_integer_value(json_object_get(pairing, "board")))
			continue;
		for (size_t k = 0; k < sizeof(going_on) / sizeof(going_on[0]); k++)
			runs |= strcmp(state, going_on[k]) == 0;
		++*count;
		*live += runs;
		json_array_append_new(
			list, json_pack("{s:O, s:O, s:O, s:s, s:b}", "board", json_object_get(pairing, "board"),
					"white", json_object_get(pairing, "white"), "black",
					json_object_get(pairing, "black"), "result",
					all ? unplayed_result(game, pairing_result(e, pairing)) : "", "live", runs));
	}
	return list;
}

static int write_index(struct tournament *e, const struct round *round, const struct game *game)
{
	char path[EXPORT_PATH], date[16], *text;
	unsigned count, live;
	json_t *pairings = shown_pairings(e, round, game, &count, &live);
	int r;

	round_date(e, round, date);
	export_index_path(path, round->number);
	text = pairings ? export_round(date, pairings) : NULL;
	r = text ? export_file_write(e->context, e->id, path, text) : -ENOMEM;
	if (r >= 0)
		r = relay_stream_file(e, round->number, 0, path, text);
	free(text);
	json_decref(pairings);
	return r;
}

static int write_tournament(struct tournament *e, const struct game *game)
{
	json_t *rounds = json_array();
	char *text;
	int r;

	for (const struct round *round = e->rounds; round && rounds; round = round->next) {
		unsigned count, live;

		while (json_array_size(rounds) + 1 < round->number)
			json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", 0, "live", 0));
		json_decref(shown_pairings(e, round, game, &count, &live));
		json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", (int)count, "live", (int)live));
	}
	text = rounds ? export_tournament(e->file, rounds) : NULL;
	r = text ? export_file_write(e->context, e->id, EXPORT_TOURNAMENT, text) : -ENOMEM;
	if (r >= 0)
		r = relay_stream_file(e, 0, 0, EXPORT_TOURNAMENT, text);
	free(text);
	json_decref(rounds);
	return r;
}

static int write_games(struct tournament *e, const struct round *round, const char *suffix)
{
	char path[EXPORT_PATH], *all = NULL, *one;
	FILE *out;
	size_t size = 0, i;
	json_t *pairing;
	int r;

	out = open_memstream(&all, &size);
	if (!out)
		return -ENOMEM;
	json_array_foreach(json_object_get(round->json, "pairings"), i, pairing) {
		unsigned board = (unsigned)json_integer_value(json_object_get(pairing, "board"));

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

int export_round_write(struct tournament *e, const struct round *round, const struct game *game)
{
	int r = write_games(e, round, record_suffix(game));

	if (r >= 0)
		r = write_index(e, round, game);
	if (r >= 0)
		r = write_tournament(e, game);
	return r < 0 ? r : 0;
}
