/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a person who is asked needs: the position, the times, the events, and what the sensors saw. */
#ifndef CORE_EVIDENCE_H
#define CORE_EVIDENCE_H

#include "daemon/core/state.h"

/* As core_evidence(), of what is asked. NULL: nothing is, or no memory. */
json_t *evidence_of(const struct core *core, const struct arbiter_asked *asked);

#endif
