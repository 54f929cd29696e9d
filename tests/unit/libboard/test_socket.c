// SPDX-License-Identifier: GPL-2.0-or-later
/* The socket backend against the emulated board, and against boards that misbehave. */
#include "tests/unit/libboard/board-testing.h"

#include <endian.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "libboard/wire-decoder.h"
#include "tests/sim/sim.h"

#define PATIENCE_MS 60000

static char socket_uri[600];

static struct sim *plugged(const struct native_config *config)
{
	struct sim *sim;

	snprintf(socket_uri, sizeof(socket_uri), "socket:%s", in_folder("board"));
	assert_int_equal(sim_new(config, &sim), 0);
	assert_int_equal(sim_use_socket(sim), 0);
	assert_int_equal(sim_plug(sim, in_folder("board")), 0);
	return sim;
}

/* Waits as an event loop does, on the board's descriptor. */
static int patiently(struct board *board, struct board_event *ev)
{
	struct pollfd pfd = { .fd = board_get_fd(board), .events = POLLIN };
	int r;

	while ((r = board_read(board, ev)) == -EAGAIN)
		assert_int_equal(poll(&pfd, 1, PATIENCE_MS), 1);
	return r;
}

static void expect(struct board *board, struct board_event *ev, enum board_event_type type)
{
	int r = patiently(board, ev);

	if (r != 1)
		fail_msg("%d: %s", r, board_error(board));
	assert_int_equal(ev->type, type);
}

static void test_info(void **state)
{
	const struct native_config config = {
		.size = 10,
		.sensors = SBW_SENSORS_PRESENCE,
		.features = SBW_FEATURE_LEVER,
		.scan_us = 250000,
		.boot_id = 7,
		.model = "M",
		.firmware = "F",
		.serial = "S",
	};
	struct sim *sim = plugged(&config);
	struct board *board = opened(socket_uri);
	const struct board_info *info = board_get_info(board);
	uint8_t level[100] = { 0 };

	assert_int_equal(info->width, 10);
	assert_int_equal(info->height, 10);
	assert_int_equal(info->sensors, BOARD_PRESENCE);
	assert_int_equal(info->features, BOARD_FEATURE_LEVER);
	assert_int_equal(info->scan_us, 250000);
	assert_int_equal(info->grace_us, 50000);
	assert_int_equal(info->boot_id, 7);
	assert_string_equal(info->model, "M");
	assert_string_equal(info->firmware, "F");
	assert_string_equal(info->serial, "S");
	assert_null(board_get_header(board));
	assert_int_equal(board_request_leds(board, level, 100), -EOPNOTSUPP);
	assert_int_equal(board_request_clock(board, 1, 1, 0), -EOPNOTSUPP);
	board_close(board);
	sim_free(sim);
}

static void test_events(void **state)
{
	struct sim *sim = plugged(&(struct native_config){ .time_us = 1000 });
	struct board *board = opened(socket_uri);
	struct board_event ev;
	int64_t before;

	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(sim_lift(sim, 12), 1);
	expect(board, &ev, BOARD_EVENT_LIFT);
	assert_int_equal(ev.square, 12);
	assert_int_equal(ev.piece, 'P');
	assert_int_equal(ev.seq, 1);
	assert_int_equal(ev.device_us, 1000);
	assert_true(ev.host_us > 0);
	before = ev.host_us;
	assert_int_equal(sim_advance(sim, 1500), 0);
	assert_int_equal(sim_place(sim, 28, 0), 1);
	expect(board, &ev, BOARD_EVENT_PLACE);
	assert_int_equal(ev.square, 28);
	assert_int_equal(ev.seq, 2);
	assert_int_equal(ev.device_us, 1500);
	assert_true(ev.host_us >= before);
	assert_int_equal(sim_press(sim, SBW_SIDE_BLACK), 1);
	expect(board, &ev, BOARD_EVENT_PRESS);
	assert_int_equal(ev.side, BOARD_BLACK);
	assert_int_equal(sim_pause(sim), 1);
	expect(board, &ev, BOARD_EVENT_PAUSE);
	assert_int_equal(sim_beat(sim), 0);
	expect(board, &ev, BOARD_EVENT_TIME);
	assert_int_equal(ev.seq, 5);
	board_close(board);
	sim_free(sim);
}

