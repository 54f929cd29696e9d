/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A piece that was moved against the rules, and is taken at once: what do claims of an illegal move bring?
 *
 *   score_claims [-v] [--json] [--count N] [--seed SEED] [--level 1|2] [--rulebook ID]… GAMES.jsonl
 *
 * N offences of three kinds by restless hands, pressed; the opponent takes that piece, legally, and begins a tenth of a
 * second to a second and a half after the press. By each rulebook, those of chess under which illegal moves are called
 * by a claim if none is named; with a lever and a clock, which whoever claims stops. Four claims, each in a game of its
 * own, two seconds after the last press: the innocent instead of his reply; the offender, of the capture; the innocent
 * after it; the innocent after the offender's next move.
 *
 * A row for each rulebook, kind of sensors and claim. Pays: games in which a ruling took the game or time from the
 * innocent (of these lost), or from the offender; back: the position was restored, and nobody pays; no: who claimed
 * heard that no illegal move was made; other: it was rejected for another reason; asked: it waits for a person. -v:
 * each in which the innocent pays, or hears that none was made.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rulebook.h"
#include "tests/bench/live-core.h"
#include "tests/bench/offences.h"

enum { BOOKS = 16, CLAIMS = 4, CLAIM_US = 2000000, AFTER_US = 10000000 };

static const struct {
	const char *name;
	unsigned after; /* plies behind the offence */
	bool by_offender;
} claims[CLAIMS] = {
	{ "innocent, no reply", 0, false },
	{ "offender", 1, true },
	{ "innocent", 1, false },
	{ "innocent, later", 2, false },
};

struct cell {
	unsigned games, innocent_pays, innocent_lost, offender_pays, offender_lost, restored, none, other, asked,
		silent;
};

static struct {
	bool verbose, json;
	unsigned count, level, books;
	uint64_t seed;
	struct rulebook *book[BOOKS];
} opt = { .count = 300, .level = 1, .seed = 1 };

static struct cell cells[BOOKS][2][CLAIMS];

struct run {
	enum side offender;
	int64_t claim_us;
	bool pays[2], lost[2];
	char reason[40]; /* of a rejection */
	bool asked, restored;
};

static void lose(struct run *run, enum side side)
{
	run->pays[side] = run->lost[side] = true;
}

static void on_publication(void *userdata, const struct publication *p)
{
	struct run *run = userdata;

	if (p->type != PUBLISH_RULING || !p->is_public || p->t_us < run->claim_us)
		return;
	if (!strcmp(p->result, "1-0") || !strcmp(p->result, "0-0"))
		lose(run, BLACK);
	if (!strcmp(p->result, "0-1") || !strcmp(p->result, "0-0"))
		lose(run, WHITE);
	for (enum side s = WHITE; s <= BLACK; s++)
		run->pays[s] |= p->adjust_us[s] < 0 || p->adjust_us[other_side(s)] > 0 ||
				(p->ruling == RULING_MOVE_ILLEGAL && p->facts.player == s);
	/* of a move that loses, by one who cannot mate any more: it costs the offender all the same */
	if (!strcmp(p->result, "1/2-1/2"))
		run->pays[run->offender] = true;
	if (p->ruling == RULING_CLAIM_REJECTED)
		snprintf(run->reason, sizeof(run->reason), "%s", p->reason);
	run->asked |= p->ruling == RULING_CLAIM_PENDING;
	run->restored |= p->ruling == RULING_RESTORE_POSITION;
}

/* The clock is stopped, and the claim made. */
static unsigned add_claim(struct input *input, unsigned inputs, enum side by)
{
	const int64_t t_us = input[inputs - 1].t_us + CLAIM_US;
	struct input claim = input_at(t_us, INPUT_CLAIM);

	claim.claim = CLAIM_ILLEGAL_MOVE;
	claim.by = by == WHITE ? PERSON_WHITE : PERSON_BLACK;
	input[inputs++] = input_at(t_us, INPUT_PAUSE);
	input[inputs++] = claim;
	return inputs;
}

