/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who may ask: by which name, from which page, from where. */
#ifndef WEB_HOSTS_H
#define WEB_HOSTS_H

#include "web/server.h"

/* May a request with this Host header be answered? Addresses, localhost and --host names may: a name that somebody
 * else's DNS points here may not. */
bool host_is_ours(const struct server *server, const char *host);
/* … and what is said where it may not. */
#define HOST_UNKNOWN "This name is not known here; flagfall-web --host NAME makes it known"
/* May a page of this origin read the answer? */
bool origin_may_read(const struct server *server, const char *origin);
/* Is it a socket that only this machine reaches; of a connection, does it come from there? */
bool host_is_loopback(int fd);

#endif
