/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of any game, also of one that only the journal has. */
#ifndef SHELL_PAST_RECORD_H
#define SHELL_PAST_RECORD_H

#include "daemon/record/delay.h"
#include "daemon/shell/session.h"

/*
 * past_record - a record from the journal
 * The game is played again from its inputs, and forgotten. given: as for delayed_record(). *shown: what of it may be
 * shown now. *suffix: of a file of it, static. 0 with *text, to be freed; -ENOENT there is no such game; -EBUSY the
 * journal cannot be written, or does not give the game; -ENOMEM.
 */
int past_record(struct context *ctx, uint64_t number, const char *given, struct delay_shown *shown, const char **suffix,
		char **text);

/* Record of org.flagfall1.Manager: userdata is the context. */
int past_record_method(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