static void name_it(const struct offence *o, bool presence, unsigned book, unsigned c, const char *what)
{
	const struct game_move *m = &o->move[o->ply], *n = &o->move[o->ply + 1];
	char fen[GAME_FEN], a[8], b[8], from[8];

	game_chess.format(&o->score.start, fen);
	game_chess.square_name(m->from, a);
	game_chess.square_name(m->to, b);
	game_chess.square_name(n->from, from);
	printf("# %s %s, %s: ply %u of %s, %s %s%s, taken by %s%s: %s\n", rulebook_id(opt.book[book]),
	       presence ? "presence" : "id", claims[c].name, o->ply + 1, fen, offence_names[o->kind], a, b, from, b,
	       what);
}

static void count(const struct offence *o, const struct run *run, bool presence, unsigned book, unsigned c)
{
	struct cell *cell = &cells[book][presence][c];
	const enum side offender = o->side, innocent = other_side(o->side);
	const bool none = !strcmp(run->reason, "no-illegality"), by_innocent = !claims[c].by_offender;
	const bool paid = run->pays[WHITE] || run->pays[BLACK];

	cell->games++;
	cell->innocent_pays += run->pays[innocent];
	cell->innocent_lost += run->lost[innocent];
	cell->offender_pays += run->pays[offender];
	cell->offender_lost += run->lost[offender];
	cell->none += none;
	cell->other += *run->reason && !none;
	cell->restored += run->restored && !paid;
	cell->asked += run->asked && !run->restored && !paid && !*run->reason;
	cell->silent += !run->asked && !run->restored && !paid && !*run->reason;
	if (opt.verbose && (run->pays[innocent] || (none && by_innocent)))
		name_it(o, presence, book, c,
			run->lost[innocent] ? "the innocent loses" :
			run->pays[innocent] ? "the innocent pays" :
					      "no illegal move was made");
}

static void play(const struct offence *o, const struct restless *hands, bool presence, unsigned book, unsigned c)
{
	struct core_setup setup = offence_setup(o, offence_style(opt.level), presence);
	json_t *clock = json_pack("{s:s, s:i, s:i, s:s}", "mode", "sudden-death", "white_ms", 3600000, "black_ms",
				  3600000, "running", game_chess.to_move(&o->score.start) == WHITE ? "white" : "black");
	struct run run = { .offender = o->side };
	unsigned inputs;
	struct input *input = offence_inputs(hands, presence, o->ply + claims[c].after, &inputs);
	struct core *core;
	char err[160] = "";

	if (!input || !inputs || clock_control_from_json(clock, &setup.clock, err) < 0)
		exit(1);
	setup.has_lever = true;
	setup.rulebook = opt.book[book];
	run.claim_us = input[inputs - 1].t_us + CLAIM_US;
	inputs = add_claim(input, inputs, claims[c].by_offender ? o->side : other_side(o->side));
	if (core_new(&setup, on_publication, &run, &core, err) < 0) {
		fprintf(stderr, "%s: %s\n", rulebook_id(opt.book[book]), err);
		exit(1);
	}
	if (live_core_run(core, input, inputs, false, AFTER_US) < 0)
		exit(1);
	count(o, &run, presence, book, c);
	core_free(core);
	json_decref(clock);
	free(input);
}

static void score(void *userdata, const struct offence *o, const struct restless *hands)
{
	for (unsigned book = 0; book < opt.books; book++)
		for (unsigned c = 0; c < 2 * CLAIMS; c++)
			play(o, hands, c / CLAIMS, book, c % CLAIMS);
}

