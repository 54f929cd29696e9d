/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A way for SQLite to files on which the write-ahead log is written in one piece: SQLite writes each page and the
 * header before it by themselves, and whoever waits for a press waits for each of these calls. All else is as it always
 * is.
 */
#ifndef SHELL_JOURNAL_LOG_FILE_H
#define SHELL_JOURNAL_LOG_FILE_H

/*
 * For sqlite3_open_v2(). NULL: there is none, and SQLite's own will do. What could not be written fails when it is made
 * durable: it is for connections with PRAGMA synchronous=FULL alone. Any thread, any number of times.
 */
const char *journal_log_file_vfs(void);

#endif
