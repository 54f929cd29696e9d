/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/record.h"

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
		return ctl_fail(ctl, "%s: %s.", whole, strerror(r < 0 ? -r : errno));
	r = fputs(text, file) < 0 ? -EIO : 0;
	if (fclose(file) != 0 || r < 0 || rename(temporary, whole) < 0) {
		r = errno;
		unlink(temporary);
		return ctl_fail(ctl, "%s: %s.", whole, strerror(r));
	}
	return 0;
}

int export_folder_round(const struct ctl *ctl, const char *folder, const struct game *game, const json_t *round,
			json_t *rounds)
{
	static const char *const going_on[] = { "ready", "running", "paused", "board-gone" };
	unsigned number = (unsigned)json_integer_value(json_object_get(round, "round"));
	json_t *list = json_array(), *pairing;
	int count = 0, live = 0, status;
	char path[EXPORT_PATH], *text;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		json_t *one = json_copy(pairing);
		bool whole = json_is_true(json_object_get(pairing, "whole")), runs = !whole;

		for (size_t k = 0; k < sizeof(going_on) / sizeof(going_on[0]); k++)
			runs |= strcmp(ctl_text(pairing, "state"), going_on[k]) == 0;
		if (!json_integer_value(json_object_get(pairing, "board"))) {
			json_decref(one);
			continue;
		}
		json_object_set_new(one, "live", json_boolean(runs));
		json_object_set_new(one, "result",
				    json_string(whole ? unplayed_result(game, ctl_text(pairing, "result")) : ""));
		json_array_append_new(list, one);
		count++;
		live += runs;
	}
	while (json_array_size(rounds) + 1 < number)
		json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", 0, "live", 0));
	json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", count, "live", live));
	export_index_path(path, number);
	text = export_round(ctl_text(round, "date"), list);
	status = text ? export_folder_write(ctl, folder, path, text) : ctl_fail(ctl, "%s.", strerror(ENOMEM));
	free(text);
	json_decref(list);
	return status;
}

int export_folder_tournament(const struct ctl *ctl, const char *folder, const json_t *event, const json_t *rounds)
{
	char *text = export_tournament(event, rounds);
	int status = text ? export_folder_write(ctl, folder, EXPORT_TOURNAMENT, text) :
			    ctl_fail(ctl, "%s.", strerror(ENOMEM));

	free(text);
	return status;
}
