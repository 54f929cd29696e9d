/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much of the daemon's time one client of the bus may take from the others. Who asks one thing after the other
 * takes none from anybody. Who has many calls under way has a share of the time; what is more waits, in its order,
 * while others are served, and what is too much is refused.
 */
#ifndef SHELL_CALLER_BUDGET_H
#define SHELL_CALLER_BUDGET_H

#include "daemon/shell/context.h"

/* Looks at all calls that come over the bus as it is now. 0, or a negative errno value. */
int caller_budget_watch(struct context *ctx);
/* The handler that ran last took so long. */
void caller_budget_charge(struct context *ctx, int64_t us);
/* The calls that wait came over a bus that is gone. */
void caller_budget_forget(struct context *ctx);

#endif
