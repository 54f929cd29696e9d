/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a lever: why a turn is read as it is. */
#ifndef TRACKER_LINE_EVIDENCE_H
#define TRACKER_LINE_EVIDENCE_H

#include "daemon/core/tracker/reading/explain.h"

/* The turns of reading index that are not reported yet: the readings that compete with it, and how long each turn's
 * piece has stood. */
void remember_competing_lines(struct tracker *t, unsigned index, enum closed_by closed_by);

#endif
