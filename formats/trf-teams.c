/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "formats/trf-report.h"

static unsigned number_in(const struct trf_line *l, unsigned from, unsigned to, unsigned max)
{
	size_t size;
	const char *cell = trf_cell(l, from, to, &size);

	return number_read(cell, size, max);
}

static bool says(const char *text, size_t size, const char *word)
{
	return memmem(text, size, word, strlen(word)) != NULL;
}

void trf_kind_note(struct report *rp, const struct trf_line *l, unsigned line)
{
	size_t size;
	const char *kind = trf_cell(l, 5, (unsigned)l->size + 1, &size);

	if (strncmp(l->text, "310", 3) == 0) {
		rp->has_310 = true;
		rp->of_teams = rp->of_teams || !rp->kind_line;
	}
	if (strncmp(l->text, "250", 3) == 0 || strncmp(l->text, "XXA", 3) == 0)
		rp->has_acceleration = true;
	if (strncmp(l->text, "192", 3) != 0 || size == 0)
		return;
	rp->kind_line = line;
	rp->of_teams = says(kind, size, "TEAM") || says(kind, size, "SCHILLER");
	rp->accelerated = says(kind, size, "_BAKU");
}

/* A word of the line from at on, and where it ends. */
static const char *next_word(const struct trf_line *l, size_t *at, size_t *size)
{
	const char *word;

	while (*at < l->size && l->text[*at] == ' ')
		++*at;
	word = l->text + *at;
	for (*size = 0; *at < l->size && l->text[*at] != ' '; ++*at)
		++*size;
	return word;
}

static int no_player(struct report *rp, const struct trf_line *l, unsigned line, const char *word, size_t size)
{
	return text_fault(rp->fault, line, (unsigned)text_length(l->text, (size_t)(word - l->text)) + 1,
			  "\"%.*s\" is no player's number of this report", (int)(size > 40 ? 40 : size), word);
}

/* Players' numbers from a column on get their places in the team; 0000 is a board that is not occupied. */
static int set_places(struct report *rp, const struct trf_line *l, unsigned line, unsigned column, unsigned team,
		      const char *name, size_t name_size)
{
	const char *word;
	unsigned place = 0;
	size_t size;

	for (size_t at = trf_offset(l, column); (word = next_word(l, &at, &size)), size > 0;) {
		const unsigned number = number_read(word, size, MAX_NUMBER);
		struct entrant *e = number ? rp->by_number[number] : NULL;
		int r;

		place++;
		if (!name && strspn(word, "0") >= size)
			continue;
		if (!e || (!name && e->team != team))
			return e ? text_fault(rp->fault, line, column, "player %u is not of team %u", number, team) :
				   no_player(rp, l, line, word, size);
		e->team = team;
		e->place = place;
		r = name ? player_set(&e->player, PLAYER_TEAM, name, name_size, line, 5, rp->fault) : 0;
		if (r < 0)
			return r;
	}
	return 0;
}

/* "013 NAME", or of TRF26 "310 NUMBER NAME": which comes to take the place of the first. */
int trf_team_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	const bool is_310 = strncmp(l->text, "310", 3) == 0;
	const unsigned team = is_310 ? number_in(l, 5, 7, MAX_TEAM) : rp->teams + 1;
	size_t size;
	const char *name = is_310 ? trf_cell(l, 9, 40, &size) : trf_cell(l, 5, 36, &size);

	if (!is_310 && rp->has_310)
		return 0;
	if (!team)
		return text_fault(rp->fault, line, 5, "a team's number from 1 to %d is expected in columns 5 to 7",
				  MAX_TEAM);
	rp->teams++;
	if (team <= MAX_TEAM && rp->is_team[team])
		return text_fault(rp->fault, line, 5, "team %u is also in line %u", team, rp->is_team[team]);
	if (team <= MAX_TEAM)
		rp->is_team[team] = line;
	return set_places(rp, l, line, is_310 ? 73 : 37, team, name, size);
}

/* "300 ROUND TEAM OPPONENTS  PLAYERS": the order in which a team plays this round. */
int trf_lineup_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	const unsigned team = number_in(l, 9, 11, MAX_TEAM);

	if (number_in(l, 5, 7, TRF_MAX_ROUNDS) != rp->round)
		return 0;
	if (!team || !rp->is_team[team])
		return text_fault(rp->fault, line, 9, "a line 300 is about a team of this report");
	return set_places(rp, l, line, 17, team, NULL, 0);
}

