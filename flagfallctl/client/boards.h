/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards that are plugged in, found without the daemon. */
#ifndef FLAGFALLCTL_BOARDS_H
#define FLAGFALLCTL_BOARDS_H

#include "flagfallctl/ctl.h"
#include "libboard/board.h"

#define BOARDS_URI 4096

/*
 * boards_find - the URI of a board
 * @name: a URI, a serial number, a by-id name, a node, N, or a port path; NULL: the only board there is
 * 0, or an exit status after saying why on stderr.
 */
int boards_find(const struct ctl *ctl, const char *name, char uri[static BOARDS_URI]);

#endif
