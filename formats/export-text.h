/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files of an event's export folder besides the games, in the form of DGT's LiveChess: tournament.json, and for
 * each round index.json; the games of a round lie beside that, each in a file and all in another. Pure.
 */
#ifndef FORMATS_EXPORT_TEXT_H
#define FORMATS_EXPORT_TEXT_H

#include <jansson.h>

/*
 * export_tournament - tournament.json
 * @event: "id", "name", "site", "time", "rulebook" (texts; may be absent)
 * @rounds: array in the order of their numbers, of {"count", "live"}: games, and how many of them run. A number that
 *          has no round is {"count":0,"live":0}
 * free() the text; NULL without memory.
 */
char *export_tournament(const json_t *event, const json_t *rounds);
/*
 * export_round - index.json
 * @date: "2026.01.31"; written with hyphens
 * @pairings: array in the order of their boards: "white", "black" (objects with "name", "fide", "title", "fed"),
 *            "result" ("" none), "live" (a boolean), "board" (its number)
 */
char *export_round(const char *date, const json_t *pairings);

/* Paths below the event's folder. board: the number of a game's; 0: all games. */
#define EXPORT_PATH 64
void export_path(char buf[static EXPORT_PATH], unsigned round, unsigned board, const char *suffix);
void export_index_path(char buf[static EXPORT_PATH], unsigned round);
#define EXPORT_TOURNAMENT "tournament.json"

#endif
