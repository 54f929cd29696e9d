// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording replays as what was recorded; it survives its writer; a full disk ends it and not the reading. */
#include "tests/unit/libboard/board-testing.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "libboard/trace.h"
#include "tests/sim/sim.h"

static const char everything[] =
	"{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"piece-id\",\"start\":\"8/8/8/8/8/8/8/8 w - - 0 1\","
	"\"clock\":{\"mode\":\"fischer\"},\"rulebook\":\"fide2023-blitz\"}\n"
	"{\"t_us\":5,\"type\":\"board\",\"squares\":\"rnbqkbnrpppppppp................................PPPPPPPPRNBQ?BNR\","
	"\"lever\":\"black\"}\n"
	"{\"t_us\":5,\"type\":\"lift\",\"square\":\"e2\",\"piece\":\"P\"}\n"
	"{\"t_us\":1000000,\"type\":\"place\",\"square\":\"e4\"}\n"
	"{\"t_us\":1000000,\"type\":\"press\",\"side\":\"white\"}\n"
	"{\"t_us\":1000001,\"type\":\"lost\",\"count\":3}\n"
	"{\"t_us\":1000002,\"type\":\"press\",\"side\":\"black\",\"seq\":40}\n"
	"{\"t_us\":1000002,\"type\":\"board\",\"squares\":\"................................................................\",\"seq\":44}\n"
	"{\"t_us\":1000003,\"type\":\"pause\"}\n"
	"{\"t_us\":1000003, \"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\",\"unknown\":[1.5,\"\\u00e9\"]}\n"
	"{\"t_us\":9007199254740992,\"type\":\"tick\"}\n";

static const char draughts[] =
	"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"draughts-10x10\"}\n"
	"{\"t_us\":1,\"type\":\"lift\",\"square\":\"32\",\"piece\":\"w\"}\n"
	"{\"t_us\":2,\"type\":\"place\",\"square\":\"28\",\"piece\":\"W\"}\n"
	"{\"t_us\":2,\"type\":\"place\",\"square\":\"d1\"}\n"
	"{\"t_us\":2,\"type\":\"lift\",\"square\":\"a10\"}\n"
	"{\"t_us\":3,\"type\":\"board\",\"squares\":\"Bbbbb.....?................................wwwwwww\"}\n";

static void read_all(struct board *board)
{
	struct board_event ev;
	int r;

	while ((r = board_read(board, &ev)) == 1)
		;
	assert_int_equal(r, -ENODATA);
}

/* A trace in the form that the recorder writes comes out byte for byte. */
static void test_round_trip(void **state)
{
	static const char *const traces[] = { everything, draughts };

	for (size_t i = 0; i < 2; i++) {
		char uri[1200], *text;

		write_file(in_folder("in.jsonl"), traces[i], strlen(traces[i]));
		snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("out.jsonl"), in_folder("in.jsonl"));
		struct board *board = opened(uri);
		assert_non_null(board_get_header(board));
		read_all(board);
		board_close(board);
		text = read_whole(in_folder("out.jsonl"));
		assert_string_equal(text, traces[i]);
		free(text);
	}
}

/* A line that is as long as the buffer has no room for its end. */
static void test_no_room(void **state)
{
	const struct board_info info = { .width = 8, .height = 8 };
	const struct board_event texts = { .type = BOARD_EVENT_TEXT, .text = "{}" },
				 pause = { .type = BOARD_EVENT_PAUSE };
	char line[TRACE_WRITE_MAX];
	int n = board_trace_write_event(&info, &pause, 5, 0, line, sizeof(line));

	assert_true(n > 0);
	assert_int_equal(board_trace_write_event(&info, &pause, 5, 0, line, (size_t)n + 1), n);
	assert_int_equal(board_trace_write_event(&info, &pause, 5, 0, line, (size_t)n), -ENOBUFS);
	assert_int_equal(board_trace_write_event(&info, &texts, 5, 0, line, 4), 3);
	assert_string_equal(line, "{}\n");
	assert_int_equal(board_trace_write_event(&info, &texts, 5, 0, line, 3), -ENOBUFS);
}

