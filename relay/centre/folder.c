/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/centre/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/stream/text-file.h"

#define MOST_ROUNDS 256 /* whose games are still to be put together */

/* A round of which a game has changed. */
struct round {
	char hall[128], event[128];
	unsigned number;
};

struct folder {
	struct store *store;
	const char *dir;
	struct round rounds[MOST_ROUNDS];
	size_t count;
};

/* Not synced: it can be written from the store again, and is when the centre starts. */
static int replace(const char *dir, const char *hall, const char *event, const char *path, const char *text)
{
	char *whole = NULL;
	int r;

	if (asprintf(&whole, "%s/%s/%s/%s", dir, hall, event, path) < 0)
		return -ENOMEM;
	r = text_file_write(whole, text);
	free(whole);
	return r < 0 ? r : 0;
}

/* The games of a round in one file, in the order of its index. */
static int write_games(struct store *store, const char *dir, const struct round *round)
{
	static const char *const suffixes[] = { "pgn", "pdn" };
	const char *suffix = suffixes[0];
	char path[64], *index_text, *all = NULL;
	json_t *index, *pairing;
	size_t size = 0, i;
	FILE *out;
	int r;

	snprintf(path, sizeof(path), "round-%u/index.json", round->number);
	index_text = store_file_text(store, round->hall, round->event, path);
	index = index_text ? json_loads(index_text, 0, NULL) : NULL;
	free(index_text);
	if (!index)
		return 0; /* it is still to come */
	out = open_memstream(&all, &size);
	json_array_foreach(json_object_get(index, "pairings"), i, pairing)
		for (size_t k = 0; out && k < sizeof(suffixes) / sizeof(suffixes[0]); k++) {
			char *one;

			snprintf(path, sizeof(path), "round-%u/game-%u.%s", round->number,
				 (unsigned)json_integer_value(json_object_get(pairing, "board")), suffixes[k]);
			one = store_file_text(store, round->hall, round->event, path);
			if (!one)
				continue;
			suffix = suffixes[k];
			fputs(one, out);
			free(one);
		}
	json_decref(index);
	r = out && fclose(out) == 0 ? 0 : -ENOMEM;
	snprintf(path, sizeof(path), "round-%u/games.%s", round->number, suffix);
	if (r == 0)
		r = replace(dir, round->hall, round->event, path, all);
	free(all);
	return r;
}

/* Its round's games are to be put together. False: there is no room for another round now. */
static bool note_round(struct round *rounds, size_t *count, const struct store_file *file)
{
	struct round round = { 0 };

	if (sscanf(file->path, "round-%u/", &round.number) != 1)
		return true;
	snprintf(round.hall, sizeof(round.hall), "%s", file->hall);
	snprintf(round.event, sizeof(round.event), "%s", file->event);
	for (size_t i = 0; i < *count; i++)
		if (rounds[i].number == round.number && strcmp(rounds[i].hall, round.hall) == 0 &&
		    strcmp(rounds[i].event, round.event) == 0)
			return true;
	if (*count == MOST_ROUNDS)
		return false;
	rounds[(*count)++] = round;
	return true;
}

int folder_write(struct folder *folder, unsigned most)
{
	struct store_file file;
	int r = 0;

	while (r >= 0 && most > 0 && store_next_file(folder->store, &file)) {
		if (!note_round(folder->rounds, &folder->count, &file))
			break;
		r = replace(folder->dir, file.hall, file.event, file.path, file.text);
		if (r >= 0)
			r = store_file_written(folder->store);
		most--;
	}
	if (r >= 0)
		r = store_next_file(folder->store, &file);
	return store_commit(folder->store) < 0 ? -EIO : r;
}

int folder_write_games(struct folder *folder)
{
	int r = 0;

	while (folder->count > 0 && r >= 0) {
		r = write_games(folder->store, folder->dir, &folder->rounds[folder->count - 1]);
		folder->count -= r >= 0;
	}
	return r;
}

int folder_new(struct store *store, const char *dir, struct folder **ret)
{
	struct folder *folder = calloc(1, sizeof(*folder));

	if (!folder)
		return -ENOMEM;
	folder->store = store;
	folder->dir = dir;
	*ret = folder;
	return 0;
}

void folder_free(struct folder *folder)
{
	free(folder);
}
