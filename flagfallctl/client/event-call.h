/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of the daemon, by what people call them. As in bus.h, 0 or an exit status after saying why. */
#ifndef FLAGFALLCTL_EVENT_CALL_H
#define FLAGFALLCTL_EVENT_CALL_H

#include <systemd/sd-bus.h>

#include "flagfallctl/ctl.h"

/*
 * event_find - an event's object
 * @word: its id, or its file (which is read for the id); NULL: the only one
 * @path: free() it
 */
int event_call_find(const struct ctl *ctl, sd_bus *bus, const char *word, char **path);
/* The round as Round of org.flagfall1.Event gives it. number 0: the last one opened. New reference. */
int event_call_round(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned number, json_t **ret);
/* A file's text; free() it. */
int event_call_read_file(const struct ctl *ctl, const char *name, char **text, size_t *size);

#endif