static void test_leds_and_clock(void **state)
{
	struct sim *sim = plugged(&(struct native_config){ .size = 8 });
	struct board *board = opened(socket_uri);
	struct native_state shown;
	uint8_t level[64];

	for (unsigned i = 0; i < 64; i++)
		level[i] = (uint8_t)(4 * i);
	assert_int_equal(board_request_leds(board, level, 64), 0);
	assert_int_equal(board_request_leds(board, level, 63), -EINVAL);
	assert_int_equal(board_request_clock(board, 299900, 0xfedcba98, BOARD_BLACK), 0);
	assert_int_equal(board_request_clock(board, 1, 2, 3), -EINVAL);
	assert_int_equal(board_request_clock(board, 1, 2, -1), -EINVAL);
	sim_get_state(sim, &shown);
	assert_memory_equal(shown.leds, level, 64);
	assert_int_equal(shown.white_ms, 299900);
	assert_int_equal(shown.black_ms, 0xfedcba98);
	assert_int_equal(shown.running, SBW_SIDE_BLACK);
	assert_int_equal(shown.leds_set, 1);
	assert_int_equal(shown.clock_set, 1);
	board_close(board);
	sim_free(sim);
}

/* Plugged in again it is another opening, which counts from its own beginning and shows what stands there now. */
static void test_plug_in_again(void **state)
{
	struct sim *sim = plugged(&(struct native_config){ .size = 8 });
	struct board *board = opened(socket_uri);
	struct board_squares squares;
	struct board_event ev;

	assert_int_equal(sim_lift(sim, 12), 1);
	expect(board, &ev, BOARD_EVENT_LIFT);
	assert_int_equal(sim_unplug(sim), 0);
	assert_int_equal(patiently(board, &ev), -ENODEV);
	assert_non_null(strstr(board_error(board), "was unplugged"));
	board_close(board);
	assert_int_equal(board_open(socket_uri, NULL, &board), -ENOENT);

	assert_int_equal(sim_place(sim, 28, 0), 1);
	assert_int_equal(sim_plug(sim, in_folder("board")), 0);
	board = opened(socket_uri);
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.squares[12], '.');
	assert_int_equal(squares.squares[28], 'P');
	assert_int_equal(sim_lift(sim, 52), 1);
	expect(board, &ev, BOARD_EVENT_LIFT);
	assert_int_equal(ev.seq, squares.seq + 1);
	board_close(board);
	sim_free(sim);
}

static const struct {
	enum sim_fault fault;
	int error;
	const char *says;
} refused[] = {
	{ SIM_FAULT_INFO_GARBAGE, -ENODEV, "not a board that can be read: " },
	{ SIM_FAULT_INFO_SHORT, -EBADMSG, "not a board that can be read: " },
	{ SIM_FAULT_INFO_VERSION, -EPROTONOSUPPORT, "not a board that can be read: " },
	{ SIM_FAULT_INFO_STALL, -EPIPE, "the board refuses the request" },
};

static void test_refused(void **state)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		struct sim *sim = plugged(&(struct native_config){ .size = 8 });
		struct board *board = NULL;
		int r;

		sim_set_fault(sim, refused[i].fault);
		r = board_open(socket_uri, NULL, &board);
		if (r != refused[i].error || !strstr(board_error(NULL), refused[i].says))
			fail_msg("%s: %d: %s", sim_fault_name(refused[i].fault), r, board_error(NULL));
		sim_free(sim);
	}
}

