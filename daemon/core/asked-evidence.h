/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a person who is asked needs: the position, the times, the events, and what the sensors saw. */
#ifndef DAEMON_CORE_ASKED_EVIDENCE_H
#define DAEMON_CORE_ASKED_EVIDENCE_H

#include "daemon/core/state.h"

/*
 * evidence_of - what whoever is asked needs to decide, one JSON object; NULL: nothing is asked, or no memory
 * about, by, against, contests; fen and squares (what the sensors show, as in a trace); left_us, flag_us, running,
 * moves; how often the position has occurred, plies without capture or pawn move; the last turns with what was touched,
 * displaced and, where sensors leave it in doubt, the other reading ("or"); the last events. For the arbiter's eyes: it
 * tells legality. New reference.
 */
json_t *evidence_of(const struct core *core, const struct arbiter_asked *asked);

#endif
