/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/files.h"
#include "rules/rulebook.h"

int carried_rulebook(const char *id, const json_t *texts, struct rulebook **ret)
{
	struct rulebook_file files[16];
	size_t count = 0, i;
	json_t *file;

	if (!texts)
		return rulebook_load(id, ctl_complain, NULL, ret);
	json_array_foreach(texts, i, file)
		if (count < sizeof(files) / sizeof(files[0]) && json_is_string(json_object_get(file, "id")) &&
		    json_is_string(json_object_get(file, "text")))
			files[count++] = (struct rulebook_file){ json_string_value(json_object_get(file, "id")),
								 json_string_value(json_object_get(file, "text")) };
	return rulebook_load_texts(id, files, count, ctl_complain, NULL, ret);
}
