/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of an evening share. */
#ifndef TESTS_BUS_EVENING_INTERNAL_H
#define TESTS_BUS_EVENING_INTERNAL_H

#include "tests/bus/evening/evening.h"
#include "tests/bus/rig-journal.h"

/* Until it is there with all boards; it may be killed meanwhile. All that was heard before is in its journal then. */
void evening_start_daemon(struct evening *e);

/* Counts, and names, what was heard and is not in the journal. */
void evening_check_heard(struct evening *e);

#endif
