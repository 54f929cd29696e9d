/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a day writes into a journal, a transaction after the other, and what is in one, as text: for tests. */
#ifndef TESTS_BUS_JOURNAL_DAY_H
#define TESTS_BUS_JOURNAL_DAY_H

#include <stdbool.h>

#include "daemon/journal/journal.h"

#define DAY_GAMES 3

/* Each is a transaction; its stage function returns 0, -ENOMEM or a fault of who reads the journal. */
struct day_step {
	int (*stage)(struct journal *journal);
	bool reopens; /* the daemon ends after it, and starts again */
};

#define DAY_STEPS 8
extern const struct day_step day_steps[DAY_STEPS];

/* All that is in it, free(). NULL: it cannot be read, and *r says why. */
char *day_text(struct journal *journal, int *r);

#endif
