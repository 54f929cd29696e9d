/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recovery: the journal's inputs through the core again, and the rulings compared with those that were heard. */
#ifndef SHELL_JOURNAL_REPLAY_H
#define SHELL_JOURNAL_REPLAY_H

#include "daemon/shell/context.h"

/* Takes up the running games. One that cannot be is said in the log and left: its fault is not the others'. */
int journal_replay(struct context *ctx);

#endif
