/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In place of a terminal line: a socket that a host of the project's own protocol connects to (libboard/socket-wire.h).
 */
#ifndef EMULATOR_EMULATED_SOCKET_H
#define EMULATOR_EMULATED_SOCKET_H

#include "emulator/emulated-line.h"

/* It listens at line->link, or where line->node says then. 0, or a negative errno value: then nothing is there. */
int emulated_socket_plug(struct emulated_line *line);
/* Nobody is connected any more, and nothing listens. */
void emulated_socket_unplug(struct emulated_line *line);
/* Messages: board->out has them with their lengths before them. A host that does not read loses what comes meanwhile.
 */
void emulated_socket_exchange(struct emulated_line *line, struct emulated *board);

#endif
