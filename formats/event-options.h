/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings of an event: which are the casebook's options, and which parameters of the rulebook. */
#ifndef FORMATS_EVENT_OPTIONS_H
#define FORMATS_EVENT_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Is it an option of the event, in contrast to a parameter of its rulebook? */
bool event_has_option(const char *key, size_t size);
/* "true", "12" and "auto" as JSON gives them. New reference. */
json_t *event_option_value(const char *text);

#endif