static void print(const struct cell *c, const char *book, bool presence, const char *claim)
{
	if (opt.json)
		printf("{\"rulebook\":\"%s\",\"sensors\":\"%s\",\"claim\":\"%s\",\"games\":%u,\"innocent_pays\":%u,\"innocent_lost\":%u,\"offender_pays\":%u,\"offender_lost\":%u,\"restored\":%u,\"no_illegality\":%u,\"other\":%u,\"asked\":%u,\"silent\":%u}\n",
		       book, presence ? "presence" : "piece-id", claim, c->games, c->innocent_pays, c->innocent_lost,
		       c->offender_pays, c->offender_lost, c->restored, c->none, c->other, c->asked, c->silent);
	else
		printf("%-16s %-9s %-19s %6u | %6u %6u | %6u %6u | %6u %6u %6u %6u %6u\n", book,
		       presence ? "presence" : "id", claim, c->games, c->innocent_pays, c->innocent_lost,
		       c->offender_pays, c->offender_lost, c->restored, c->none, c->other, c->asked, c->silent);
}

static bool add_book(const char *id)
{
	if (opt.books == BOOKS || rulebook_load(id, NULL, NULL, &opt.book[opt.books]) < 0) {
		fprintf(stderr, "rulebook \"%s\": not found, or one too many\n", id);
		return false;
	}
	opt.books++;
	return true;
}

static bool choose_books(void)
{
	char **list;
	bool ok = true;

	if (rulebook_list(&list) < 0)
		return false;
	for (char **id = list; *id && ok; id++) {
		struct rulebook *book = NULL;

		if (rulebook_load(*id, NULL, NULL, &book) == 0 && !strcmp(rulebook_game(book), "chess") &&
		    rulebook_is(book, PARAM_ILLEGAL_CALL_DEFAULT, "claim"))
			ok = add_book(*id);
		rulebook_free(book);
	}
	rulebook_list_free(list);
	return ok;
}

static const char *parse(int argc, char **argv)
{
	static const struct option names[] = { { "verbose", no_argument, NULL, 'v' },
					       { "json", no_argument, NULL, 'j' },
					       { "count", required_argument, NULL, 'c' },
					       { "seed", required_argument, NULL, 'S' },
					       { "level", required_argument, NULL, 'l' },
					       { "rulebook", required_argument, NULL, 'b' },
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
		else if (o == 'l')
			opt.level = (unsigned)atoi(optarg);
		else if (o != 'b' || !add_book(optarg))
			return NULL;
	return offence_style(opt.level) && (opt.books || choose_books()) ? argv[optind] : NULL;
}

int main(int argc, char **argv)
{
	const char *path = parse(argc, argv);
	struct offence_plan plan = { .path = path,
				     .style = offence_style(opt.level),
				     .kinds = 1u << OFFENCE_GEOMETRY | 1u << OFFENCE_BLOCKED | 1u << OFFENCE_CAPTURE,
				     .count = (opt.count + 2) / 3,
				     .seed = opt.seed,
				     .recaptured = true,
				     .after_least = 2,
				     .after_most = 2 };

	if (!path) {
		fprintf(stderr,
			"usage: score_claims [-v] [--json] [--count N] [--seed SEED] [--level 1|2] [--rulebook ID]... GAMES.jsonl\n");
		return 2;
	}
	if (offences_each(&plan, score, NULL) < 0) {
		fprintf(stderr, "%s: cannot be read\n", path);
		return 1;
	}
	if (!opt.json)
		printf("%-46s %6s | %-13s | %-13s |\n%-16s %-9s %-19s %6s | %6s %6s | %6s %6s | %6s %6s %6s %6s %6s\n",
		       "", "", "innocent", "offender", "rulebook", "sensors", "claim", "games", "pays", "lost", "pays",
		       "lost", "back", "no", "other", "asked", "silent");
	for (unsigned book = 0; book < opt.books; book++) {
		for (unsigned c = 0; c < 2 * CLAIMS; c++)
			print(&cells[book][c / CLAIMS][c % CLAIMS], rulebook_id(opt.book[book]), c / CLAIMS,
			      claims[c % CLAIMS].name);
		rulebook_free(opt.book[book]);
	}
	return 0;
}
