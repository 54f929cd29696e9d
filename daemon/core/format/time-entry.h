/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A time control as people type it: "5m+3s", "90m/40,30m+30s". */
#ifndef FORMAT_TIME_ENTRY_H
#define FORMAT_TIME_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

/* Does it name units or part its periods with commas? Else it is PGN's, in seconds. */
bool time_entry_is(const char *text);

/*
 * Into PGN's form, as clock_control_parse() reads it. A time is one or several numbers with h, m or s behind them
 * ("1h30m"); a number without one is seconds. A period's moves stand behind its time ("90m/40") or before it
 * ("40/90m"). Behind a comma an increment that only the last period has is that of all of them: "90m/40,30m+30s" adds
 * it from the first move on; a colon leaves to each its own. -EINVAL with a sentence.
 */
int time_entry_to_pgn(const char *text, char *pgn, size_t size, char err[static 160]);

/*
 * What a person may have meant by minutes but wrote as seconds, for the question "did you mean": true, with the form in
 * minutes, where a base without a unit is under a minute ("5+3": "5m+3s").
 */
bool time_entry_suspect(const char *text, char *meant, size_t size);

#endif
