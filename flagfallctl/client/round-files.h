/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of a round, on standard output. All return an exit status. */
#ifndef FLAGFALLCTL_CLIENT_ROUND_FILES_H
#define FLAGFALLCTL_CLIENT_ROUND_FILES_H

#include <jansson.h>
#include <systemd/sd-bus.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flagfallctl/ctl.h"

/* --- round-report.c: Its results, as the file that its pairings came from. round: as event_call_round() gives it. ---
 */

/* The report with results. To be freed. */
int round_report_fill(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, char **ret);
/* encoding: NULL that in which it came. */
int round_report_print(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const char *encoding);
/* With the columns that came in. */
int round_csv_print(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round);

/* --- round-next.c: The pairings of the round that comes next, as a file that "round open" takes. --- */

#define NEXT_WITHDRAWN 200

struct next_ask {
	bool berger, twice;
	const char *engine;		    /* NULL none */
	unsigned rounds;		    /* 0 not said */
	uint32_t withdrawn[NEXT_WITHDRAWN]; /* players' numbers */
	size_t withdrawn_count;
};

/* From a report in UTF-8, whose last round is played; it is printed in its encoding. An exit status, and so the others.
 */
int round_next_report(const struct ctl *ctl, const struct next_ask *ask, const char *text, const char *encoding);
/* From a round, whose file was no report. */
int round_next_csv(const struct ctl *ctl, const struct next_ask *ask, const json_t *round);
/* From a file: a report, or a list of players, who begin a round robin. */
bool round_next_is_file(const char *word);
int round_next_file(const struct ctl *ctl, const struct next_ask *ask, const char *name);

#endif
