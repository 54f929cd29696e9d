/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The relay's word to its daemon: a file beside the stream database, which of the events that are over it has sent
 * whole. The daemon keeps nothing of those any more. That is all that it is ever told.
 *
 *   {"epoch": the database's, "sent": {"EVENT": how many publications it has ended with}}
 */
#ifndef HALL_SENT_EVENTS_H
#define HALL_SENT_EVENTS_H

#include "relay/hall/sender.h"

/*
 * sent_events_tell - writes it, if it is another one now
 * @stream: the stream database's path
 * @said:   the word that was written last, NULL none; free() it
 * 0 or a negative errno value: it is tried again by the next call.
 */
int sent_events_tell(const char *stream, struct stream_reader *reader, struct sender *sender, char **said);

#endif
