/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often players who played by the rules are accused, punished or asked about.
 *
 *   score_accusations [-v] [--json] [--rulebook ID]… [--sample COUNT] --set NAME TRACE.jsonl…
 *
 * Each beside its moves. It is played live, without a rulebook and then under each: by default those of chess under
 * which the machine itself calls an illegal move, and one that silences the arbiter. A trace with presses is read with
 * lever and, but in a folder "lever", without; one that has none, without.
 *
 * A row for each level and kind of sensors. Noted: turns that were told to be no legal move while they were new (a
 * promotion owed is apart); still: of them those that are so at the end. Under a rulebook: games in which a ruling
 * punished somebody or ended the game for what nobody did, of these ruled lost, questions, of them with the true move
 * among the readings, and such as hold the game; who presses while a pawn stands on the last rank, or before the rook
 * has castled, is punished rightly (owed, in JSON). After a ruling the hands play on as they did, so nothing that comes
 * after the first is counted. -v: each of them. --sample: so many games of a row, spread evenly. --set: what the first
 * column says.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rulebook.h"
#include "tests/bench/live-core.h"

enum { BOOKS = 16, ROWS = 32, REASONS = 12, AFTER_US = 10000000 };

struct book_tally {
	unsigned fined, lost, asked, offered, held, owed;
	char reason[REASONS][64];
	unsigned of_reason[REASONS];
};

struct row {
	unsigned level, files, seen, games, exact, turns, noted[TURN_UNREADABLE + 1], unsure, still, revised;
	bool named, lever;
	unsigned *delay_ms, delays, room;
	struct book_tally book[BOOKS];
};

static struct {
	const char *set;
	bool verbose, json;
	unsigned sample, books;
	struct rulebook *book[BOOKS];
} opt;

static struct row rows[ROWS];
static unsigned row_count;

/* One game under one rulebook, or none. */
struct run {
	const char *path;
	const struct core_setup *setup;
	const struct live_truth *truth;
	struct row *row;
	struct book_tally *tally; /* NULL: no rulebook */
	unsigned ply;		  /* of the last turn told */
	struct turn turn;
	bool was_noted[LIVE_PLIES], was_owed[LIVE_PLIES], was_committed[LIVE_PLIES];
	bool fined, ended;
	int64_t asked_us;
};

/* --- what was played --- */

static bool is_true(const struct run *run, unsigned ply, const char *text)
{
	return ply < run->truth->plies && !strncmp(run->truth->move[ply], text, run->row->named ? 6 : 4);
}

/* The last ply of that side that was down then. */
static unsigned ply_at(const struct run *run, enum side side, int64_t t_us)
{
	enum side first = run->setup->game->to_move(&run->setup->start);
	unsigned ply = UINT32_MAX;

	for (unsigned i = 0; i < run->truth->plies && run->truth->down_us[i] <= t_us; i++)
		if ((i % 2 ? other_side(first) : first) == side)
			ply = i;
	return ply;
}

/* --- what was told of it --- */

static const char *true_move(const struct run *run, unsigned ply)
{
	return ply < run->truth->plies ? run->truth->move[ply] : "none";
}

static void name_it(const struct run *run, unsigned ply, int64_t t_us, const char *what, const char *said)
{
	if (opt.verbose)
		printf("# %s %s %s ply %u, played %s, %.3f s: %s %s\n", run->path,
		       run->row->lever ? "lever" : "no-lever", run->tally ? rulebook_id(run->setup->rulebook) : "none",
		       ply + 1, true_move(run, ply), (double)t_us / 1e6, what, said);
}

static void add_delay(struct row *row, int64_t us)
{
	if (row->delays == row->room) {
		row->room = row->room ? row->room * 2 : 4096;
		row->delay_ms = reallocarray(row->delay_ms, row->room, sizeof(*row->delay_ms));
		if (!row->delay_ms)
			abort();
	}
	row->delay_ms[row->delays++] = us < 0 ? 0 : (unsigned)(us / 1000);
}

static void on_move(struct run *run, const struct publication *p)
{
	if (p->state == MOVE_PROVISIONAL || p->ply >= LIVE_PLIES)
		return;
	run->ply = p->ply;
	if (p->state == MOVE_COMMITTED) {
		if (!run->was_committed[p->ply] && is_true(run, p->ply, p->uci))
			add_delay(run->row, p->t_us - run->truth->down_us[p->ply]);
		run->was_committed[p->ply] = true;
	} else if (run->was_committed[p->ply]) {
		run->row->revised++;
		run->was_committed[p->ply] = p->state == MOVE_REVISED;
	}
}