/* A spoiled report becomes a loss; what comes after it has the number that it would have had. */
static void test_spoiled_reports(void **state)
{
	static const struct {
		enum sim_fault fault;
		uint32_t lost;
	} faults[] = {
		{ SIM_FAULT_REPORT_SHORT, 1 },	{ SIM_FAULT_REPORT_LONG, 1 },	 { SIM_FAULT_REPORT_VERSION, 1 },
		{ SIM_FAULT_EVENT_UNKNOWN, 1 }, { SIM_FAULT_SQUARE_OUTSIDE, 1 }, { SIM_FAULT_SEQUENCE, 3 },
	};

	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		struct sim *sim = plugged(&(struct native_config){ .size = 8 });
		struct board *board = opened(socket_uri);
		struct board_event ev;

		assert_int_equal(sim_lift(sim, 12), 1);
		expect(board, &ev, BOARD_EVENT_LIFT);
		assert_int_equal(sim_set_fault(sim, faults[i].fault), 0);
		assert_int_equal(sim_place(sim, 28, 0), 1);
		expect(board, &ev, BOARD_EVENT_LOST);
		assert_int_equal(ev.lost, faults[i].lost);
		assert_int_equal(ev.seq, 1 + faults[i].lost);
		assert_true(ev.device_us == BOARD_NO_TIME);
		expect(board, &ev, BOARD_EVENT_PLACE);
		assert_int_equal(ev.seq, 2 + faults[i].lost);
		board_close(board);
		sim_free(sim);
	}
}

static void test_no_whole_board(void **state)
{
	static const struct {
		enum sim_fault fault;
		int error;
	} faults[] = {
		{ SIM_FAULT_BOARD_STALL, -EPIPE },
		{ SIM_FAULT_BOARD_SHORT, -EBADMSG },
	};

	for (size_t i = 0; i < 2; i++) {
		struct sim *sim = plugged(&(struct native_config){ .size = 8 });
		struct board_event ev;
		struct board *board;

		sim_set_fault(sim, faults[i].fault);
		board = opened(socket_uri); /* it can still be read */
		assert_int_equal(board_request_squares(board), faults[i].error);
		assert_int_equal(board_get_answer(board)->kind, BOARD_REQUEST_SQUARES);
		assert_int_equal(board_get_answer(board)->result, faults[i].error);
		assert_string_equal(board_get_answer(board)->error, board_error(board));
		assert_true(board_error(board)[0]);
		assert_int_equal(sim_lift(sim, 12), 1);
		expect(board, &ev, BOARD_EVENT_LIFT);
		sim_set_fault(sim, SIM_FAULT_NONE);
		assert_int_equal(board_request_squares(board), 0);
		assert_int_equal(board_get_answer(board)->result, 0);
		assert_string_equal(board_get_answer(board)->error, "");
		assert_int_equal(board_get_answer(board)->squares.seq, ev.seq);
		assert_int_equal(board_read(board, &ev), -EAGAIN); /* the answer is no event */
		assert_null(board_get_answer(board));
		board_close(board);
		sim_free(sim);
	}
}

/* A board that is played by hand, one packet at a time, on the other end of a socket pair. */
struct hand_made {
	struct board *board;
	int fd;
};

static void send_info(int fd)
{
	struct {
		uint8_t kind, status;
		struct sbw_info info;
	} __attribute__((packed)) reply = {
		.kind = SOCKET_REPLY,
		.info = { .magic = htole32(SBW_MAGIC),
			  .version = SBW_VERSION,
			  .width = 8,
			  .height = 8,
			  .sensors = SBW_SENSORS_PRESENCE },
	};

	assert_int_equal(send(fd, &reply, sizeof(reply), 0), sizeof(reply));
}

static void send_board(int fd, uint32_t seq)
{
	struct {
		uint8_t kind, status;
		struct sbw_board_header head;
		char squares[64];
	} __attribute__((packed)) reply = {
		.kind = SOCKET_REPLY,
		.head = { .seq = htole32(seq), .count = 64 },
	};

	memset(reply.squares, '.', 64);
	assert_int_equal(send(fd, &reply, sizeof(reply), 0), sizeof(reply));
}

static size_t press_report(uint8_t *buf, uint32_t seq, uint8_t side)
{
	struct sbw_report report = {
		.version = SBW_VERSION,
		.count = 1,
		.length = htole16(24),
		.seq = htole32(seq),
		.events = { { .type = SBW_EVENT_PRESS, .piece = side } },
	};

	memcpy(buf, &report, 24);
	return 24;
}

static void send_press(int fd, uint32_t seq, uint8_t side)
{
	uint8_t message[25] = { SOCKET_REPORT };

	press_report(message + 1, seq, side);
	assert_int_equal(send(fd, message, sizeof(message), 0), sizeof(message));
}

static int hand_over(const char *path, int flags, void *userdata)
{
	return *(int *)userdata;
}

