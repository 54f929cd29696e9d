// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/parameters.h"

#include <errno.h>
#include <string.h>

#define RULEBOOK_PARAMETER_INFO(id, name, type, choices, doc) { name, RULEBOOK_##type, choices, doc },
static const struct rulebook_parameter_info parameters[PARAM_COUNT] = { RULEBOOK_PARAMETERS(RULEBOOK_PARAMETER_INFO) };

const struct rulebook_parameter_info *rulebook_parameter_info(enum rulebook_parameter p)
{
	return &parameters[p];
}

int rulebook_parameter_find(const char *name)
{
	for (int p = 0; p < PARAM_COUNT; p++)
		if (!strcmp(parameters[p].name, name))
			return p;
	return -ENOENT;
}
