/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_CLIENT_TEXTS_H
#define FLAGFALLCTL_CLIENT_TEXTS_H

#include <stdint.h>
#include <stdio.h>
#include <systemd/sd-bus.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/ctl.h"
#include "rules/game.h"

/* --- arbiter-text.c: What only the arbiter may know, in sentences. --- */

/* What was observed of a turn, or of the pieces before the first ("turn", "setup" as published): no newline. */
void print_turn_sentence(const struct ctl *ctl, FILE *out, json_t *publication);

/* The answer of org.flagfall1.Arbiter.Status: what stands, what was illegal, flags, and what an open question rests on.
 */
void print_arbiter_status(const struct ctl *ctl, FILE *out, const char *game, json_t *status);
/* The clocks as the core counts them, and the instant. object: the game, of bus_objects(). */
void print_arbiter_clocks(const struct ctl *ctl, FILE *out, const json_t *object, const json_t *status);

/* --- publication-text.c: What was published, in words for people. --- */

/* A committed move and the clocks after it as one line; clock may be NULL. */
void print_move_line(const struct ctl *ctl, FILE *out, json_t *move, json_t *clock);

/* One publication (the JSON of Published, Observed and replay --events) as one line. */
void print_publication(const struct ctl *ctl, FILE *out, json_t *publication);

/* What a ruling is called where people read it: draughts knows no promotion. */
const char *ruling_word(const char *ruling, const char *reason);

/* That nothing is ruled, and why the journal cannot be written; fault "": that it can again. */
void print_journal_fault(FILE *out, const char *fault);

/* What a published ruling or question says, in the reader's language, behind two blanks; nothing where it says nothing.
 */
void print_sentence(const struct ctl *ctl, FILE *out, json_t *publication);

/* --- round-text.c: A round's pairings and results on standard output. --- */

/* For people: board, White, result, Black, and what is not over yet. */
void round_print_table(const json_t *round);
/* As the pairings' CSV, with a column of results. header: the columns that came in, "" all that there are. */
void round_print_csv(const json_t *round, const char *header);
/* A JSON object a pairing. */
void round_print_json(const json_t *round);
/* "Table 5, ANNA – BORIS" */
const char *round_table_title(const json_t *round, json_int_t table, char buf[static BUS_GAME_TITLE]);
/* A pairing, or an answer about one, as the daemon writes them, for people: "table" is a number, "board" a board's
 * name, "game" as g31. New reference, NULL for what is no JSON. */
json_t *round_answer_read(const char *text);
json_t *round_answer(const json_t *pairing);

/* The text of a tournament report file with the round's results in it. free() it; NULL without memory. */
char *round_fill_report(const json_t *round, const char *text, bool of_draughts);

/* --- start-report.c: What start says when the game has begun. --- */

/*
 * The answer of StartGame: the id on stdout (with --json an object), on stderr the squares that stand wrongly: some one
 * by one, many as two boards, what is wanted beside what stands. Where it only begins when they stand, that is said.
 * Returns the exit status. board: as it was named.
 */
int start_report(const struct ctl *ctl, sd_bus *bus, const char *board, bool found, sd_bus_message *reply);

/* --- wrong-squares.c: What stands wrongly on a board before a game, for people. --- */

#define WRONG_SQUARES_MANY 6 /* from so many on two boards are easier to read */

/*
 * Draws what is wanted beside what stands.
 * @placement: as it should be, FEN's first field
 * @wrong:     sentences as StartGame and Check give them: "e2: expected P, found nothing"
 * False, and nothing is drawn: they cannot be read. game may be NULL.
 */
bool wrong_squares_draw(const struct game *game, const char *placement, const json_t *wrong, FILE *out);
/* The same by what stands. */
bool wrong_squares_draw_by_board(const struct game *game, const char *placement, const json_t *wrong, FILE *out);

/* --- round-check.c: What keeps the games of a round from beginning or from being broadcast, for people and for
 * scripts. --- */

/*
 * round_check - asks the daemon, and reads what flagfall-lichess has left beside the export
 * @path:   the event's object
 * @boards: of these, all where count is 0; the squares of one that is named are drawn
 * CTL_DONE; CTL_FAILED if something is in the way; or another exit status after saying why.
 */
int round_check(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const uint32_t *boards,
		size_t count);

/* --- game-moves.c: The closed turns of a game, as the daemon has published them. --- */

/* An array of objects: ply, side, uci, placement, left_us, t_us, san where it may be said. New reference in *ret. 0, or
 * an exit status. */
int game_moves_get(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret);

/* As players write it, where that may be said, else its coordinates. */
const char *game_move_word(const json_t *move);
/* The last of them as players write them: "23... Nxe5 24. O-O". */
void game_moves_text(const json_t *moves, size_t last, char *buf, size_t size);
/* "3..." and the move, as people write it. */
#define GAME_MOVE_TEXT 64
const char *game_move_text(const json_t *move, char buf[static GAME_MOVE_TEXT]);

#endif
