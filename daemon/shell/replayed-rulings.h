/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rulings of a game's journal, compared with those that the same inputs lead to now. */
#ifndef SHELL_REPLAYED_RULINGS_H
#define SHELL_REPLAYED_RULINGS_H

#include <jansson.h>

#include "daemon/core/format/publication.h"

struct replayed_rulings {
	json_t *stored;
	size_t seen;
	unsigned disagreements;
};

/* The next ruling, as it is now. */
void replayed_rulings_check(struct replayed_rulings *rulings, const struct game *game,
			    const struct publication *publication);

#endif
