/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/centre/centre.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text-file.h"

#define MOST_ROUNDS 256		      /* whose games are still to be put together */
#define MOST_TRIED 64		      /* of the files that have failed, at a time */
#define MOST_GAMES (64 * 1024 * 1024) /* bytes of a round's games together */

/* A round of which a game has changed. */
struct round {
	char hall[128], event[128];
	unsigned number;
	bool has_failed, waits; /* waits: for folder_again() */
};

struct folder {
	struct store *store;
	const char *dir;
	struct round rounds[MOST_ROUNDS];
	size_t count;
	unsigned again; /* so many of those that have failed are to be tried now */
	char fault[400];
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

static void folder_say_fault(struct folder *folder, const char *hall, const char *event, const char *path, int r)
{
	snprintf(folder->fault, sizeof(folder->fault), "hall %s: %s/%s cannot be written: %s; it is tried again", hall,
		 event, path, strerror(-r));
}

/* The record of a board's game at the end of out; suffix: which of the two it has, untouched where there is none. */
static void add_game(struct store *store, const struct round *round, unsigned board, FILE *out, const char **suffix)
{
	static const char *const suffixes[] = { "pgn", "pdn" };
	char path[64], *one;

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		snprintf(path, sizeof(path), "round-%u/game-%u.%s", round->number, board, suffixes[i]);
		one = store_file_text(store, round->hall, round->event, path);
		if (!one)
			continue;
		*suffix = suffixes[i];
		fputs(one, out);
		free(one);
	}
}

/* Those of the boards in the order of the index, each once. 0 or a negative errno value. */
static int add_games(struct store *store, const struct round *round, const json_t *index, FILE *out,
		     const char **suffix)
{
	bool is_there[STORE_MOST_NUMBER + 1] = { false };
	json_t *pairing;
	size_t i;

	json_array_foreach(json_object_get(index, "pairings"), i, pairing) {
		const json_int_t board = json_integer_value(json_object_get(pairing, "board"));

		if (board < 1 || board > STORE_MOST_NUMBER || is_there[board])
			continue;
		is_there[board] = true;
		add_game(store, round, (unsigned)board, out, suffix);
		if (ftell(out) > MOST_GAMES)
			return -EFBIG;
	}
	return 0;
}

/* The games of a round in one file, in the order of its index; path: the file's, as far as it is known. */
static int write_games(struct store *store, const char *dir, const struct round *round, char path[static 64])
{
	const char *suffix = "pgn";
	char *index_text, *all = NULL;
	json_t *index;
	size_t size = 0;
	FILE *out;
	int r = -ENOMEM;

	snprintf(path, 64, "round-%u/index.json", round->number);
	index_text = store_file_text(store, round->hall, round->event, path);
	index = index_text ? json_loads(index_text, 0, NULL) : NULL;
	free(index_text);
	if (!index)
		return 0; /* it is still to come */
	out = open_memstream(&all, &size);
	if (out)
		r = add_games(store, round, index, out, &suffix);
	json_decref(index);
	if (out && fclose(out) != 0)
		r = -ENOMEM;
	snprintf(path, 64, "round-%u/games.%s", round->number, suffix);
	if (r == 0)
		r = replace(dir, round->hall, round->event, path, all);
	free(all);
	return r;
}

/* The round that a file belongs to; 0: none, or not one of a hall's export. */
static unsigned round_of(const char *path)
{
	char number[8] = "", end = '\0';

	if (sscanf(path, "round-%4[0-9]%c", number, &end) != 2 || end != '/' || *number == '0')
		return 0;
	return (unsigned)strtoul(number, NULL, 10);
}

/* Its round's games are to be put together. False: there is no room for another round now. */
static bool note_round(struct folder *folder, const struct store_file *file)
{
	struct round round = { .number = round_of(file->path) }, *at = NULL;

	if (!round.number)
		return true;
	snprintf(round.hall, sizeof(round.hall), "%s", file->hall);
	snprintf(round.event, sizeof(round.event), "%s", file->event);
	for (size_t i = 0; i < folder->count; i++) {
		struct round *one = &folder->rounds[i];

		if (one->number == round.number && strcmp(one->hall, round.hall) == 0 &&
		    strcmp(one->event, round.event) == 0)
			return true;
		if (!at && one->waits)
			at = one;
	}
	/* where there is no room one that has failed gives way: it is tried again with its next game */
	if (folder->count < MOST_ROUNDS)
		at = &folder->rounds[folder->count++];
	if (at)
		*at = round;
	return at;
}

