/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sequences of events that no hand makes, and of events that hands make and sensors spoil, into the tracker of every
 * game and kind of sensors. Nothing breaks, hangs or grows; after each a report of the whole board and a set-up bring
 * the tracker back: nothing is asked to be moved, and a legal move is read.
 *
 *   tracker_storm [-n N] [-s SEED] [-f FIRST] [-k FILE]
 *
 * A tracker serves up to a dozen sequences, as a board does games; from a tracker's first on they are always the same.
 * FILE keeps how far it has come; started again with the same seed it goes on from there. Standard error says now and
 * then how far it is.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "daemon/core/tracker/guidance.h"
#include "tests/unit/core/tracker/event-work.h"

#define SEQUENCES 1000 /* as a test */
#define OVERHEAD 2048  /* bytes that malloc() takes beside what a tracker asked for */
#define WARM 200       /* sequences after which nothing may grow */
#define GROWTH (64 * 1024)
#define STALLED 60 /* s of processor for one sequence, on any machine */

enum { CHESS, DRAUGHTS, CHESS960, STORM_GAMES };
static const char *const games[STORM_GAMES] = { "chess", "draughts-10x10", "chess960" };

struct storm {
	uint64_t seed, first, at; /* the tracker's first sequence, and the one at hand */
	uint64_t random;
	const struct game *game;
	struct game_position start;
	enum tracker_sensors sensors;
	struct tracker *tracker;
	int64_t t_us;
	size_t most;   /* bytes of a tracker */
	unsigned work; /* of an event */
	uint64_t events, facts;
	uint64_t sequences[STORM_GAMES][2]; /* of each game, without and with a lever */
};

static struct storm storm;

static _Noreturn void failed(const char *what, int line)
{
	printf("not ok 1 - tracker_storm.c:%d: %s: sequence %" PRIu64 " of seed %" PRIu64 " (-s %" PRIu64 " -f %" PRIu64
	       " -n 12)\n",
	       line, what, storm.at, storm.seed, storm.seed, storm.first);
	fflush(stdout);
	abort();
}

#define EXPECT(x) \
	do { \
		if (!(x)) \
			failed(#x, __LINE__); \
	} while (0)

static void stalled(int signal)
{
	static const char text[] = "not ok 1 - a sequence does not end\n";

	if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0)
		_exit(2);
	abort();
}

static uint32_t pick(uint32_t below)
{
	storm.random ^= storm.random << 13;
	storm.random ^= storm.random >> 7;
	storm.random ^= storm.random << 17;
	return (uint32_t)((storm.random >> 32) % below);
}

static void hear(void *userdata, const struct tracker_fact *fact)
{
	storm.facts++;
	EXPECT(fact->type >= TRACKER_TOUCHED && fact->type <= TRACKER_AMBIGUOUS);
	EXPECT(fact->square < storm.game->squares || fact->square == GAME_NO_SQUARE);
	EXPECT(fact->turn.displaced_count <= TURN_MAX_DISPLACED && fact->turn.touched_count <= TURN_MAX_TOUCHED);
	if (fact->type == TRACKER_TURN || fact->type == TRACKER_REVISED) {
		EXPECT(fact->turn.kind >= TURN_LEGAL && fact->turn.kind <= TURN_UNSEEN);
		EXPECT(fact->turn.side == WHITE || fact->turn.side == BLACK);
	}
}

/* --- events --- */

static int send(struct tracker_event e)
{
	int r;

	e.t_us = storm.t_us;
	storm.events++;
	r = tracker_event(storm.tracker, &e);
	if (event_work(storm.tracker) > storm.work)
		storm.work = event_work(storm.tracker);
	EXPECT(event_work(storm.tracker) <= TRACKER_WORK_MAX);
	return r;
}

static void change(unsigned square, char piece)
{
	EXPECT(send((struct tracker_event){ .type = piece == '.' ? TRACKER_LIFT : TRACKER_PLACE,
					    .square = (uint8_t)square,
					    .piece = piece == '.' ? 0 : piece }) == 0);
}

