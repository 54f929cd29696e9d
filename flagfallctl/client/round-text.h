/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A round's pairings and results on standard output. */
#ifndef FLAGFALLCTL_ROUND_TEXT_H
#define FLAGFALLCTL_ROUND_TEXT_H

#include "flagfallctl/ctl.h"

/* For people: board, White, result, Black, and what is not over yet. */
void round_print_table(const json_t *round);
/* As the pairings' CSV, with a column of results. */
void round_print_csv(const json_t *round);
/* A JSON object a pairing. */
void round_print_json(const json_t *round);

/* The text of a tournament report file with the round's results in it. free() it; NULL without memory. */
char *round_fill_report(const json_t *round, const char *text);

#endif
