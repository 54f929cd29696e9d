/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What "backup" writes and "restore" reads: a tar archive of a state directory, with a label in front. */
#ifndef FLAGFALLCTL_CLIENT_STATE_ARCHIVE_H
#define FLAGFALLCTL_CLIENT_STATE_ARCHIVE_H

#define STATE_FOLDER "/var/lib/flagfall"
/* {"machine", "t_wall": when it was begun, CLOCK_REALTIME in microseconds, "version"} */
#define STATE_ARCHIVE_LABEL "flagfall-backup.json"

#endif
