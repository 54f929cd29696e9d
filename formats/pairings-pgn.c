/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pgn.h"

#define MAX_BOARD 9999

struct reading {
	const char *text;
	size_t begin, end;     /* of the game that is read */
	unsigned line, column; /* of begin */
	unsigned round;
	struct text_fault *fault;
	struct pairings *pairings;
};

/* The place of a tag in the game's text, of the game itself where it is not found. */
static void place_of(const struct reading *rd, const char *tag, unsigned *line, unsigned *column)
{
	size_t n = strlen(tag), i = rd->begin;

	for (; i + n < rd->end; i++) {
		size_t at = i + 1;

		if (rd->text[i] != '[')
			continue;
		while (at < rd->end && isspace((unsigned char)rd->text[at]))
			at++;
		if (at + n < rd->end && strncmp(rd->text + at, tag, n) == 0 && isspace((unsigned char)rd->text[at + n]))
			break;
	}
	if (i + n >= rd->end)
		for (i = rd->begin; i < rd->end && isspace((unsigned char)rd->text[i]);)
			i++;
	*line = rd->line;
	*column = rd->column;
	text_place(rd->text, rd->begin, i, line, column);
}

static int at_tag(const struct reading *rd, const char *tag, const char *reason, const char *value)
{
	unsigned line, column;

	place_of(rd, tag, &line, &column);
	return text_fault(rd->fault, line, column, "%s, not \"%.60s\"", reason, value);
}

/* rank: its place among those of matches, 0 it is none. */
static int pairings_pgn_read_board(const struct reading *rd, const struct pgn_game *pgn, unsigned place,
				   struct pairing *p, unsigned *rank)
{
	const char *board = pgn_tag(pgn, "Board"), *round = pgn_tag(pgn, "Round");
	const char *dot = round ? strchr(round, '.') : NULL;

	if (round && strcmp(round, "?") != 0 && strcmp(round, "-") != 0 &&
	    number_read(round, strcspn(round, "."), 999) != rd->round)
		return at_tag(rd, "Round", "another round is opened here; its number is expected", round);
	place_of(rd, "Board", &p->line, &p->column);
	p->board = place;
	if (dot &&
	    strchr(dot + 1, '.')) { /* the round's match, and the board in it: it is the only place that says so */
		*rank = number_read(dot + 1, strcspn(dot + 1, "."), MAX_BOARD) * (MAX_BOARD + 1);
		*rank += number_read(strchr(dot + 1, '.') + 1, strlen(strchr(dot + 1, '.') + 1), MAX_BOARD);
		p->placed = true;
		return *rank > MAX_BOARD && *rank % (MAX_BOARD + 1) ?
			       0 :
			       at_tag(rd, "Round", "a round, a match and a board are numbers from 1", round);
	}
	if (board && strcmp(board, "?") != 0 && strcmp(board, "-") != 0)
		p->board = number_read(board, strlen(board), MAX_BOARD);
	else if (dot)
		p->board = number_read(dot + 1, strlen(dot + 1), MAX_BOARD);
	else
		p->placed = true;
	if (!p->board)
		return at_tag(rd, board ? "Board" : "Round", "a table is a number from 1", board ? board : round);
	return 0;
}

static int read_player(const struct reading *rd, const struct pgn_game *pgn, int side, struct pairing *p)
{
	static const struct {
		const char *tag[2];
		enum player_field field;
	} tags[] = {
		{ { "White", "Black" }, PLAYER_NAME },	       { { "WhiteFideId", "BlackFideId" }, PLAYER_FIDE },
		{ { "WhiteElo", "BlackElo" }, PLAYER_ELO },    { { "WhiteTitle", "BlackTitle" }, PLAYER_TITLE },
		{ { "WhiteTeam", "BlackTeam" }, PLAYER_TEAM }, { { "WhiteFed", "BlackFed" }, PLAYER_FED },
	};

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		const char *value = pgn_tag(pgn, tags[i].tag[side]);
		unsigned line, column;
		int r;

		if (!value)
			continue;
		if (tags[i].field == PLAYER_NAME && bye_read(value, strlen(value))) {
			p->bye = bye_read(value, strlen(value));
			continue;
		}
		place_of(rd, tags[i].tag[side], &line, &column);
		r = player_set(&p->player[side], tags[i].field, value, strlen(value), line, column, rd->fault);
		if (r < 0 && tags[i].field == PLAYER_TITLE)
			r = pairings_leave_out(rd->pairings, rd->fault);
		if (r < 0)
			return r;
	}
	return 0;
}

