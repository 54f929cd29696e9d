/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Moves against the rules that nobody claims: are they told?
 *
 *   score_offences [-v] [--json] [--count N] [--seed SEED] GAMES.jsonl
 *
 * N of each of seven kinds, each in a game that was played, by restless hands of levels 1 and 2, pressed, with four to
 * eight legal plies behind it; without a rulebook.
 *
 * A row for each kind of sensors, lever, level and kind. Before: games in which a turn before it is not what was
 * played. Named: its turn was told to be no legal move; stays: and is so at the end. Asked: it was not, but was one of
 * two readings. Legal: its turn is a legal move at the end. Seen: a sensor reported a piece where the offence put one,
 * of all, and of those that were neither named nor asked about. -v: each of these.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/live-core.h"
#include "tests/bench/offences.h"

enum { LEVELS = 2, AFTER_US = 10000000 };

struct cell {
	unsigned games, before, named, stays, asked, legal, other, seen, missed_seen;
};

static struct {
	bool verbose, json;
	unsigned count;
	uint64_t seed;
} opt = { .count = 1000, .seed = 1 };

struct scoring {
	const struct restless_style *style;
	unsigned level;
	struct cell cell[2][2][OFFENCE_KINDS]; /* presence, leverless */
};

struct run {
	const struct offence *offence;
	unsigned ply;
	bool named, asked;
};

static void add_squares(unsigned from, unsigned to, char *text)
{
	char a[8], b[8];

	game_chess.square_name(from, a);
	game_chess.square_name(to, b);
	sprintf(text + strlen(text), "%s%s%s", *text ? "+" : "", a, b);
}

/* "e2e5"; of two pieces "e2e4+d2d4"; the king alone of castling. */
static void move_text(const struct offence *o, char ret[static 24])
{
	const struct game_move *m = &o->move[o->ply];

	*ret = 0;
	add_squares(m->from, m->to, ret);
	if (o->kind == OFFENCE_TWO)
		add_squares(m->rook_from, m->rook_to, ret);
	if (m->promotion)
		sprintf(ret + strlen(ret), "%c", m->promotion);
}

/* "e2e5, 0000" or "e2-e5, …"; of two pieces one is enough. */
static bool is_among(const char *readings, const struct offence *o)
{
	const struct game_move *m = &o->move[o->ply];
	char bare[GAME_FEN], *to = bare, first[24] = "", second[24] = "";

	for (; *readings; readings++)
		if (*readings != '-')
			*to++ = *readings;
	*to = 0;
	add_squares(m->from, m->to, first);
	add_squares(m->rook_from, m->rook_to, second);
	return strstr(bare, first) || (o->kind == OFFENCE_TWO && strstr(bare, second));
}

/* Does the turn say that this piece moved? */
static bool is_of(const struct turn *turn, const struct offence *o)
{
	const struct game_move *m = &o->move[o->ply];

	return (turn->from == m->from && turn->to == m->to) ||
	       (o->kind == OFFENCE_TWO && turn->from == m->rook_from && turn->to == m->rook_to);
}

static void on_publication(void *userdata, const struct publication *p)
{
	struct run *run = userdata;
	const struct offence *o = run->offence;

	if (p->type == PUBLISH_MOVE && p->state != MOVE_PROVISIONAL)
		run->ply = p->ply;
	else if (p->type == PUBLISH_TURN && run->ply == o->ply && p->turn.kind != TURN_LEGAL) {
		run->named |= !p->turn.unsure;
		run->asked |= p->turn.unsure && is_of(&p->turn, o);
	} else if (p->type == PUBLISH_QUESTION && !strcmp(p->reason, "readings") && p->turn.side == o->side) {
		run->asked |= is_among(p->placement, o);
	}
}

/* Are the turns before it what was played? */
static bool begins_rightly(const struct offence *o, const struct core *core, bool presence)
{
	struct game_position pos = o->score.start;

	for (unsigned i = 0; i < o->ply; i++) {
		struct core_turn turn;
		char text[GAME_TEXT];

		game_chess.move_text(&pos, &o->move[i], text);
		game_chess.play(&pos, &o->move[i]);
		if (core_get_turn(core, i, &turn) < 0 || strncmp(turn.text, text, presence ? 4 : 6))
			return false;
	}
	return true;
}