/* Its answers lie ready before they are asked for. */
static struct hand_made hand_made(void)
{
	struct hand_made made;
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	send_info(pair[1]);
	send_board(pair[1], 41);
	assert_int_equal(board_open("socket:given", &(struct board_opener){ .open = hand_over, .userdata = &pair[0] },
				    &made.board),
			 0);
	made.fd = pair[1];
	return made;
}

static void let_go(struct hand_made *made)
{
	board_close(made->board);
	close(made->fd);
}

/* Events that a request finds on its way are reported after it, and the descriptor says that they are there. */
static void test_events_before_an_answer(void **state)
{
	struct hand_made made = hand_made();
	struct pollfd pfd = { .fd = board_get_fd(made.board), .events = POLLIN };
	struct board_squares squares;
	struct board_event ev;

	send_press(made.fd, 42, SBW_SIDE_WHITE);
	send_press(made.fd, 43, SBW_SIDE_BLACK);
	send_board(made.fd, 43);
	assert_int_equal(board_request_squares(made.board), 0);
	squares = board_get_answer(made.board)->squares;
	assert_int_equal(squares.seq, 2);
	assert_int_equal(squares.count, 64);
	assert_true(squares.host_us > 0);
	for (uint32_t seq = 1; seq <= 2; seq++) {
		assert_int_equal(poll(&pfd, 1, 0), 1);
		expect(made.board, &ev, BOARD_EVENT_PRESS);
		assert_int_equal(ev.seq, seq);
		assert_true(ev.host_us <= squares.host_us);
	}
	assert_int_equal(poll(&pfd, 1, 0), 0);
	assert_int_equal(board_read(made.board, &ev), -EAGAIN);
	let_go(&made);
}

/* What happened before the cable was pulled is reported first. Then the board is gone for good. */
static void test_unplug(void **state)
{
	struct hand_made made = hand_made();
	struct board_event ev;

	send_press(made.fd, 42, SBW_SIDE_WHITE);
	close(made.fd);
	assert_int_equal(board_request_squares(made.board), -ENODEV);
	expect(made.board, &ev, BOARD_EVENT_PRESS);
	assert_int_equal(patiently(made.board, &ev), -ENODEV);
	assert_non_null(strstr(board_error(made.board), "was unplugged"));
	assert_int_equal(board_read(made.board, &ev), -ENODEV);
	assert_int_equal(board_request_squares(made.board), -ENODEV);
	board_close(made.board);
}

/* It is pulled while an answer is waited for. */
static void test_unplug_while_waiting(void **state)
{
	struct hand_made made = hand_made();
	struct board_event ev;

	assert_int_equal(shutdown(made.fd, SHUT_WR), 0);
	assert_int_equal(board_request_squares(made.board), -ENODEV);
	assert_int_equal(board_read(made.board, &ev), -ENODEV);
	let_go(&made);
}

/* Packets of no known kind, and those too long or too short for theirs, harm nothing. */
static void test_strange_packets(void **state)
{
	struct hand_made made = hand_made();
	struct board_event ev;
	uint8_t junk[4000] = { 77, 1, 2 };

	assert_int_equal(send(made.fd, junk, 3, 0), 3);
	assert_int_equal(send(made.fd, junk, sizeof(junk), 0), sizeof(junk));
	junk[0] = SOCKET_REPLY;
	assert_int_equal(send(made.fd, junk, 1, 0), 1);
	send_press(made.fd, 42, SBW_SIDE_WHITE);
	expect(made.board, &ev, BOARD_EVENT_PRESS);
	assert_int_equal(ev.seq, 1); /* counted since it was opened */

	junk[0] = SOCKET_REPORT;
	assert_int_equal(send(made.fd, junk, 1, 0), 1);
	assert_int_equal(send(made.fd, junk, sizeof(junk), 0), sizeof(junk));
	expect(made.board, &ev, BOARD_EVENT_LOST);
	assert_int_equal(ev.lost, 1);
	let_go(&made);
}