static int read_result(const struct reading *rd, const struct pgn_game *pgn, struct pairing *p)
{
	const char *result = pgn_tag(pgn, "Result"), *how = pgn_tag(pgn, "Termination");

	if (!result)
		result = pgn->result;
	if (result_read(result, strlen(result), p->given) < 0)
		return at_tag(rd, "Result", "1-0, 0-1, 1/2-1/2 or * is expected", result);
	if (!how || (!strcasestr(how, "forfeit") && strcasecmp(how, "unplayed") != 0) || strcasestr(how, "time"))
		return 0;
	/* the standard's "rules infraction" and the like are of games that were played */
	if (strcmp(p->given, "1-0") == 0)
		strcpy(p->given, "+/-");
	else if (strcmp(p->given, "0-1") == 0)
		strcpy(p->given, "-/+");
	else if (strcmp(p->given, "0-0") == 0)
		strcpy(p->given, "-/-");
	return 0;
}

static int read_pairing(const struct reading *rd, const struct pgn_game *pgn, struct pairing *p, unsigned place,
			unsigned *rank)
{
	int r;

	if (pgn->main.count > 0)
		return at_tag(rd, "Result", "a game with moves is here; tags only are expected",
			      pgn->main.move[0].text);
	r = pairings_pgn_read_board(rd, pgn, place, p, rank);
	for (int side = 0; side < 2 && r >= 0; side++)
		r = read_player(rd, pgn, side, p);
	if (r >= 0)
		r = read_result(rd, pgn, p);
	if (r < 0 || !p->bye)
		return r;
	if (!*p->player[0].name)
		p->player[0] = p->player[1];
	p->player[1] = (struct player){ 0 };
	p->board = 0;
	p->given[0] = '\0';
	return 0;
}

/* Boards of matches follow each other over the round, match by match. */
static void number_matches(struct pairings *pairings, const unsigned *ranks)
{
	for (size_t i = 0; i < pairings->count; i++) {
		struct pairing *p = &pairings->list[i];

		if (!ranks[i] || p->bye)
			continue;
		p->board = 1;
		for (size_t k = 0; k < pairings->count; k++)
			p->board += ranks[k] && !pairings->list[k].bye &&
				    (ranks[k] < ranks[i] || (ranks[k] == ranks[i] && k < i));
	}
}

int pairings_pgn_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault)
{
	struct reading rd = {
		.text = text, .line = 1, .column = 1, .round = round, .fault = fault, .pairings = pairings
	};
	unsigned place = 0, *ranks = calloc(PAIRINGS_MAX, sizeof(*ranks));
	struct pgn_game *pgn;
	size_t used;
	int r;

	if (!ranks)
		return -ENOMEM;

	do {
		struct game_error error = { 0 };
		struct pairing *p;

		pgn = NULL;
		r = pgn_read(&game_chess, text + rd.begin, size - rd.begin, &used, &pgn, &error);
		if (r == -EINVAL) {
			text_place(text, rd.begin, rd.begin + error.offset, &rd.line, &rd.column);
			text_fault(fault, rd.line, rd.column, "%s: %s", error.field, error.reason);
		}
		if (r < 0)
			break;
		rd.end = rd.begin + used;
		p = pairings_add(pairings, rd.line, rd.column, fault);
		r = !p ? (fault->line ? -EINVAL : -ENOMEM) : read_pairing(&rd, pgn, p, place + 1, &ranks[place]);
		place++;
		pgn_free(pgn);
		text_place(text, rd.begin, rd.end, &rd.line, &rd.column);
		rd.begin = rd.end;
	} while (r >= 0);
	if (r == -ENODATA) {
		number_matches(pairings, ranks);
		r = 0;
	}
	free(ranks);
	return r;
}