static void count(struct scoring *s, const struct run *run, const struct core *core, const struct restless *hands,
		  bool presence, bool leverless)
{
	const struct offence *o = run->offence;
	struct cell *cell = &s->cell[presence][leverless][o->kind];
	struct core_turn turn;
	const bool has_turn = core_get_turn(core, o->ply, &turn) == 0, seen = offence_is_seen(o, hands),
		   legal = has_turn && turn.turn->kind == TURN_LEGAL;
	char move[24], fen[GAME_FEN];

	cell->games++;
	cell->before += !begins_rightly(o, core, presence);
	cell->seen += seen;
	cell->named += run->named;
	cell->stays += run->named && has_turn && !legal;
	if (run->named)
		return;
	cell->asked += run->asked;
	if (run->asked)
		return;
	cell->legal += legal;
	cell->other += !legal;
	cell->missed_seen += seen;
	move_text(o, move);
	game_chess.format(&o->score.start, fen);
	if (opt.verbose)
		printf("# %s L%u%s %s: ply %u of %s, %s%s, read as %s (%s%s)\n", presence ? "presence" : "id", s->level,
		       leverless ? " no lever" : "", offence_names[o->kind], o->ply + 1, fen, move,
		       seen ? "" : " (not seen)", has_turn ? turn.text : "nothing",
		       has_turn ? turn_word(turn.turn) : "", has_turn && turn.turn->unsure ? ", in doubt" : "");
}

static void score(void *userdata, const struct offence *o, const struct restless *hands)
{
	struct scoring *s = userdata;

	for (unsigned k = 0; k < 4; k++) {
		const bool presence = k / 2, leverless = k % 2;
		struct core_setup setup = offence_setup(o, s->style, presence);
		struct input end = { .type = INPUT_FINISH }, *input;
		struct run run = { .offence = o, .ply = UINT32_MAX };
		unsigned inputs;
		struct core *core;
		char err[160];

		setup.has_lever = !leverless;
		input = offence_inputs(hands, presence, UINT32_MAX, &inputs);
		if (!input || core_new(&setup, on_publication, &run, &core, err) < 0)
			exit(1);
		if (live_core_run(core, input, inputs, leverless, AFTER_US) < 0 || core_input(core, &end, err) < 0)
			exit(1);
		count(s, &run, core, hands, presence, leverless);
		core_free(core);
		free(input);
	}
}

static void print(const struct cell *c, const char *kind, bool presence, bool leverless, unsigned level)
{
	char name[40];

	if (opt.json) {
		printf("{\"kind\":\"%s\",\"sensors\":\"%s\",\"lever\":%s,\"level\":%u,\"games\":%u,\"before\":%u,\"named\":%u,\"stays\":%u,\"asked\":%u,\"legal\":%u,\"other\":%u,\"seen\":%u,\"missed_seen\":%u}\n",
		       kind, presence ? "presence" : "piece-id", leverless ? "false" : "true", level, c->games,
		       c->before, c->named, c->stays, c->asked, c->legal, c->other, c->seen, c->missed_seen);
		return;
	}
	snprintf(name, sizeof(name), "%s%s L%u", presence ? "presence" : "id", leverless ? " no lever" : "", level);
	printf("%-22s %-10s %6u %6u | %6u %6u %6u %6u %6u | %6u %6u\n", name, kind, c->games, c->before, c->named,
	       c->stays, c->asked, c->legal, c->other, c->seen, c->missed_seen);
}

static const char *parse(int argc, char **argv)
{
	static const struct option names[] = { { "verbose", no_argument, NULL, 'v' },
					       { "json", no_argument, NULL, 'j' },
					       { "count", required_argument, NULL, 'c' },
					       { "seed", required_argument, NULL, 'S' },
					       { 0 } };

	for (int o; (o = getopt_long(argc, argv, "v", names, NULL)) != -1;)
		if (o == 'v')
			opt.verbose = true;
		else if (o == 'j')
			opt.json = true;
		else if (o == 'c')
			opt.count = (unsigned)atoi(optarg);
		else if (o == 'S')
			opt.seed = (uint64_t)atoll(optarg);
		else
			return NULL;
	return argv[optind];
}

int main(int argc, char **argv)
{
	static struct scoring scoring[LEVELS];
	const char *path = parse(argc, argv);

	if (!path) {
		fprintf(stderr, "usage: score_offences [-v] [--json] [--count N] [--seed SEED] GAMES.jsonl\n");
		return 2;
	}
	if (!opt.json)
		printf("%-22s %-10s %6s %6s | %6s %6s %6s %6s %6s | %6s %6s\n", "hands", "offence", "games", "before",
		       "named", "stays", "asked", "legal", "other", "seen", "missed");
	for (unsigned level = 1; level <= LEVELS; level++) {
		struct scoring *s = &scoring[level - 1];
		struct offence_plan plan = { .path = path,
					     .style = offence_style(level),
					     .kinds = (1u << OFFENCE_KINDS) - 1,
					     .count = opt.count,
					     .seed = opt.seed,
					     .after_least = 4,
					     .after_most = OFFENCE_AFTER };

		s->style = plan.style;
		s->level = level;
		if (offences_each(&plan, score, s) < 0) {
			fprintf(stderr, "%s: cannot be read\n", path);
			return 1;
		}
	}
	for (unsigned i = 0; i < 4 * LEVELS; i++)
		for (unsigned k = 0; k < OFFENCE_KINDS; k++)
			print(&scoring[i % LEVELS].cell[i / LEVELS / 2][i / LEVELS % 2][k], offence_names[k],
			      i / LEVELS / 2, i / LEVELS % 2, i % LEVELS + 1);
	return 0;
}