static bool same(const struct board_event *a, const struct board_event *b)
{
	if (a->type != b->type || a->seq != b->seq || a->device_us != b->device_us || a->lost != b->lost ||
	    a->square != b->square || a->piece != b->piece || a->side != b->side)
		return false;
	if (a->type == BOARD_EVENT_TEXT)
		return strcmp(a->text, b->text) == 0;
	return a->type != BOARD_EVENT_SQUARES || memcmp(a->squares, b->squares, sizeof(*a->squares)) == 0;
}

/* Whatever form a trace has, its recording says the same. */
static void test_replays_identically(void **state)
{
	static const char loose[] = "\xef\xbb\xbf {\"version\":1, \"format\":\"sensorboard-trace\"}\r\n"
				    "{\"type\":\"lift\", \"square\":\"a7\", \"t_ms\":7, \"piece\":null}\r\n"
				    "\n{\"side\":\"b\",\"type\":\"press\",\"t_us\":7000}\n"
				    "  {\"t_us\":7000,\"type\":\"report\",\"by\":\"arbiter\",\"report\":\"flag\"}";
	char uri[1200];
	struct board *again;

	write_file(in_folder("in.jsonl"), loose, strlen(loose));
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("out.jsonl"), in_folder("in.jsonl"));
	struct board *board = opened(uri);
	snprintf(uri, sizeof(uri), "trace:%s", in_folder("out.jsonl"));
	for (unsigned i = 0; i < 3; i++) {
		struct board_event a, b;

		assert_int_equal(board_read(board, &a), 1);
		again = opened(uri); /* each line is there as soon as it has been reported */
		for (unsigned j = 0; j <= i; j++)
			assert_int_equal(board_read(again, &b), 1);
		assert_true(same(&a, &b));
		assert_int_equal(board_read(again, &b), -ENODATA);
		board_close(again);
	}
	board_close(board);
}

static void expect(struct board *board, struct board_event *ev, enum board_event_type type)
{
	int r = -EAGAIN;

	for (int patience = 0; r == -EAGAIN && patience < 60000; patience++) {
		r = board_read(board, ev);
		if (r == -EAGAIN)
			usleep(1000);
	}
	if (r != 1)
		fail_msg("%d: %s", r, board_error(board));
	assert_int_equal(ev->type, type);
}

/* A live board with a time of its own: the header tells of it, times begin at zero, the whole board comes first. */
static void test_live_board(void **state)
{
	const struct native_config config = {
		.features = SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS | SBW_FEATURE_DEVICE_TIME,
		.serial = "0007",
		.scan_us = 1000,
		.boot_id = 99,
		.time_us = 5000000,
	};
	uint8_t level[64] = { 0, 9 };
	struct board_squares squares;
	struct board_event ev;
	struct native_state sim_state;
	struct sim *sim;
	char uri[1200], *text;

	assert_int_equal(sim_new(&config, &sim), 0);
	assert_int_equal(sim_use_socket(sim), 0);
	assert_int_equal(sim_plug(sim, in_folder("socket")), 0);
	snprintf(uri, sizeof(uri), "record:%s,socket:%s", in_folder("live.jsonl"), in_folder("socket"));
	struct board *board = opened(uri);
	assert_null(board_get_header(board));
	assert_int_equal(board_get_info(board)->boot_id, 99);
	assert_int_equal(sim_advance(sim, 5000010), 0);
	assert_int_equal(sim_lift(sim, 12), 1);
	expect(board, &ev, BOARD_EVENT_LIFT);
	assert_int_equal(sim_press(sim, SBW_SIDE_WHITE), 1);
	expect(board, &ev, BOARD_EVENT_PRESS);
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.seq, ev.seq);
	assert_int_equal(squares.squares[12], '.');
	assert_int_equal(board_request_leds(board, level, 64), 0);
	assert_int_equal(board_request_clock(board, 1, 2, BOARD_BLACK), 0);
	sim_get_state(sim, &sim_state);
	assert_int_equal(sim_state.leds[1], 9);
	assert_int_equal(sim_state.black_ms, 2);
	board_close(board);
	sim_free(sim);

	text = read_whole(in_folder("live.jsonl"));
	assert_string_equal(
		text,
		"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"piece-id\",\"lever\":true,"
		"\"scan_us\":1000,\"grace_us\":50000,\"board\":{\"model\":\"Emulated board\",\"firmware\":\"flagfall-sim\","
		"\"serial\":\"0007\",\"boot_id\":99,\"features\":[\"lever\",\"clock\",\"leds\",\"device-time\"]},"
		"\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}\n"
		"{\"t_us\":0,\"type\":\"board\",\"squares\":\"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR\"}\n"
		"{\"t_us\":10,\"type\":\"lift\",\"square\":\"e2\",\"piece\":\"P\"}\n"
		"{\"t_us\":10,\"type\":\"press\",\"side\":\"white\"}\n"
		"{\"t_us\":10,\"type\":\"board\",\"squares\":\"rnbqkbnrpppppppp................................PPPP.PPPRNBQKBNR\","
		"\"lever\":\"white\"}\n");
	free(text);
}

