/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is served as a page for people, or as a table for programs: made of the public views (stream.h) alone, so that
 * an event's delay holds here. A page is whole without a script; where there is one it shows boards that move, and
 * asks for the page anew when the event has changed.
 *
 *   /  /event/ID/  /event/ID/round/N  /event/ID/standings  /event/ID/matches/N  /event/ID/player/KEY  /game/ID
 *   /screen  /screen/list  /overlay/TABLE, which only a script fills, and .csv of a round, the standings and a player
 */
#ifndef WEB_PAGES_H
#define WEB_PAGES_H

#include <stddef.h>

#include "web/stream.h"

/*
 * pages_show - the answer to that path
 * @languages: as Accept-Language has them, "" none
 * @type: static
 * 0: *text is the caller's to free. -ENOENT: there is no such event, round, player or game. -EINVAL: it is no such
 * path. -ENOMEM.
 */
int pages_show(const struct stream *stream, const char *path, const char *languages, char **text, size_t *length,
	       const char **type);

/* What somebody is told who asks by a name that is not this server's, or for what is not there. NULL: no memory. */
char *pages_wrong_host(const char *host, const char *languages, size_t *length);
char *pages_not_there(const char *languages, size_t *length);

/* Does one of the two have that KEY? */
bool pages_is_player(const json_t *pairing, const char *key);

#endif