static const char *team_name(const struct report *rp, unsigned team)
{
	for (size_t i = 0; i < rp->count; i++)
		if (rp->list[i].team == team)
			return rp->list[i].player.team;
	return "";
}

static int note_team(struct report *rp, unsigned line, unsigned column, unsigned team, const char *what)
{
	struct text_fault note;

	if (team > MAX_TEAM || !rp->is_team[team])
		return text_fault(rp->fault, line, column, "there is no team %u in this report", team);
	text_fault(&note, line, column, "team %u, %s, %s", team, team_name(rp, team), what);
	return pairings_note(rp->pairings, &note);
}

static const char *bye_words(char kind)
{
	return kind == 'H' ? "has a half-point bye" : kind == 'F' ? "has a full-point bye" : "has a zero-point bye";
}

/*
 * "240 H   3   12   14": byes that were asked for (TRF26): kind, round, players; where teams are paired, teams, and
 * their players' own lines say the rest. One that has something in his own line keeps that.
 */
int trf_byes_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	size_t size, kind_size;
	const char *kind = trf_cell(l, 5, 5, &kind_size), *cell;
	const char letter = kind_size ? (char)(*kind & ~0x20) : ' ';

	if (number_in(l, 7, 9, TRF_MAX_ROUNDS) != rp->round)
		return 0;
	if (!strchr("HFZ", letter))
		return text_fault(rp->fault, line, 5, "a bye that was asked for is H, F or Z, not \"%.*s\"",
				  (int)kind_size, kind);
	for (unsigned column = 11; trf_offset(l, column) < l->size; column += 5) {
		unsigned number;
		struct entrant *e;
		int r;

		cell = trf_cell(l, column, column + 3, &size);
		number = number_read(cell, size, MAX_NUMBER);
		if (rp->of_teams && size) {
			r = note_team(rp, line, column, number, bye_words(letter));
			if (r < 0)
				return r;
			continue;
		}
		e = number ? rp->by_number[number] : NULL;
		if (!e && size)
			return text_fault(rp->fault, line, column, "\"%.*s\" is no player's number of this report",
					  (int)size, cell);
		if (e && e->paired && e->opponent) {
			struct text_fault note;

			text_fault(&note, line, column,
				   "player %u, %s, %s by this line, and is paired in line %u, which counts", number,
				   e->player.name, bye_words(letter), e->line);
			r = pairings_note(rp->pairings, &note);
			if (r < 0)
				return r;
		}
		if (!e || e->paired)
			continue;
		e->paired = true;
		e->colour = '-';
		e->result = letter;
	}
	return 0;
}

/* "320 MATCH GAME TEAM TEAM": which team had the bye that pairing gives, round by round. */
int trf_pab_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	const unsigned column = 15 + 4 * (rp->round - 1), team = number_in(l, column, column + 2, MAX_TEAM);

	return team ? note_team(rp, line, column, team, "is the one that pairing left without a match") : 0;
}

/* "330 +- ROUND WHITE BLACK" */
int trf_forfeit_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	const unsigned white = number_in(l, 12, 14, MAX_TEAM), black = number_in(l, 16, 18, MAX_TEAM);
	char what[120];
	size_t size;
	const char *kind = trf_cell(l, 5, 6, &size);

	if (number_in(l, 8, 10, TRF_MAX_ROUNDS) != rp->round)
		return 0;
	snprintf(what, sizeof(what), "does not play team %u: the match is forfeited, %.*s", black, (int)size, kind);
	return note_team(rp, line, 12, white, what);
}

/* "299": points that are not those of the result. Whoever writes the report counts them, here they are not. */
int trf_abnormal_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	const unsigned round = number_in(l, 20, 22, TRF_MAX_ROUNDS);
	struct text_fault note;

	if (round && round != rp->round)
		return 0;
	text_fault(&note, line, 1,
		   "it gives points that are not the result's; \"round results --trf\" keeps the line, "
		   "and counts the round's points without it");
	return pairings_note(rp->pairings, &note);
}
