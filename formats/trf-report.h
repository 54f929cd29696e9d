/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tournament report while it is read: its players, and what its lines say of a round. For its readers. */
#ifndef FORMATS_TRF_REPORT_H
#define FORMATS_TRF_REPORT_H

#include "formats/pairings.h"

#define MAX_NUMBER 9999
#define MAX_TEAM 999
#define MAX_PLAYERS 4000

struct entrant {
	struct player player;
	struct trf_line text;
	int points;	      /* in tenths, before the round, and with what accelerates him in it */
	unsigned team, place; /* from 1, 0 none; place in the team */
	bool paired;	      /* the round has something of this player */
	unsigned opponent;
	char colour, result;
	unsigned line, column; /* of the round */
};

struct report {
	unsigned round;
	struct entrant *list;
	size_t count, size;
	struct entrant *by_number[MAX_NUMBER + 1];
	unsigned teams;			/* so many lines 013 */
	unsigned is_team[MAX_TEAM + 1]; /* the line of that team, 0 there is none */
	bool has_310;			/* then lines 013 are said twice */
	bool of_teams;			/* teams are paired: numbers behind byes are theirs */
	bool of_all;			/* everybody plays everybody */
	bool accelerated;		/* line 192 says that it is, */
	bool has_acceleration;		/* … and others whose points are raised */
	unsigned kind_line;		/* of line 192 */
	struct text_fault *fault;
	struct pairings *pairings;
};

/* --- trf-teams.c: The lines of teams, and of what they do in a round. 0; -EINVAL with the report's fault. --- */

/* Line 192, which says what is paired, is known before the others. */
void trf_kind_note(struct report *rp, const struct trf_line *l, unsigned line);
int trf_team_read(struct report *rp, const struct trf_line *l, unsigned line);
int trf_byes_read(struct report *rp, const struct trf_line *l, unsigned line);
int trf_lineup_read(struct report *rp, const struct trf_line *l, unsigned line);
int trf_pab_read(struct report *rp, const struct trf_line *l, unsigned line);
int trf_forfeit_read(struct report *rp, const struct trf_line *l, unsigned line);
int trf_abnormal_read(struct report *rp, const struct trf_line *l, unsigned line);

/*
 * --- trf-order.c ---
 * The order in which pairings are published (FIDE C.04.2): the higher score of the two, the sum of both, the lower
 * number of the two, by the points before the round and those that accelerate it; of teams, match by match; where
 * everybody plays everybody, as in Berger's tables.
 */

/* Each player's points before the round. */
void trf_points_settle(struct report *rp, const char *text, size_t size);
/* A line 250 or XXA. */
int trf_acceleration_read(struct report *rp, const struct trf_line *l, unsigned line);
/* 0 or -ENOMEM. */
int trf_boards_number(struct report *rp, struct pairings *pairings);

#endif
