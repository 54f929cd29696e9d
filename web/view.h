/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What everybody may see now, as JSON: the hall with the delay of each event kept. Whatever is told to spectators is
 * made of this. web/page/openapi.yaml describes the keys.
 */
#ifndef WEB_VIEW_H
#define WEB_VIEW_H

#include "web/live.h"

/*
 * One game. "moves" holds references to the moves' own objects, so that two views of a game share them.
 * *next_us: when more is to be seen though nothing happens, if that is earlier than what is there. New reference; NULL:
 * nothing of it is known yet.
 */
json_t *view_game(const struct live_game *game, int64_t now_us, int64_t *next_us);
/* One board; NULL: nothing of it may be told. */
json_t *view_board(const struct live *live, const struct live_board *board, int64_t now_us);
/* One event; NULL: not all of its rounds were read yet. */
json_t *view_event(const struct live *live, const struct live_event *event, int64_t now_us, int64_t *next_us);
/* What needs somebody's eyes, of all games and without delay: for the hall's own people. Public facts, and no moves. */
json_t *view_attention(const struct live *live);

#endif
