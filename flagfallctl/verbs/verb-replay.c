/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl replay: recorded games through tracker, clock and arbiter. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/packed-file.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/verbs.h"
#include "replay/board-input.h"
#include "replay/replay.h"
#include "libboard/board.h"

enum what { MOVES = 1, PGN, EVENTS, EXPLAIN, BENCH };

struct job {
	enum what what;
	const char *rulebook, *clk, *start;
	bool no_lever;
	unsigned ply;
	char **source;
	int sources;
	const struct game *game; /* of the source at hand */
	unsigned unreadable;	 /* pieces of input that were dropped */
	unsigned turns;		 /* EXPLAIN: there were when it was asked last */
	char why[4096];		 /* … and the answer: it is not known for ever */
	uint64_t events;	 /* BENCH */
	int64_t *cost;
	size_t cost_room;
	int64_t cost_sum;
	size_t board_bytes; /* most that a board's tracker took */
	int unpacked;	    /* of a source that lies packed; 0 it does not */
};

enum { OPT_MOVES = 256, OPT_PGN, OPT_EVENTS, OPT_EXPLAIN, OPT_BENCH, OPT_CLK, OPT_START, OPT_LEVER };
enum { NEAR_START = 8 }; /* squares that two moves of each side change */

static const struct argp_option options[] = {
	{ "rulebook", 'r', "ID", 0, "Judge by this rulebook, whatever the trace names; \"none\" for none", 0 },
	{ "start", OPT_START, "FEN", 0, "The game begins with this position, whatever the trace says", 0 },
	{ "lever", OPT_LEVER, "none", 0, "Moves are read without presses: the clock's lever is not to be trusted", 0 },
	{ "moves", OPT_MOVES, 0, 0, "The turns as they stand at the end, one a line (the default)", 0 },
	{ "pgn", OPT_PGN, 0, 0, "The game as PGN with clock times", 0 },
	{ "clk", OPT_CLK, "seconds", 0, "With --pgn: whole seconds", 0 },
	{ "events", OPT_EVENTS, 0, 0, "All that is published, one JSON object a line", 0 },
	{ "explain", OPT_EXPLAIN, "PLY", 0, "Why turn PLY (from 1) is read as it is", 0 },
	{ "bench", OPT_BENCH, 0, 0, "Events per second, cost of one event, memory", 0 },
	{ 0 }
};

