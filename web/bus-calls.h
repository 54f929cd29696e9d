/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked of flagfalld; each answer goes into the hall when it comes, and nothing waits for it. */
#ifndef WEB_BUS_CALLS_H
#define WEB_BUS_CALLS_H

#include "web/bus-source.h"

/*
 * bus_call_ask - calls a method, and does not wait
 * @handler: is called with the struct bus_call, and frees it
 * @number:  the call's own, for the handler
 * @types:   of the method's arguments, which follow as in sd_bus_call_method(); NULL none
 * 0 or a negative errno value: then the handler is not called.
 */
int bus_call_ask(struct bus_source *source, const char *path, const char *interface, const char *method,
		 sd_bus_message_handler_t handler, unsigned number, const char *types, ...);
/* Handler of calls whose answer says nothing. */
int bus_call_done(sd_bus_message *m, void *userdata, sd_bus_error *error);
/* What the answer has; NULL: an error. New reference. */
json_t *bus_call_reply(struct bus_call *call, sd_bus_message *m);
void bus_call_free(struct bus_call *call);

void bus_call_read_moves(struct bus_source *source,
			 const char *path); /* and when they were made: then the game is_read */
void bus_call_read_event(struct bus_source *source, const char *path);
void bus_call_read_round(struct bus_source *source, const char *path, unsigned number);
int bus_call_read_placement(struct bus_source *source, const char *path);
void bus_call_read_journal_fault(struct bus_source *source);
/* Its changes from now on, and what stands on it then: is_awaited until that is here. 0 or a negative errno value. */
int bus_call_watch_board(struct bus_source *source, const char *path);

#endif
