/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The details of claims, reports and verdicts: key=value words, with the casebook's keys. */
#ifndef FLAGFALLCTL_CALL_DETAILS_H
#define FLAGFALLCTL_CALL_DETAILS_H

#include <systemd/sd-bus.h>

/* NULL if every word is a known key=value with a good value, else a sentence that lives until the next call. */
const char *call_details_check(char **words, int n);
/* Appends key=value words to m as a{sv} with the types of details in org.flagfall1.Game; words were checked. */
int call_details_append(sd_bus_message *m, char **words, int n);

/* Their keys with "=", ", " between them, for help and completion. */
const char *call_details_keys(char buf[static 400]);

#endif
