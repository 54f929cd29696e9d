/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The header of a game's trace, from what the game was started with. */
#ifndef REPLAY_TRACE_HEADER_H
#define REPLAY_TRACE_HEADER_H

#include <jansson.h>

/* setup: the options of StartGame, completed. doc/trace.md has the header. New reference, NULL no memory. */
json_t *trace_header(const json_t *setup);

#endif