static error_t verb_replay_parse(int key, char *arg, struct argp_state *state)
{
	struct job *job = state->input;

	switch (key) {
	case 'r':
		job->rulebook = arg;
		return 0;
	case OPT_START:
		job->start = arg;
		return 0;
	case OPT_LEVER:
		if (strcmp(arg, "none"))
			argp_error(state, "--lever: \"%s\" is not \"none\"", arg);
		job->no_lever = true;
		return 0;
	case OPT_MOVES:
		job->what = MOVES;
		return 0;
	case OPT_PGN:
		job->what = PGN;
		return 0;
	case OPT_EVENTS:
		job->what = EVENTS;
		return 0;
	case OPT_BENCH:
		job->what = BENCH;
		return 0;
	case OPT_EXPLAIN:
		job->what = EXPLAIN;
		job->ply = (unsigned)ctl_read_number(state, arg, 1, 100000,
						     "--explain: \"%s\" is not the number of a turn");
		return 0;
	case OPT_CLK:
		if (strcmp(arg, "seconds"))
			argp_error(state, "--clk: \"%s\" is not \"seconds\"", arg);
		job->clk = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (!job->sources)
			job->source = &state->argv[state->next - 1];
		job->sources++;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print_event(void *userdata, const struct publication *p)
{
	struct job *job = userdata;
	json_t *o = publication_format(job->game, p, true);

	if (!o)
		return;
	json_dumpf(o, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(o);
}

/*
 * What the event had set otherwise than its rulebook. With another rulebook that is left out: it may not be known
 * there.
 */
static int override(struct rulebook *book, json_t *header, const char *source)
{
	const char *id = json_string_value(json_object_get(header, "rulebook")), *text;
	json_t *value;
	char err[160];
	size_t i;

	if (!id || strcmp(id, rulebook_id(book)))
		return 0;
	json_array_foreach(json_object_get(header, "overrides"), i, value) {
		text = json_string_value(value);
		if (text && rulebook_override(book, text, err) == 0)
			continue;
		fprintf(stderr, "flagfallctl: %s: overrides: %s\n", source, text ? err : "text expected");
		return -EINVAL;
	}
	return 0;
}

static int next_event(struct board *board, struct board_event *event)
{
	for (;;) {
		struct pollfd fd = { .fd = board_get_fd(board), .events = POLLIN };
		int r = board_read(board, event);

		if (r != -EAGAIN)
			return r;
		poll(&fd, 1, -1);
	}
}

/* What a recording is found to have before it is played. */
struct preview {
	bool pressed;			/* a lever, once at least */
	bool has_squares;		/* the whole board, before anything else of it */
	char squares[GAME_MAX_SQUARES]; /* … and this it was, as chess has it */
};

/* Only what can be read twice is asked: a file. False: it is none. */
static bool look_ahead(const char *uri, const struct game *game, struct preview *ret)
{
	const char *path = strchr(uri, ':') + 1;
	struct board_event event;
	struct board *board;
	struct stat st;
	bool changed = false;
	int r;

	*ret = (struct preview){ 0 };
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || board_open(uri, NULL, &board) < 0)
		return false;
	while (!(ret->pressed && (changed || ret->has_squares)) &&
	       ((r = next_event(board, &event)) == 1 || r == -EBADMSG)) {
		if (r != 1)
			continue;
		ret->pressed |= event.type == BOARD_EVENT_PRESS;
		changed |= event.type == BOARD_EVENT_LIFT || event.type == BOARD_EVENT_PLACE;
		if (event.type == BOARD_EVENT_SQUARES && !changed && !ret->has_squares) {
			ret->has_squares = true;
			squares_to_game(game, event.squares, ret->squares);
		}
	}
	board_close(board);
	return true;
}

/* The game's own start, where it has several. */
static bool is_usual_start(const struct core_setup *setup, const char squares[static GAME_MAX_SQUARES])
{
	struct game_position start;
	char usual[GAME_MAX_SQUARES];

	if (setup->game->parse(setup->game->start_fen, &start, NULL) < 0)
		return false;
	setup->game->placement(&start, usual);
	return memcmp(usual, squares, setup->game->squares) == 0;
}

/* How many squares of the start are taken that should be empty, or the other way round, from that end of the board. */
static unsigned away_from_start(const struct core_setup *setup, const struct preview *seen, bool turned)
{
	char start[GAME_MAX_SQUARES];
	unsigned away = 0;

	setup->game->placement(&setup->start, start);
	for (unsigned q = 0; q < setup->game->squares; q++)
		away += (start[q] == '.') != (seen->squares[turned ? setup->game->squares - 1 - q : q] == '.');
	return away;
}

/*
 * Where a recording begins that does not say so. One of the arrays of Chess960 makes the game that. Sensors that do not
 * name the pieces cannot tell what was played before.
 */
static int fit_start(struct core_setup *setup, const struct preview *seen, const char *source)
{
	char turned[GAME_MAX_SQUARES] = { 0 };
	unsigned away[2];

	if (!setup->any_start || !seen->has_squares)
		return 0;
	for (unsigned q = 0; q < setup->game->squares; q++)
		turned[q] = seen->squares[setup->game->squares - 1 - q];
	for (const struct game *const *g = game_list(); *g; g++)
		if ((*g)->rulebooks_of && strcmp((*g)->rulebooks_of, setup->game->name) == 0 && (*g)->starts &&
		    setup->sensors == TRACKER_PIECE_ID && !is_usual_start(setup, seen->squares) &&
		    !is_usual_start(setup, turned) &&
		    ((*g)->start_number(seen->squares) >= 0 || (*g)->start_number(turned) >= 0)) {
			setup->game = *g;
			setup->open_start = true;
			return setup->game->parse(setup->game->start_fen, &setup->start, NULL);
		}
	away[0] = away_from_start(setup, seen, false);
	away[1] = away_from_start(setup, seen, true);
	if (setup->sensors != TRACKER_PRESENCE || away[away[1] < away[0]] <= NEAR_START)
		return 0;
	fprintf(stderr,
		"flagfallctl replay: %s: it begins in the middle of a game, and its sensors do not name the pieces; say "
		"what stood there: --start FEN\n",
		source);
	return -EINVAL;
}

/* What is undone in it must be known before it is played; what can be read only once says so where it comes to that. */
static int note_undone(const char *uri, const struct game *game, struct undone_acts *undone)
{
	const char *path = strchr(uri, ':') + 1;
	struct board_event event;
	struct board *board;
	struct input input;
	struct stat st;
	char err[160];
	int r, failed = 0;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || board_open(uri, NULL, &board) < 0)
		return 0;
	while (!failed && ((r = next_event(board, &event)) == 1 || r == -EBADMSG))
		if (r == 1 && event.type == BOARD_EVENT_TEXT &&
		    board_to_input(game, &event, event.device_us, &input, err) > 0)
			failed = undone_acts_note(undone, &input);
	board_close(board);
	return failed;
}

/* The library's sentences name the file themselves. */
static void verb_replay_complain(const char *source, const char *sentence)
{
	if (strstr(sentence, source))
		fprintf(stderr, "flagfallctl replay: %s\n", sentence);
	else
		fprintf(stderr, "flagfallctl replay: %s: %s\n", source, sentence);
}

/* Open the source and make the game that its header names. */
static int verb_replay_set_up(struct job *job, const char *source, struct board **board, struct core_setup *setup,
			      struct rulebook **book, struct undone_acts *undone)
{
	const char *uri = source, *text, *id = job->rulebook;
	char *made = NULL;
	char err[160] = "";
	struct preview seen;
	json_t *header = NULL;
	int r;

	if (job->unpacked && asprintf(&made, "trace:/proc/self/fd/%d", job->unpacked) >= 0)
		uri = made;
	else if (!strchr(source, ':') && asprintf(&made, "trace:%s", source) >= 0)
		uri = made;
	r = board_open(uri, NULL, board);
	if (r < 0) {
		verb_replay_complain(source, *board_error(NULL) ? board_error(NULL) : strerror(-r));
		free(made);
		return r;
	}
	text = board_get_header(*board);
	header = json_loads(text ? text : "{}", 0, NULL);
	if (job->start)
		json_object_set_new(header, "start", json_string(job->start));
	if (job->no_lever)
		json_object_set_new(header, "lever", json_false());
	r = core_setup_from_json(header, setup, err);
	setup->any_start = setup->any_start && !job->start;
	if (r == 0 && look_ahead(uri, setup->game, &seen)) {
		/* Who records a board without a clock rarely says so, and boards that have one are played without it:
		 * a recording in which no lever is ever pressed had none. */
		setup->has_lever &= seen.pressed;
		r = fit_start(setup, &seen, source);
	}
	if (r == 0)
		r = note_undone(uri, setup->game, undone);
	free(made);
	if (r == -EINVAL && !*err) {
		json_decref(header);
		return r;
	}
	if (r == 0 && !id)
		id = json_string_value(json_object_get(header, "rulebook"));
	if (r < 0)
		verb_replay_complain(source, *err ? err : strerror(-r));
	if (r == 0 && id && strcmp(id, "none")) {
		r = carried_rulebook(id, job->rulebook ? NULL : json_object_get(header, "rulebook_texts"), book);
		if (r < 0)
			fprintf(stderr, "flagfallctl replay: %s: rulebook \"%s\": %s\n", source, id, strerror(-r));
		if (r == 0)
			r = override(*book, header, source);
		setup->rulebook = *book;
	}
	json_decref(header);
	return r;
}

static void measure(struct job *job, int64_t ns)
{
	if (job->events == job->cost_room) {
		size_t room = job->cost_room ? job->cost_room * 2 : 65536;
		int64_t *more = realloc(job->cost, room * sizeof(*more));

		if (!more)
			return;
		job->cost = more;
		job->cost_room = room;
	}
	job->cost[job->events++] = ns;
	job->cost_sum += ns;
}

static int64_t now_ns(void)
{
	struct timespec ts;

	/* what the core was busy with it: other programs on a busy machine cost nothing here */
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

/* Why a turn is read as it is may be asked while it is new; later turns may prove another. */
static void ask_why(struct job *job, struct core *core, bool last)
{
	const struct tracker *tracker = core_tracker(core);
	char text[sizeof(job->why)];

	if (job->what != EXPLAIN || (!last && tracker_turns(tracker) == job->turns))
		return;
	job->turns = tracker_turns(tracker);
	if (tracker_explain(tracker, job->ply - 1, text, sizeof(text)) > 0)
		strcpy(job->why, text);
}

/* What was guessed is said. */
static void say_start(const char *source, const struct core *core)
{
	const struct core_setup *setup = core_get_setup(core);
	struct game_position usual;
	char fen[GAME_FEN], squares[GAME_MAX_SQUARES];

	setup->game->placement(&setup->start, squares);
	if (!setup->any_start || (setup->game->starts && setup->game->start_number(squares) >= 0) ||
	    setup->game->parse(setup->game->start_fen, &usual, NULL) < 0 || setup->game->same(&usual, &setup->start))
		return;
	setup->game->format(&setup->start, fen);
	fprintf(stderr, "flagfallctl replay: %s: the game begins with what stood on the board: %s\n", source, fen);
}

/* So is what is not known. */
static void say_unseen(const char *source, const struct core *core)
{
	for (unsigned turn = 0; (turn = replay_unseen(core, turn)) != 0;)
		fprintf(stderr, "flagfallctl replay: %s: what was played after turn %u was not seen\n", source,
			turn - 1);
}

static int verb_replay_run(struct job *job, const char *source, struct board *board, struct replay_games *games)
{
	struct replay *replay = &games->game[0];
	struct board_event event;
	struct input input;
	char err[160] = "";
	int r;

	while ((r = next_event(board, &event)) == 1 || r == -EBADMSG) {
		int64_t t, before;

		if (r < 0) { /* dropped; what follows is read */
			fprintf(stderr, "flagfallctl: %s\n", board_error(board));
			job->unreadable++;
			continue;
		}
		t = event.device_us != BOARD_NO_TIME ? event.device_us : event.host_us;
		r = board_to_input(job->game, &event, t, &input, err);
		if (r < 0)
			break;
		if (r == 0)
			continue;
		before = job->what == BENCH ? now_ns() : 0;
		r = replay_games_input(games, &input, job->what == PGN, err);
		if (job->what == BENCH)
			measure(job, now_ns() - before);
		if (r < 0)
			break;
		ask_why(job, replay->core, false);
	}
	if (r == 0 || r == -ENODATA || r == -ENODEV)
		r = replay_games_finish(games, err);
	if (r >= 0)
		ask_why(job, replay->core, true);
	if (r >= 0) {
		say_start(source, replay->core);
		say_unseen(source, replay->core);
	}
	if (r < 0)
		verb_replay_complain(source, *err ? err : *board_error(board) ? board_error(board) : strerror(-r));
	return r;
}

static int print_pgn(struct job *job, struct core *core, struct board *board)
{
	struct pgn_style style = { .clk = job->clk ? PGN_SECONDS : PGN_MILLISECONDS };
	struct pgn_game *pgn = core_pgn(core);
	json_t *header = json_loads(board_get_header(board) ? board_get_header(board) : "{}", 0, NULL);
	static const char *const tags[][2] = {
		{ "Event", "event" }, { "Site", "site" },   { "Date", "date" },
		{ "Round", "round" }, { "White", "white" }, { "Black", "black" },
	};
	char *text;

	if (!pgn) {
		fprintf(stderr, "flagfallctl: the game cannot be written as PGN\n");
		json_decref(header);
		return -ENOMEM;
	}
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		const char *value = json_string_value(json_object_get(header, tags[i][1]));

		if (value)
			pgn_set_tag(pgn, tags[i][0], value);
	}
	json_decref(header);
	text = pgn_format(job->game, pgn, &style);
	pgn_free(pgn);
	if (!text) {
		fprintf(stderr, "flagfallctl: the game cannot be written as PGN\n");
		return -ENOMEM;
	}
	fputs(text, stdout);
	free(text);
	return 0;
}

static int explain(struct job *job, const char *source, struct core *core)
{
	unsigned turns = tracker_turns(core_tracker(core));

	if (!*job->why) {
		fprintf(stderr,
			job->ply > turns ? "flagfallctl: %s: turn %u: only %u were played\n" :
					   "flagfallctl: %s: turn %u: its reading is not known, %u were played\n",
			source, job->ply, turns);
		return -ENOENT;
	}
	fputs(job->why, stdout);
	*job->why = 0;
	job->turns = 0;
	return 0;
}

static int replay_source(struct job *job, const char *source)
{
	struct board *board = NULL;
	struct rulebook *book = NULL;
	struct core_setup setup = { 0 };
	struct replay_games *games = calloc(1, sizeof(*games));
	char err[160];
	int r = games ? verb_replay_set_up(job, source, &board, &setup, &book, &games->game[0].undone) : -ENOMEM;

	if (r < 0)
		goto out;
	replay_games_begin(games, &setup);
	job->game = setup.game;
	r = core_new(&setup, job->what == EVENTS ? print_event : NULL, job, &games->game[0].core, err);
	if (r < 0) {
		verb_replay_complain(source, err);
		goto out;
	}
	r = verb_replay_run(job, source, board, games);
	if (tracker_memory(core_tracker(games->game[0].core)) > job->board_bytes)
		job->board_bytes = tracker_memory(core_tracker(games->game[0].core));
	if (r < 0)
		goto out;
	if (job->what == MOVES)
		r = replay_moves(games->game[0].core, stdout);
	for (unsigned i = 0; i < games->count && r >= 0 && job->what == PGN; i++) {
		if (i)
			putchar('\n');
		r = print_pgn(job, games->game[i].core, board);
	}
	if (job->what == EXPLAIN)
		r = explain(job, source, games->game[0].core);
out:
	if (games) {
		undone_acts_done(&games->game[0].undone);
		replay_games_done(games);
	}
	free(games);
	rulebook_free(book);
	core_setup_done(&setup);
	if (board)
		board_close(board);
	return r;
}

/* A finished game of the journal may lie packed. */
static int replay_one(struct job *job, const char *source)
{
	const int fd = packed_file_is_one(source) ? packed_file_open_named(source) : 0;
	int r = fd;

	job->unpacked = fd;
	if (fd < 0)
		verb_replay_complain(source, fd == -EBADMSG ? "it is damaged" : strerror(-fd));
	else
		r = replay_source(job, source);
	if (fd > 0)
		close(fd);
	return r;
}

static int by_cost(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static void print_bench(struct job *job)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[128];
	long kib = 0;

	/* what the program had before it became this one is not counted there */
	while (f && fgets(line, sizeof(line), f) && sscanf(line, "VmHWM: %ld", &kib) != 1)
		;
	if (f)
		fclose(f);
	if (!job->events)
		return;
	qsort(job->cost, job->events, sizeof(*job->cost), by_cost);
	printf("{\"events\":%llu,\"events_per_second\":%.0f,\"p50_ns\":%lld,\"p999_ns\":%lld,\"max_ns\":%lld,\"board_bytes\":%zu,"
	       "\"peak_bytes\":%ld}\n",
	       (unsigned long long)job->events, (double)job->events * 1e9 / (double)job->cost_sum,
	       (long long)job->cost[job->events / 2], (long long)job->cost[job->events - 1 - job->events / 1000],
	       (long long)job->cost[job->events - 1], job->board_bytes, kib * 1024);
}

static int run_replay(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = verb_replay_parse,
		.args_doc = "SOURCE...",
		.doc = "Run recorded games through tracker, clock and arbiter.\vSOURCE is a trace's file name or any board URI. "
		       "A recorded file in which no lever is ever pressed is read as that of a board without one, unless its "
		       "header says otherwise: a move is then completed by the reply.",
	};
	struct job job = { .what = MOVES };
	int r = 0;

	ctl_parse(ctl, &argp, argc, argv, &job);
	for (int i = 0; i < job.sources && r == 0; i++)
		r = replay_one(&job, job.source[i]);
	if (r == 0 && job.what == BENCH)
		print_bench(&job);
	free(job.cost);
	return r < 0 || job.unreadable ? CTL_FAILED : CTL_DONE;
}

const struct verb verb_replay = { "replay", run_replay, "run traces through tracker, clock and arbiter" };