static void on_turn(struct run *run, const struct publication *p)
{
	const struct turn *turn = &p->turn;
	char from[8] = "-", to[8] = "-", said[80];
	bool *was;

	run->turn = *turn;
	if (run->tally || turn->kind == TURN_LEGAL || run->ply >= LIVE_PLIES)
		return;
	was = turn->kind == TURN_PROMOTION_OWED ? &run->was_owed[run->ply] : &run->was_noted[run->ply];
	if (*was)
		return;
	*was = true;
	run->row->noted[turn->kind]++;
	if (turn->kind == TURN_PROMOTION_OWED)
		return;
	run->row->unsure += turn->unsure;
	if (turn->from != GAME_NO_SQUARE)
		run->setup->game->square_name(turn->from, from);
	if (turn->to != GAME_NO_SQUARE)
		run->setup->game->square_name(turn->to, to);
	snprintf(said, sizeof(said), "(%s) %s%s%s", turn_word(turn), from, to, turn->unsure ? ", in doubt" : "");
	name_it(run, run->ply, p->t_us, turn_kind_name(turn->kind), said);
}

/* Is the true move among the readings, "f7f6, 0000" or "a1-e1"? */
static bool offers(const struct run *run, const char *readings, const struct turn *turn)
{
	/* the turn that was told last, or the one before it, of which the reply does not show what it was; or by time
	 */
	const unsigned before = run->ply - (run->ply && run->turn.side != turn->side);
	const unsigned plies[2] = { before, ply_at(run, turn->side, turn->t_us) };
	char text[GAME_FEN], *rest = text;

	snprintf(text, sizeof(text), "%s", readings);
	for (char *word; (word = strsep(&rest, ", ")) != NULL;) {
		char *dash = strchr(word, '-');

		if (dash)
			memmove(dash, dash + 1, strlen(dash));
		for (unsigned i = 0; *word && i < 2; i++)
			if (is_true(run, plies[i], word))
				return true;
	}
	return false;
}

static void on_question(struct run *run, const struct publication *p)
{
	json_t *turns = json_object_get(p->evidence, "turns");
	json_t *last = json_array_get(turns, json_array_size(turns) ? json_array_size(turns) - 1 : 0);
	const char *uci = json_string_value(json_object_get(last, "uci")),
		   *other = json_string_value(json_object_get(last, "or"));
	bool is_doubt = !strcmp(p->reason, "readings"), again = run->asked_us == p->t_us, offered;
	char readings[GAME_FEN], said[GAME_FEN];

	if (!is_doubt && p->claim != CLAIM_ILLEGAL_MOVE)
		return;
	snprintf(readings, sizeof(readings), "%.180s, %s, %s", is_doubt ? p->placement : "", uci ? uci : "",
		 other ? other : "");
	if (!is_doubt)
		run->tally->held++;
	if (again) /* the question that holds the game, and the readings that it is about */
		return;
	run->asked_us = p->t_us;
	run->tally->asked++;
	offered = offers(run, readings, is_doubt ? &p->turn : &run->turn);
	run->tally->offered += offered;
	snprintf(said, sizeof(said), "%.200s%s", readings, offered ? "" : " (not the true one)");
	name_it(run, run->ply, p->t_us, is_doubt ? "asked:" : "held:", said);
}