static char any_letter(void)
{
	/* the game's letters, none, unknown, and some that are no piece */
	const char *pieces = storm.game->pieces;
	uint32_t n = pick((uint32_t)strlen(pieces) + 4);

	return n < strlen(pieces) ? pieces[n] : "?\0x\xff"[n - strlen(pieces)];
}

static void any_board(void)
{
	char squares[GAME_MAX_SQUARES];

	for (unsigned q = 0; q < GAME_MAX_SQUARES; q++) {
		squares[q] = pick(2) ? '.' : any_letter();
		if (!squares[q])
			squares[q] = '?';
	}
	EXPECT(send((struct tracker_event){ .type = TRACKER_SQUARES, .squares = squares }) == 0);
}

/* What cannot be is refused and changes nothing. */
static void impossible(void)
{
	unsigned turns = tracker_turns(storm.tracker);
	struct tracker_event e = { .type = TRACKER_LIFT,
				   .square = (uint8_t)(storm.game->squares + pick(256 - storm.game->squares)) };

	switch (pick(5)) {
	case 0:
		e.type = TRACKER_PLACE;
		break;
	case 1:
		e.type = TRACKER_PRESS;
		e.side = NO_SIDE;
		break;
	case 2:
		e.type = TRACKER_SQUARES;
		break;
	case 3:
		e.type = (enum tracker_event_type)(pick(2) ? 0 : TRACKER_TIME + 1 + pick(100));
		break;
	}
	EXPECT(send(e) == -EINVAL);
	EXPECT(tracker_turns(storm.tracker) == turns);
}

static void anything(void)
{
	uint32_t what = pick(100);

	if (what < 38)
		change(pick(storm.game->squares), '.');
	else if (what < 76)
		EXPECT(send((struct tracker_event){ .type = TRACKER_PLACE,
						    .square = (uint8_t)pick(storm.game->squares),
						    .piece = any_letter() }) == 0);
	else if (what < 92)
		EXPECT(send((struct tracker_event){ .type = TRACKER_PRESS, .side = (enum side)pick(2) }) == 0);
	else if (what < 94)
		any_board();
	else if (what < 95)
		EXPECT(send((struct tracker_event){ .type = TRACKER_EVENTS_LOST }) == 0);
	else if (what < 98)
		EXPECT(send((struct tracker_event){ .type = TRACKER_TIME }) == 0);
	else
		impossible();
}

/* A legal move as the sensors would tell it, each event lost, doubled or put off now and then. */
static void spoilt_move(unsigned spoilt)
{
	struct game_position pos = *tracker_provisional_position(storm.tracker);
	enum side side = storm.game->to_move(&pos);
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];
	struct game_moves moves;

	storm.game->moves(&pos, &moves);
	if (!moves.count) {
		anything();
		return;
	}
	storm.game->placement(&pos, before);
	storm.game->play(&pos, &moves.move[pick(moves.count)]);
	storm.game->placement(&pos, after);
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned q = 0; q < storm.game->squares; q++) {
			bool now = before[q] != after[q] && (pass ? after[q] != '.' : before[q] != '.');

			if (now == (pick(1000) < spoilt))
				continue;
			storm.t_us += pick(200000);
			change(q, pass ? after[q] == '.' ? before[q] : after[q] : '.');
			if (pick(1000) < spoilt)
				anything();
		}
	storm.t_us += pick(200000);
	if (pick(1000) >= spoilt)
		EXPECT(send((struct tracker_event){ .type = TRACKER_PRESS, .side = side }) == 0);
}

