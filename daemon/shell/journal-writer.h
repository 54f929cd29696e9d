/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The thread that writes the journal, with a connection of its own: the rows that it is given go to disk in one
 * transaction, while the event loop goes on. It also has the write-ahead log folded into the file: by another thread as
 * the log grows (journal-folding.h), by itself in idle moments and, at the latest, when the log has reached its bound.
 */
#ifndef SHELL_JOURNAL_WRITER_H
#define SHELL_JOURNAL_WRITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/shell/journal-internal.h"

/* Opens the connection to the file and begins; journal_writer_stop() ends it. 0 or a fault of the journal. */
int journal_writer_start(struct journal *journal, const char *path);
/* Waits for what it was given. The rows of a batch that was not finished are the caller's. */
void journal_writer_stop(struct journal *journal);

/* One batch at a time; the rows are the thread's until it is finished. Becomes readable then: journal_get_fd(). */
void journal_writer_give(struct journal_writer *writer, const struct row_list *rows);
/*
 * Its end: 0, or the errno value of the fault with the sentence in error. wait: not before it is there, and nothing is
 * waited for that another program could hold; else it may be -EINPROGRESS.
 */
int journal_writer_finish(struct journal_writer *writer, bool wait, char error[static 256], uint64_t *took_us);
int journal_writer_fd(const struct journal_writer *writer);
/* It is readable no more. Before journal_writer_finish(): a batch may have been finished before it became so. */
void journal_writer_drain(struct journal_writer *writer);

#endif
