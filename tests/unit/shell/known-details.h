/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A key for each type that a detail of a method call has. */
#ifndef TESTS_UNIT_SHELL_KNOWN_DETAILS_H
#define TESTS_UNIT_SHELL_KNOWN_DETAILS_H

#include "daemon/bus/replies.h"

static const struct detail known_details[] = { { "text", DETAIL_TEXT },
					       { "number", DETAIL_NUMBER },
					       { "yes", DETAIL_BOOLEAN },
					       { "texts", DETAIL_TEXTS },
					       { "map", DETAIL_MAP },
					       { "json", DETAIL_JSON },
					       { NULL, 0 } };

#endif