/* What people and the daemon do meanwhile. */
static void meddle(void)
{
	struct tracker *t = storm.tracker;
	struct tracker_step steps[GAME_MAX_SQUARES];
	char text[4096], squares[GAME_MAX_SQUARES];
	struct game_position pos;
	struct turn turn;
	size_t size;
	char letter;
	int r;

	switch (pick(9)) {
	case 0:
		r = tracker_undo(t, pick(4));
		EXPECT(r == 0 || r == -ERANGE);
		break;
	case 1:
		letter = any_letter();
		r = tracker_set_promotion(t, tracker_turns(t) - pick(3), letter);
		EXPECT(r == 0 || r == -ERANGE || r == -EINVAL);
		break;
	case 2:
		EXPECT(tracker_judge_now(t) == 0);
		EXPECT(!tracker_press_pending(t));
		break;
	case 3:
		r = tracker_guess(t, &turn);
		EXPECT(r == (tracker_press_pending(t) ? 0 : -ENOENT));
		break;
	case 4:
		EXPECT(tracker_guidance(t, steps) <= GAME_MAX_SQUARES);
		break;
	case 5:
		size = pick(2) ? sizeof(text) : pick(40) + 1;
		r = tracker_explain(t, pick(tracker_turns(t) + 2), text, size);
		EXPECT(r > 0 || r == -ENOENT);
		break;
	case 6:
		if (tracker_deadline(t) < INT64_MAX && tracker_deadline(t) > storm.t_us) {
			storm.t_us = tracker_deadline(t);
			EXPECT(send((struct tracker_event){ .type = TRACKER_TIME }) == 0);
			EXPECT(tracker_deadline(t) > storm.t_us || storm.sensors == TRACKER_EXACT);
		}
		break;
	case 7:
		pos = *tracker_position(t);
		EXPECT(tracker_set_position(t, &pos) == 0);
		break;
	case 8:
		tracker_placement(t, squares);
		for (unsigned i = 1; i < tracker_turns(t); i++)
			EXPECT(tracker_turn(t, i) != NULL || tracker_turn(t, i - 1) == NULL);
		EXPECT(tracker_turn(t, tracker_turns(t)) == NULL);
		break;
	}
}

/* --- and back --- */

/* The start, or what some legal moves make of it. */
static void any_position(struct game_position *pos)
{
	*pos = storm.start;
	for (unsigned n = pick(2) ? 0 : 8 + pick(60); n; n--) {
		struct game_position next = *pos;
		struct game_moves moves;

		storm.game->moves(&next, &moves);
		if (!moves.count)
			return;
		storm.game->play(&next, &moves.move[pick(moves.count)]);
		storm.game->moves(&next, &moves);
		if (!moves.count)
			return;
		*pos = next;
	}
}

/* Lifts what goes, places what comes, presses. */
static void clean_move(const struct game_position *pos, const struct game_move *move)
{
	struct game_position then = *pos;
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];

	storm.game->play(&then, move);
	storm.game->placement(pos, before);
	storm.game->placement(&then, after);
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned q = 0; q < storm.game->squares; q++)
			if (before[q] != after[q] && (pass ? after[q] : before[q]) != '.') {
				storm.t_us += 100000;
				change(q, pass ? after[q] : '.');
			}
	storm.t_us += 100000;
	EXPECT(send((struct tracker_event){ .type = TRACKER_PRESS, .side = storm.game->to_move(pos) }) == 0);
	storm.t_us += 3000000;
	EXPECT(send((struct tracker_event){ .type = TRACKER_TIME }) == 0);
}