/* The whole board is asked for while an event that it contains is still unread: in the recording it comes after it. */
static void test_board_ahead_of_its_events(void **state)
{
	static const char empty[] = "................................................................";
	struct board_event ev;
	struct sim *sim;
	char uri[1200], *text;

	assert_int_equal(sim_new(&(struct native_config){ .squares = empty,
							  .features = SBW_FEATURE_DEVICE_TIME | SBW_FEATURE_PAUSE },
				 &sim),
			 0);
	assert_int_equal(sim_use_socket(sim), 0);
	assert_int_equal(sim_plug(sim, in_folder("ahead")), 0);
	snprintf(uri, sizeof(uri), "record:%s,socket:%s", in_folder("ahead.jsonl"), in_folder("ahead"));
	struct board *board = opened(uri);
	assert_int_equal(sim_place(sim, 0, 'R'), 1);
	do { /* until the event is on its way */
		assert_int_equal(board_request_squares(board), 0);
	} while (board_get_answer(board)->squares.seq == 0);
	expect(board, &ev, BOARD_EVENT_PLACE);
	assert_int_equal(sim_pause(sim), 1);
	expect(board, &ev, BOARD_EVENT_PAUSE);
	board_close(board);
	sim_free(sim);

	text = read_whole(in_folder("ahead.jsonl"));
	const char *place = strstr(text, "\"type\":\"place\""), *pause = strstr(text, "\"type\":\"pause\"");
	const char *rook = strstr(text,
				  "\"squares\":\"........................................................R.......\"}");
	assert_non_null(place);
	assert_non_null(rook);
	assert_true(place < rook && rook < pause);
	free(text);
}

/* The recorder is killed after the third event was told: the trace holds it. */
static void test_killed(void **state)
{
	char uri[1200], *text, *line;
	int status, lines = 0;
	pid_t pid;

	write_file(in_folder("in.jsonl"), everything, strlen(everything));
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("killed.jsonl"), in_folder("in.jsonl"));
	pid = fork();
	if (pid == 0) {
		struct board_event ev;
		struct board *board;

		if (board_open(uri, NULL, &board) < 0)
			_exit(1);
		for (int i = 0; i < 3; i++)
			if (board_read(board, &ev) != 1)
				_exit(1);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	text = read_whole(in_folder("killed.jsonl"));
	for (line = text; (line = strchr(line, '\n')); line++)
		lines++;
	assert_int_equal(lines, 4);
	assert_int_equal(strncmp(text, everything, strlen(text)), 0);
	free(text);
}

struct outcome {
	unsigned events, failures;
	int error;
	char sentence[800];
};

/* In a process of its own, whose files may not grow: EFBIG comes where a full disk gives ENOSPC, the rest is the same.
 */
static void read_on_a_full_disk(const char *uri, int answer)
{
	struct outcome out = { .events = 0 };
	struct board_event ev;
	struct board *board;
	int r;

	signal(SIGXFSZ, SIG_IGN);
	if (board_open(uri, NULL, &board) < 0 || setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 500, RLIM_INFINITY }) < 0)
		_exit(1);
	while ((r = board_read(board, &ev)) != -ENODATA) {
		if (r == 1) {
			out.events++;
			continue;
		}
		out.failures++;
		out.error = r;
		snprintf(out.sentence, sizeof(out.sentence), "%s", board_error(board));
	}
	board_close(board);
	_exit(write(answer, &out, sizeof(out)) != sizeof(out));
}