/* An answer that came too late is not taken for that of the next request. Here nobody answers the first one in time. */
static void test_late_answer(void **state)
{
	struct hand_made made = hand_made();

	assert_int_equal(board_request_squares(made.board), -ETIMEDOUT);
	assert_non_null(strstr(board_error(made.board), "the board does not answer"));
	send_board(made.fd, 50); /* the late one */
	send_board(made.fd, 60);
	assert_int_equal(board_request_squares(made.board), 0);
	assert_int_equal(board_get_answer(made.board)->squares.seq, 60 - 41);
	let_go(&made);
}

/* A flood while an answer is waited for: what does not fit is counted in its place, and no number is missing. */
static void test_flood(void **state)
{
	struct board_event ev = { .seq = 0 };
	struct wire_decoder *wire = calloc(1, sizeof(*wire));
	uint32_t last = 0, presses = 0, lost = 0;

	assert_non_null(wire);
	wire->geometry = (struct sbd_geometry){ 8, 8, SBW_SENSORS_PRESENCE };
	for (uint32_t seq = 1; seq <= 3000; seq++) {
		uint8_t report[64];

		board_wire_report(wire, report, press_report(report, seq, SBW_SIDE_WHITE), seq);
	}
	while (board_wire_pop(wire, &ev)) {
		if (ev.type == BOARD_EVENT_LOST)
			lost += ev.lost;
		else
			presses++;
		assert_int_equal(ev.seq, last + (ev.type == BOARD_EVENT_LOST ? ev.lost : 1));
		last = ev.seq;
	}
	assert_int_equal(ev.type, BOARD_EVENT_LOST);
	assert_int_equal(presses, WIRE_QUEUE_SIZE - 1);
	assert_int_equal(presses + lost, 3000);
	free(wire);
}

/* Of heartbeats that nobody has read the last is kept, as it is. */
static void test_heartbeats(void **state)
{
	struct sbw_report report = {
		.version = SBW_VERSION,
		.count = 1,
		.length = htole16(24),
		.events = { { .type = SBW_EVENT_TIME } },
	};
	struct wire_decoder *wire = calloc(1, sizeof(*wire));
	struct board_event ev;
	uint8_t bytes[24];

	assert_non_null(wire);
	wire->geometry = (struct sbd_geometry){ 8, 8, SBW_SENSORS_PRESENCE };
	for (uint32_t seq = 1; seq <= 3; seq++) {
		report.seq = htole32(seq);
		memcpy(bytes, &report, sizeof(bytes));
		board_wire_report(wire, bytes, sizeof(bytes), 100 * seq);
	}
	assert_true(board_wire_pop(wire, &ev));
	assert_int_equal(ev.type, BOARD_EVENT_TIME);
	assert_int_equal(ev.seq, 3);
	assert_int_equal(ev.host_us, 300);
	assert_false(board_wire_pop(wire, &ev));
	free(wire);
}

/* A report whose second event came before the first: a loss, and no event 71 minutes later. */
static void test_wrapped_delta(void **state)
{
	uint8_t report[32] = { 1, 2, 32, 0, 1, 0, 0, 0,	  0x68, 0x4c, 0x0f, [16] = 1, 4,   '?',
			       0, 0, 0,	 0, 0, 1, 7, '?', 0,	0x88, 0xff, 0xff,     0xff };
	struct board_event ev;
	struct wire_decoder *wire = calloc(1, sizeof(*wire));

	assert_non_null(wire);
	wire->geometry = (struct sbd_geometry){ 8, 8, SBW_SENSORS_PRESENCE };
	sbn_start(&wire->numbering, 0);
	board_wire_report(wire, report, sizeof(report), 5);
	assert_true(board_wire_pop(wire, &ev));
	assert_int_equal(ev.type, BOARD_EVENT_LOST);
	assert_int_equal(ev.lost, 1);
	assert_false(board_wire_pop(wire, &ev));
	free(wire);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_info),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_leds_and_clock),
		cmocka_unit_test(test_plug_in_again),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_spoiled_reports),
		cmocka_unit_test(test_no_whole_board),
		cmocka_unit_test(test_events_before_an_answer),
		cmocka_unit_test(test_unplug),
		cmocka_unit_test(test_unplug_while_waiting),
		cmocka_unit_test(test_strange_packets),
		cmocka_unit_test(test_late_answer),
		cmocka_unit_test(test_flood),
		cmocka_unit_test(test_heartbeats),
		cmocka_unit_test(test_wrapped_delta),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
