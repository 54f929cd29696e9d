/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What "backup" writes and "restore" reads: a tar archive of a state directory, with a label in front. */
#ifndef FLAGFALLCTL_CLIENT_STATE_ARCHIVE_H
#define FLAGFALLCTL_CLIENT_STATE_ARCHIVE_H

#include <argp.h>

#define STATE_FOLDER "/var/lib/flagfall"
/* {"machine", "t_wall": when it was begun, CLOCK_REALTIME in microseconds, "version"} */
#define STATE_ARCHIVE_LABEL "flagfall-backup.json"

/* What both verbs are given; question: that is asked where there is no file. */
struct state_archive_input {
	const char *file, *state, *question;
};
extern const struct argp_option state_archive_options[];
error_t state_archive_parse(int key, char *arg, struct argp_state *state);

#endif