/* The disk is full in the middle of a line. It is said once, no event is lost, and the trace ends with a whole line. */
static void test_full_disk(void **state)
{
	char uri[1200], says[800], *text;
	struct outcome out;
	unsigned lines = 0;
	int status, answer[2];
	pid_t pid;

	write_file(in_folder("in.jsonl"), everything, strlen(everything));
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("full.jsonl"), in_folder("in.jsonl"));
	assert_int_equal(pipe(answer), 0);
	pid = fork();
	if (pid == 0)
		read_on_a_full_disk(uri, answer[1]);
	close(answer[1]);
	assert_int_equal(read(answer[0], &out, sizeof(out)), sizeof(out));
	close(answer[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);

	text = read_whole(in_folder("full.jsonl"));
	assert_int_equal(strncmp(text, everything, strlen(text)), 0);
	assert_int_equal(text[strlen(text) - 1], '\n');
	for (char *line = text; (line = strchr(line, '\n')); line++)
		lines++;
	assert_in_range(lines, 3, 9);
	snprintf(says, sizeof(says), "%s: the recording ends after %u events: File too large", in_folder("full.jsonl"),
		 lines - 1);
	assert_int_equal(out.events, 10);
	assert_int_equal(out.failures, 1);
	assert_int_equal(out.error, -EFBIG);
	assert_string_equal(out.sentence, says);
	free(text);
}

static void test_nowhere_to_write(void **state)
{
	struct board *board = NULL;
	char uri[1200];

	write_file(in_folder("in.jsonl"), everything, strlen(everything));
	snprintf(uri, sizeof(uri), "record:/dev/full,trace:%s", in_folder("in.jsonl"));
	assert_int_equal(board_open(uri, NULL, &board), -ENOSPC);
	assert_string_equal(board_error(NULL), "/dev/full cannot be made: No space left on device; name another file");
	snprintf(uri, sizeof(uri), "record:/nonexistent/x,trace:%s", in_folder("in.jsonl"));
	assert_int_equal(board_open(uri, NULL, &board), -ENOENT);
	assert_null(board);
}

/* Where there is no board, the recording of another day is not written over. */
static void test_no_board_no_file(void **state)
{
	struct board *board = NULL;
	char uri[1200], *text;

	write_file(in_folder("old.jsonl"), "precious", 8);
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("old.jsonl"), in_folder("missing"));
	assert_int_equal(board_open(uri, NULL, &board), -ENOENT);
	text = read_whole(in_folder("old.jsonl"));
	assert_string_equal(text, "precious");
	free(text);
}

/* A line that cannot be read is the caller's to know, and no part of the recording. */
static void test_bad_line(void **state)
{
	struct board_event ev;
	char uri[1200], *text;

	write_file(in_folder("in.jsonl"), CHESS "nonsense\n{\"t_us\":1,\"type\":\"tick\"}\n", strlen(CHESS) + 35);
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("bad.jsonl"), in_folder("in.jsonl"));
	struct board *board = opened(uri);
	assert_int_equal(board_read(board, &ev), -EBADMSG);
	assert_non_null(strstr(board_error(board), "in.jsonl:2: not JSON"));
	assert_int_equal(board_read(board, &ev), 1);
	board_close(board);
	text = read_whole(in_folder("bad.jsonl"));
	assert_string_equal(text, CHESS "{\"t_us\":1,\"type\":\"tick\"}\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),	 cmocka_unit_test(test_replays_identically),
		cmocka_unit_test(test_no_room),		 cmocka_unit_test(test_replays_identically),
		cmocka_unit_test(test_live_board),	 cmocka_unit_test(test_board_ahead_of_its_events),
		cmocka_unit_test(test_killed),		 cmocka_unit_test(test_full_disk),
		cmocka_unit_test(test_nowhere_to_write), cmocka_unit_test(test_no_board_no_file),
		cmocka_unit_test(test_bad_line),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