/* A game may end on the board, if it was played so. */
static bool ends_on_board(const struct publication *p)
{
	static const char *const reasons[] = { "checkmate", "stalemate", "dead-position", "repetition",
					       "seventyfive-moves" };

	for (unsigned i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (!strcmp(p->reason, reasons[i]))
			return true;
	return false;
}

/* The hands did that: they pressed with a pawn on the last rank, or before the rook had castled. */
static bool was_done(const struct run *run, const struct publication *p)
{
	return (!strcmp(p->reason, "promotion-missing") && true_move(run, run->ply)[4]) ||
	       (!strcmp(p->reason, "illegal-move") && run->ply < run->truth->plies && run->truth->rook_late[run->ply]);
}

static void count_fine(struct run *run, const struct publication *p)
{
	bool is_lost = strcmp(p->result, "none");
	char name[64];

	run->fined = true;
	if (was_done(run, p)) {
		run->tally->owed++;
		return;
	}
	run->tally->fined++;
	run->tally->lost += is_lost;
	snprintf(name, sizeof(name), "%.30s/%.30s", ruling_name(p->ruling), p->reason);
	for (unsigned i = 0; i < REASONS; i++)
		if (!*run->tally->reason[i] || !strcmp(run->tally->reason[i], name)) {
			strcpy(run->tally->reason[i], name);
			run->tally->of_reason[i]++;
			break;
		}
	name_it(run, run->ply, p->t_us, is_lost ? "ruled lost:" : "fined:", name);
}

static void on_ruling(struct run *run, const struct publication *p)
{
	bool punishes = p->ruling == RULING_MOVE_ILLEGAL || p->ruling == RULING_RESTORE_POSITION ||
			p->ruling == RULING_WARNING || p->ruling == RULING_TIME_PENALTY ||
			p->ruling == RULING_DOUBLE_LOSS || p->adjust_us[WHITE] || p->adjust_us[BLACK];

	if (!p->is_public)
		return;
	if (strcmp(p->result, "none") && ends_on_board(p))
		run->ended = true;
	else if (punishes || strcmp(p->result, "none"))
		count_fine(run, p);
}

static void on_publication(void *userdata, const struct publication *p)
{
	struct run *run = userdata;

	if (run->tally && (run->fined || run->ended))
		return;
	switch (p->type) {
	case PUBLISH_MOVE:
		if (!run->tally)
			on_move(run, p);
		else if (p->state != MOVE_PROVISIONAL)
			run->ply = p->ply;
		break;
	case PUBLISH_TURN:
		on_turn(run, p);
		break;
	case PUBLISH_QUESTION:
		if (run->tally)
			on_question(run, p);
		break;
	case PUBLISH_RULING:
		if (run->tally)
			on_ruling(run, p);
		break;
	default:
		break;
	}
}

/* --- playing --- */

/* Does that stand in the end which was played, whatever the turns before it were read as? */
static bool stands_rightly(const struct run *run, const struct core *core)
{
	const struct game *game = run->setup->game;
	struct game_position pos = run->setup->start, official;
	char played[GAME_FEN], stands[GAME_FEN];
	struct game_move move;

	for (unsigned ply = 0; ply < run->truth->plies; ply++) {
		if (game->move_parse(&pos, run->truth->move[ply], &move) < 0)
			return false;
		game->play(&pos, &move);
	}
	core_get_position(core, &official);
	game->format_placement(&pos, played);
	game->format_placement(&official, stands);
	return !strcmp(played, stands);
}

/* How many turns are right before the first that is not. */
static unsigned right_turns(const struct run *run, const struct core *core)
{
	struct core_turn turn;
	unsigned ply = 0;

	while (core_get_turn(core, ply, &turn) == 0 && is_true(run, ply, turn.text))
		ply++;
	return ply;
}

static void conclude(struct run *run, const struct core *core)
{
	struct core_state state;
	struct core_turn turn;
	unsigned right = right_turns(run, core);

	core_get_state(core, &state);
	if (run->tally) {
		if (run->ended && right < state.turns && !stands_rightly(run, core)) {
			struct publication p = { .t_us = state.t_us,
						 .ruling = state.ruling,
						 .reason = state.reason,
						 .result = state.result };

			count_fine(run, &p);
		}
		return;
	}
	run->row->exact += right == run->truth->plies && state.turns == right;
	for (unsigned ply = 0; core_get_turn(core, ply, &turn) == 0; ply++)
		run->row->still += turn.turn->kind != TURN_LEGAL && turn.turn->kind != TURN_PROMOTION_OWED;
}

static void play(const char *path, const struct live_trace *trace, const struct live_truth *truth, struct row *row,
		 int book)
{
	struct core_setup setup = trace->setup;
	struct run run = { .path = path, .setup = &setup, .truth = truth, .row = row, .asked_us = INT64_MIN };
	struct input end = { .type = INPUT_FINISH };
	struct core *core;
	char err[160];

	setup.has_lever = row->lever;
	setup.keeps_events = true;
	if (book >= 0) {
		setup.rulebook = opt.book[book];
		run.tally = &row->book[book];
	}
	if (core_new(&setup, on_publication, &run, &core, err) < 0) {
		fprintf(stderr, "%s: %s\n", path, err);
		exit(1);
	}
	if (live_core_run(core, trace->input, trace->count, !row->lever, AFTER_US) < 0 ||
	    core_input(core, &end, err) < 0)
		exit(1);
	conclude(&run, core);
	core_free(core);
}

static struct row *row_of(unsigned level, bool named, bool lever)
{
	struct row *row = rows;

	while (row < rows + row_count && (row->level != level || row->named != named || row->lever != lever))
		row++;
	if (row == rows + ROWS)
		abort();
	if (row == rows + row_count) {
		row->level = level;
		row->named = named;
		row->lever = lever;
		row_count++;
	}
	return row;
}

/* First they are counted, then every so manieth is played. */
static void score(const char *path, bool counts)
{
	static struct live_truth truth;
	const char *level = strstr(path, "-l");
	struct live_trace trace;

	for (const char *more = level; more && (more = strstr(more + 1, "-l")) != NULL;)
		level = more;
	if (live_trace_read(path, &trace) < 0)
		exit(1);
	if (!level || !strchr("0123456789", level[2]) || trace.setup.game != &game_chess ||
	    !live_truth_read(path, trace.setup.sensors == TRACKER_PIECE_ID, &truth)) {
		live_trace_done(&trace);
		return;
	}
	for (int lever = trace.has_presses; lever >= (trace.has_presses && strstr(path, "/lever/")); lever--) {
		struct row *row = row_of((unsigned)atoi(level + 2), trace.setup.sensors == TRACKER_PIECE_ID, lever);
		unsigned step = opt.sample && row->files > opt.sample ? row->files / opt.sample : 1;

		if (counts) {
			row->files++;
			continue;
		}
		if (row->seen++ % step || (opt.sample && row->games >= opt.sample))
			continue;
		row->games++;
		row->turns += truth.plies;
		for (int book = -1; book < (int)opt.books; book++)
			play(path, &trace, &truth, row, book);
	}
	live_trace_done(&trace);
}

static int by_number(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->lever != y->lever ? y->lever - x->lever :
	       x->named != y->named ? y->named - x->named :
				      (int)x->level - (int)y->level;
}

static void print_json(const struct row *row, unsigned p50_ms)
{
	printf("{\"set\":\"%s\",\"sensors\":\"%s\",\"level\":%u,\"lever\":%s,\"games\":%u,\"exact\":%u,\"turns\":%u,\"noted\":{",
	       opt.set, row->named ? "piece-id" : "presence", row->level, row->lever ? "true" : "false", row->games,
	       row->exact, row->turns);
	for (enum turn_kind k = TURN_ILLEGAL; k <= TURN_UNREADABLE; k++)
		printf("%s\"%s\":%u", k > TURN_ILLEGAL ? "," : "", turn_kind_name(k), row->noted[k]);
	printf("},\"in_doubt\":%u,\"still\":%u,\"revised\":%u,\"commit_p50_ms\":%u,\"rulebooks\":{", row->unsure,
	       row->still, row->revised, p50_ms);
	for (unsigned b = 0; b < opt.books; b++) {
		const struct book_tally *t = &row->book[b];

		printf("%s\"%s\":{\"fined\":%u,\"lost\":%u,\"asked\":%u,\"offered\":%u,\"held\":%u,\"owed\":%u,\"fines\":{",
		       b ? "," : "", rulebook_id(opt.book[b]), t->fined, t->lost, t->asked, t->offered, t->held,
		       t->owed);
		for (unsigned i = 0; i < REASONS && *t->reason[i]; i++)
			printf("%s\"%s\":%u", i ? "," : "", t->reason[i], t->of_reason[i]);
		printf("}}");
	}
	printf("}}\n");
}

static void print_text(const struct row *row, unsigned p50_ms)
{
	const double turns = row->turns / 1000.0;
	const unsigned *n = row->noted;
	char name[40];

	snprintf(name, sizeof(name), "%s %s%s L%u", opt.set, row->named ? "id" : "presence",
		 row->lever ? "" : " no lever", row->level);
	printf("%-32s %5u %6.1f %6u | %6.2f %6.2f %6.2f %6.2f %6.2f | %6.2f %5.2f %5u %6u", name, row->games,
	       100.0 * row->exact / row->games, row->turns,
	       (n[TURN_ILLEGAL] + n[TURN_NO_MOVE] + n[TURN_SEVERAL] + n[TURN_UNREADABLE]) / turns,
	       n[TURN_ILLEGAL] / turns, n[TURN_NO_MOVE] / turns, n[TURN_SEVERAL] / turns, n[TURN_UNREADABLE] / turns,
	       row->still / turns, n[TURN_PROMOTION_OWED] / turns, row->revised, p50_ms);
	for (unsigned b = 0; b < opt.books; b++) {
		const struct book_tally *t = &row->book[b];

		printf(" | %4u %4u %4u %4u %4u", t->fined, t->lost, t->asked, t->offered, t->held);
	}
	printf("\n");
}

static void print_head(void)
{
	printf("%-32s %5s %6s %6s | %-34s | %6s %5s %5s %6s", "", "", "exact", "", "noted, of 1,000 turns", "still",
	       "owed", "", "commit");
	for (unsigned b = 0; b < opt.books; b++)
		printf(" | %-24s", rulebook_id(opt.book[b]));
	printf("\n%-32s %5s %6s %6s | %6s %6s %6s %6s %6s | %6s %5s %5s %6s", "hands", "games", "%", "turns", "all",
	       "illeg.", "none", "sever.", "unread", "", "", "rev.", "p50 ms");
	for (unsigned b = 0; b < opt.books; b++)
		printf(" | %4s %4s %4s %4s %4s", "fine", "lost", "ask", "true", "held");
	printf("\n");
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

/* The machine calls illegal moves itself; and one that says nothing unless it is asked. */
static bool choose_books(void)
{
	char **list;
	bool ok = true, silent = false;

	if (rulebook_list(&list) < 0)
		return false;
	for (char **id = list; *id && ok; id++) {
		struct rulebook *book = NULL;

		if (rulebook_load(*id, NULL, NULL, &book) == 0 && !strcmp(rulebook_game(book), "chess")) {
			bool is_silent = rulebook_is(book, PARAM_ARBITER_SILENCE, "illegal-and-flags");

			if (rulebook_is(book, PARAM_ILLEGAL_CALL_DEFAULT, "auto") || (is_silent && !silent)) {
				silent |= is_silent;
				ok = add_book(*id);
			}
		}
		rulebook_free(book);
	}
	rulebook_list_free(list);
	return ok;
}

static bool parse(int argc, char **argv)
{
	static const struct option names[] = {
		{ "verbose", no_argument, NULL, 'v' },	      { "json", no_argument, NULL, 'j' },
		{ "rulebook", required_argument, NULL, 'b' }, { "sample", required_argument, NULL, 'k' },
		{ "set", required_argument, NULL, 's' },      { 0 },
	};

	for (int o; (o = getopt_long(argc, argv, "vjb:k:s:", names, NULL)) != -1;)
		switch (o) {
		case 'v':
			opt.verbose = true;
			break;
		case 'j':
			opt.json = true;
			break;
		case 'b':
			if (!add_book(optarg))
				return false;
			break;
		case 'k':
			opt.sample = (unsigned)atoi(optarg);
			break;
		case 's':
			opt.set = optarg;
			break;
		default:
			return false;
		}
	return opt.set && (opt.books || choose_books());
}

int main(int argc, char **argv)
{
	if (!parse(argc, argv)) {
		fprintf(stderr,
			"usage: score_accusations [--verbose] [--json] [--rulebook ID]... [--sample COUNT] --set NAME [TRACE.jsonl...]\n");
		return 2;
	}
	for (int i = optind; i < argc && opt.sample; i++)
		score(argv[i], true);
	for (int i = optind; i < argc; i++)
		score(argv[i], false);
	qsort(rows, row_count, sizeof(*rows), by_name);
	if (!opt.json && optind == argc)
		print_head();
	for (struct row *row = rows; row < rows + row_count; row++) {
		unsigned p50_ms = 0;

		qsort(row->delay_ms, row->delays, sizeof(*row->delay_ms), by_number);
		if (row->delays)
			p50_ms = row->delay_ms[row->delays / 2];
		if (row->games && opt.json)
			print_json(row, p50_ms);
		else if (row->games)
			print_text(row, p50_ms);
		free(row->delay_ms);
	}
	for (unsigned b = 0; b < opt.books; b++)
		rulebook_free(opt.book[b]);
	return 0;
}
