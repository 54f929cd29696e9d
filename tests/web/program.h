/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program at the LiveChess socket of a struct web: a plain WebSocket client. What is waited for comes or the test
 * fails. */
#ifndef TESTS_WEB_PROGRAM_H
#define TESTS_WEB_PROGRAM_H

#include "tests/web/web-rig.h"

/* Connected. receive_bytes: what its socket takes before it is read, 0 as much as it likes. Returns the socket. */
int program_open(const struct web *web, int receive_bytes);
/* One request: its text. */
void program_say(int fd, const char *text);
/* The next answer or feed; NULL: the server has closed. New reference. */
json_t *program_hear(int fd);
/* The next one with that response and id; those before it are dropped. */
json_t *program_until(int fd, const char *response, int id);

#endif