static void bring_back(void)
{
	struct game_position pos;
	struct game_moves moves;
	struct game_move move;
	struct tracker_step steps[GAME_MAX_SQUARES];
	char squares[GAME_MAX_SQUARES];
	const struct turn *turn;
	unsigned turns;

	any_position(&pos);
	storm.game->placement(&pos, squares);
	storm.t_us += 5000000;
	EXPECT(send((struct tracker_event){ .type = TRACKER_SQUARES, .squares = squares }) == 0);
	EXPECT(tracker_set_position(storm.tracker, &pos) == 0);
	EXPECT(send((struct tracker_event){ .type = TRACKER_SQUARES, .squares = squares }) == 0);
	EXPECT(tracker_guidance(storm.tracker, steps) == 0);
	EXPECT(!tracker_press_pending(storm.tracker));
	turns = tracker_turns(storm.tracker);
	storm.game->moves(&pos, &moves);
	/* a quiet move: what an unseen exchange was, or a promotion, cannot always be known */
	move = moves.move[pick(moves.count)];
	if (move.flags & (GAME_MOVE_CAPTURE | GAME_MOVE_PROMOTION))
		return;
	/* … or castling in which king and rook share squares */
	if (storm.game->starts && move.flags & GAME_MOVE_CASTLING)
		return;
	clean_move(&pos, &move);
	EXPECT(tracker_finish(storm.tracker) == 0);
	EXPECT(tracker_turns(storm.tracker) > turns);
	turn = tracker_turn(storm.tracker, turns);
	EXPECT(turn->kind == TURN_LEGAL && turn->from == move.from && turn->to == move.to);
}

static size_t used(void)
{
#ifdef __SANITIZE_ADDRESS__
	return 0;
#else
	return mallinfo2().uordblks;
#endif
}

/* Some trackers of chess play one of its other arrays. This takes nothing from storm.random: a sequence that broke once
 * stays what it is. */
static unsigned which_game(uint64_t first)
{
	uint64_t mixed = (storm.seed ^ (first * UINT64_C(0x94d049bb133111eb))) * UINT64_C(0xff51afd7ed558ccd);
	const struct game *other = game_find(games[CHESS960]);
	unsigned game = pick(6) ? CHESS : DRAUGHTS;

	storm.game = game_find(games[game]);
	EXPECT(storm.game->parse(storm.game->start_fen, &storm.start, NULL) == 0);
	if (game != CHESS || (mixed >> 33) % 4)
		return game;
	storm.game = other;
	EXPECT(other->start((unsigned)((mixed >> 40) % other->starts), &storm.start) == 0);
	return CHESS960;
}

/* Some sequences into one tracker, which is then forgotten. */
static uint64_t one_tracker(uint64_t first, uint64_t last)
{
	size_t before = used();
	struct tracker_setup setup = { 0 };
	uint64_t i, many;
	unsigned game;

	storm.first = storm.at = first;
	storm.random = (storm.seed * UINT64_C(0x9e3779b97f4a7c15)) ^ (first * UINT64_C(0xbf58476d1ce4e5b9) + 1);
	for (unsigned n = 0; n < 8; n++)
		pick(2);
	many = 1 + (pick(4) ? 0 : pick(12));
	game = which_game(first);
	setup.game = storm.game;
	setup.start = storm.start;
	storm.sensors = setup.sensors = TRACKER_PRESENCE + pick(3);
	setup.has_lever = pick(5) != 0;
	setup.keep_illegal = pick(2);
	setup.swapped_kq = (enum tracker_swapped_kq)pick(3);
	setup.scan_us = pick(3) ? 0 : pick(300000);
	setup.late_us = pick(3) ? 0 : pick(1000000);
	EXPECT(tracker_new(&setup, hear, NULL, &storm.tracker) == 0);
	storm.t_us = 0;
	for (i = first; i < first + many && i < last; i++) {
		unsigned events = pick(200) ? 5 + pick(pick(10) ? 50 : 250) : 2000, spoilt = pick(3) * 60,
			 wild = pick(101), steps = 0;
		size_t now;

		storm.at = i;
		setitimer(ITIMER_PROF, &(struct itimerval){ .it_value = { STALLED, 0 } }, NULL);
		while (steps++ < events) {
			storm.t_us += pick(wild > 50 ? 3000000 : 300000);
			if (pick(40) == 0)
				storm.t_us -= pick(5000000); /* a clock that was set back */
			if (pick(100) < wild) {
				anything();
			} else {
				spoilt_move(spoilt);
				steps += 3;
			}
			if (pick(30) == 0)
				meddle();
		}
		now = used() - before;
		if (now > storm.most)
			storm.most = now;
		EXPECT(now <= tracker_memory(storm.tracker) + OVERHEAD);
		EXPECT(tracker_memory(storm.tracker) <= TRACKER_MEMORY_MAX);
		bring_back();
		/* the next game on this board */
		if (tracker_turns(storm.tracker))
			EXPECT(tracker_undo(storm.tracker, tracker_turns(storm.tracker)) == 0);
	}
	tracker_free(storm.tracker);
	storm.sequences[game][setup.has_lever] += i - first;
	return i;
}

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static long rss_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void keep(const char *file, uint64_t done)
{
	char name[4096];
	FILE *f;

	snprintf(name, sizeof(name), "%s.new", file);
	f = fopen(name, "we");
	if (!f || fprintf(f, "%" PRIu64 " %" PRIu64 "\n", storm.seed, done) < 0 || fclose(f) || rename(name, file))
		perror(file);
}

