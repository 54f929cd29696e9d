/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/record.h"
#include "formats/round.h"

static int make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int failed;

		*slash = '\0';
		failed = mkdir(path, 0777) < 0 && errno != EEXIST;
		*slash = '/';
		if (failed)
			return -errno;
	}
	return 0;
}

int export_folder_write(const struct ctl *ctl, const char *folder, const char *path, const char *text)
{
	char whole[4096], temporary[4104];
	FILE *file;
	int r;

	if ((size_t)snprintf(whole, sizeof(whole), "%s/%s", folder, path) >= sizeof(whole))
		return ctl_fail(ctl, "%s: %s.", folder, strerror(ENAMETOOLONG));
	snprintf(temporary, sizeof(temporary), "%s.tmp", whole);
	r = make_folders(whole);
	file = r < 0 ? NULL : fopen(temporary, "we");
	if (!file)
		return ctl_fail(ctl, "%s cannot be made: %s; name another folder with --to.", whole,
				strerror(r < 0 ? -r : errno));
	r = fputs(text, file) < 0 ? -EIO : 0;
	if (fclose(file) != 0 || r < 0 || rename(temporary, whole) < 0) {
		r = errno;
		unlink(temporary);
		return ctl_fail(ctl, "%s: %s.", whole, strerror(r));
	}
	return 0;
}

int export_folder_round(const struct ctl *ctl, const char *folder, const json_t *round, json_t *rounds)
{
	static const char *const going_on[] = { "ready", "running", "paused", "board-gone" };
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	json_t *pairings = json_object_get(round, "pairings"), *pairing;
	struct export_pairing *list = calloc(json_array_size(pairings) + 1, sizeof(*list));
	int count = 0, live = 0, status;
	char path[EXPORT_PATH], *text;
	size_t i;

	if (!list)
		return ctl_fail(ctl, "%s.", strerror(ENOMEM));
	json_array_foreach(pairings, i, pairing) {
		struct export_pairing *one = &list[count];
		bool whole = json_is_true(json_object_get(pairing, "whole")), runs = !whole;

		for (size_t k = 0; k < sizeof(going_on) / sizeof(going_on[0]); k++)
			runs |= strcmp(ctl_text(pairing, "state"), going_on[k]) == 0;
		one->board = (unsigned)json_integer_value(json_object_get(pairing, "table"));
		if (!one->board)
			continue;
		player_read(json_object_get(pairing, "white"), &one->player[0]);
		player_read(json_object_get(pairing, "black"), &one->player[1]);
		one->live = runs;
		one->result = whole ? ctl_text(pairing, "result") : "";
		count++;
		live += runs;
	}
	while (json_array_size(rounds) + 1 < number)
		json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", 0, "live", 0));
	json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", count, "live", live));
	export_index_path(path, number);
	text = export_round(ctl_text(round, "date"), list, (size_t)count);
	status = text ? export_folder_write(ctl, folder, path, text) : ctl_fail(ctl, "%s.", strerror(ENOMEM));
	free(text);
	free(list);
	return status;
}

int export_folder_tournament(const struct ctl *ctl, const char *folder, const struct export_event *event,
			     const json_t *rounds)
{
	char *text = export_tournament(event, rounds);
	int status = text ? export_folder_write(ctl, folder, EXPORT_TOURNAMENT, text) :
			    ctl_fail(ctl, "%s.", strerror(ENOMEM));

	free(text);
	return status;
}