/* The next file to be written; *has_failed: it was tried before. */
static bool take_next(struct folder *folder, struct store_file *file, bool *has_failed)
{
	*has_failed = false;
	if (store_next_file(folder->store, file))
		return true;
	*has_failed = folder->again > 0 && store_next_failed(folder->store, file);
	folder->again -= *has_failed;
	return *has_failed;
}

int folder_write(struct folder *folder, unsigned most)
{
	struct store_file file;
	bool has_failed;
	int r = 0;

	folder->fault[0] = '\0';
	while (r >= 0 && most-- > 0 && !*folder->fault && take_next(folder, &file, &has_failed)) {
		if (!note_round(folder, &file))
			break;
		r = replace(folder->dir, file.hall, file.event, file.path, file.text);
		if (r < 0 && !has_failed && !store_hall_has_failed(folder->store, file.hall))
			folder_say_fault(folder, file.hall, file.event, file.path, r);
		r = r < 0 ? store_file_failed(folder->store) : store_file_written(folder->store);
	}
	if (r >= 0)
		r = store_next_file(folder->store, &file) || folder->again > 0;
	return store_commit(folder->store) < 0 ? -EIO : r;
}

static bool hall_has_failed(const struct folder *folder, const char *hall)
{
	for (size_t i = 0; i < folder->count; i++)
		if (folder->rounds[i].has_failed && strcmp(folder->rounds[i].hall, hall) == 0)
			return true;
	return false;
}

int folder_write_games(struct folder *folder)
{
	char path[64];
	bool more = false;

	folder->fault[0] = '\0';
	for (size_t i = folder->count; i-- > 0;) {
		struct round *round = &folder->rounds[i];
		int r;

		if (round->waits)
			continue;
		r = write_games(folder->store, folder->dir, round, path);
		if (r >= 0) {
			*round = folder->rounds[--folder->count];
			continue;
		}
		if (!hall_has_failed(folder, round->hall)) {
			if (*folder->fault) { /* another hall's is said by this call */
				more = true;
				continue;
			}
			folder_say_fault(folder, round->hall, round->event, path, r);
		}
		round->has_failed = round->waits = true;
	}
	return more || *folder->fault;
}

/* That folder is another one from now on, whose name has a number behind it where it is taken. One that is not there
 * need not be. */
static int move_folder(const char *from, char path[static FOLDER_PATH])
{
	const size_t length = strlen(path);

	for (unsigned n = 2; n < 100; n++) {
		int r = text_file_folders(path);

		if (r < 0)
			return r;
		if (rename(from, path) == 0 || errno == ENOENT)
			return 0;
		if (errno != ENOTEMPTY && errno != EEXIST)
			return -errno;
		snprintf(path + length, FOLDER_PATH - length, "-%u", n);
	}
	return -EEXIST;
}

int folder_put_aside(struct folder *folder, const json_t *lost, char path[static FOLDER_PATH])
{
	const char *hall = json_string_value(json_object_get(lost, "hall")),
		   *event = json_string_value(json_object_get(lost, "event")), *slash = strrchr(folder->dir, '/');
	const unsigned number = (unsigned)json_integer_value(json_object_get(lost, "round"));
	char from[FOLDER_PATH];
	int n, r;

	snprintf(from, sizeof(from), "%s/%s/%s/round-%u", folder->dir, hall, event, number);
	n = snprintf(path, FOLDER_PATH - 4, "%.*slost/%s/%s/round-%u.%lld", slash ? (int)(slash - folder->dir) + 1 : 0,
		     folder->dir, hall, event, number, (long long)json_integer_value(json_object_get(lost, "epoch")));
	if (n >= FOLDER_PATH - 4)
		return -ENAMETOOLONG;
	r = move_folder(from, path);
	if (r >= 0)
		r = store_forget_round(folder->store, hall, event, number);
	if (r >= 0)
		r = store_commit(folder->store);
	return r < 0 ? r : 0;
}

void folder_again(struct folder *folder)
{
	folder->again = store_count_failed(folder->store, MOST_TRIED);
	for (size_t i = 0; i < folder->count; i++)
		folder->rounds[i].waits = false;
}

bool folder_has_failed(const struct folder *folder)
{
	for (size_t i = 0; i < folder->count; i++)
		if (folder->rounds[i].has_failed)
			return true;
	return store_count_failed(folder->store, 1) > 0;
}

const char *folder_fault(const struct folder *folder)
{
	return folder->fault;
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