static uint64_t kept(const char *file)
{
	uint64_t seed, done = 0;
	FILE *f = fopen(file, "re");

	if (!f)
		return 0;
	if (fscanf(f, "%" SCNu64 " %" SCNu64, &seed, &done) != 2 || seed != storm.seed)
		done = 0;
	fclose(f);
	return done;
}

/* Trackers that once broke. */
static void again(void)
{
	static const struct {
		uint64_t seed, first;
	} once[] = {
		{ 20261121, 225655 }, /* no lever: a piece that was away before anything changed, taken for one lifted
					 for a reply */
	};
	uint64_t seed = storm.seed;

	for (unsigned i = 0; i < sizeof(once) / sizeof(once[0]); i++) {
		storm.seed = once[i].seed;
		one_tracker(once[i].first, once[i].first + 12);
	}
	storm.seed = seed;
}

int main(int argc, char **argv)
{
	uint64_t count = SEQUENCES, first = 0, at;
	const char *file = NULL;
	double began = now_s(), told = began;
	size_t idle = 0;
	int option;

	storm.seed = 1;
	while ((option = getopt(argc, argv, "n:s:f:k:")) != -1)
		switch (option) {
		case 'n':
			count = strtoull(optarg, NULL, 10);
			break;
		case 's':
			storm.seed = strtoull(optarg, NULL, 10);
			break;
		case 'f':
			first = strtoull(optarg, NULL, 10);
			break;
		case 'k':
			file = optarg;
			break;
		default:
			return 2;
		}
	signal(SIGPROF, stalled);
	printf("1..1\n");
	again();
	at = file && kept(file) > first ? kept(file) : first;
	if (at > first)
		fprintf(stderr, "going on after %" PRIu64 " of %" PRIu64 "\n", at - first, count);
	first += count;
	count = 0;
	while (at < first) {
		uint64_t next = one_tracker(at, first);

		count += next - at;
		at = next;
		if (count < WARM)
			idle = used();
		EXPECT(used() <= idle + GROWTH);
		if (now_s() - told < 10)
			continue;
		told = now_s();
		fprintf(stderr,
			"%" PRIu64 " of %" PRIu64
			" sequences, %.0f a second, %ld KiB resident at most, %zu bytes a board\n",
			at, first, (double)count / (told - began), rss_kib(), storm.most);
		if (file)
			keep(file, at);
	}
	if (file)
		keep(file, at);
	printf("# seed %" PRIu64 ", %" PRIu64 " events, %" PRIu64
	       " facts, %.0f s; at most %zu bytes a board, %u of work an event, %ld KiB resident\n",
	       storm.seed, storm.events, storm.facts, now_s() - began, storm.most, storm.work, rss_kib());
	for (unsigned g = 0; g < STORM_GAMES; g++)
		printf("# %s: %" PRIu64 " with a lever, %" PRIu64 " without\n", games[g], storm.sequences[g][true],
		       storm.sequences[g][false]);
	printf("ok 1 - %" PRIu64
	       " sequences of events: nothing breaks, and a whole board and a set-up bring the tracker back\n",
	       count);
	return 0;
}
