/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What whoever is asked now would be shown. */
#ifndef TESTS_ASKED_EVIDENCE_H
#define TESTS_ASKED_EVIDENCE_H

#include "daemon/core/asked-evidence.h"

/* New reference, or NULL: nothing is asked. */
static inline json_t *asked_evidence(const struct core *core)
{
	struct arbiter_asked asked;

	return core->arbiter && arbiter_asked(core->arbiter, &asked) ? evidence_of(core, &asked) : NULL;
}

#endif
