/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of a journal, looked at by themselves: is each line what was written? */
#ifndef FLAGFALLCTL_JOURNAL_VERIFY_H
#define FLAGFALLCTL_JOURNAL_VERIFY_H

#include "flagfallctl/ctl.h"

/* A line each on stdout, or an object each. CTL_DONE; CTL_FAILED: one of them is not whole, or cannot be read. */
int journal_verify(struct ctl *ctl, const char *const *files, size_t count);

#endif
