// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board's own test: what it tells a host is what happened on it, and its faults are faults. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernel/decode.h"
#include "libboard/wire-decoder.h"
#include "tests/sim/sim.h"

#define PATIENCE_MS 5000

struct host {
	struct sim *sim;
	int fd;
};

static const struct sbd_geometry chess_id = { 8, 8, SBW_SENSORS_PIECE_ID };

static struct host plugged_in(const struct native_config *config)
{
	struct host host;

	assert_int_equal(sim_new(config, &host.sim), 0);
	assert_int_equal(sim_use_pair(host.sim, &host.fd), 0);
	assert_int_equal(sim_plug(host.sim, NULL), 0);
	return host;
}

static void let_go(struct host *host)
{
	sim_free(host->sim);
	close(host->fd);
}

static size_t receive(int fd, uint8_t *buf, size_t size)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n;

	assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
	n = recv(fd, buf, size, 0);
	assert_true(n >= 0);
	return (size_t)n;
}

/* Asks, and returns the answer's length, or -EPIPE. Reports must not come between. */
static int ask(int fd, uint8_t type, uint8_t request, const void *data, size_t length, uint8_t *answer)
{
	uint8_t buf[SOCKET_MESSAGE_SIZE] = { SOCKET_REQUEST, type, request };
	size_t n = sizeof(struct socket_request);

	buf[8] = (uint8_t)length;
	if (!(type & 0x80)) {
		memcpy(buf + n, data, length);
		n += length;
	}
	assert_int_equal(send(fd, buf, n, 0), n);
	n = receive(fd, buf, sizeof(buf));
	assert_int_equal(buf[0], SOCKET_REPLY);
	if (buf[1] == SOCKET_STALL)
		return -EPIPE;
	memcpy(answer, buf + 2, n - 2);
	return (int)n - 2;
}

static struct sbd_board whole_board(int fd, const struct sbd_geometry *geo)
{
	uint8_t answer[SOCKET_MESSAGE_SIZE];
	struct sbd_board board;
	const char *why;
	int n = ask(fd, 0xc1, SBW_REQ_GET_BOARD, NULL, 200, answer);

	assert_true(n > 0);
	assert_int_equal(sbd_read_board(geo, answer, (size_t)n, &board, &why), 0);
	return board;
}

/* The next report's bytes. */
static size_t report_bytes(int fd, uint8_t *bytes)
{
	uint8_t buf[SOCKET_MESSAGE_SIZE];
	size_t n = receive(fd, buf, sizeof(buf));

	assert_int_equal(buf[0], SOCKET_REPORT);
	memcpy(bytes, buf + 1, n - 1);
	return n - 1;
}

/* The next count events, however they were packed. */
static void expect_events(int fd, const struct sbd_geometry *geo, struct sbd_event *events, unsigned count)
{
	for (unsigned n = 0; n < count;) {
		uint8_t bytes[SOCKET_MESSAGE_SIZE];
		size_t size = report_bytes(fd, bytes);
		struct sbd_report report;
		const char *why;

		assert_int_equal(sbd_read_report(geo, bytes, size, &report, &why), 0);
		assert_int_equal(report.bad, 0);
		for (unsigned i = 0; i < report.count && n < count; i++)
			events[n++] = report.events[i];
	}
}

static bool silent(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0) == 0;
}

static void info_says_what_was_configured(void **state)
{
	struct host host = plugged_in(&(struct native_config){ .size = 10,
							       .sensors = SBW_SENSORS_PRESENCE,
							       .scan_us = 7000,
							       .boot_id = 77,
							       .serial = "S-1",
							       .model = "Club board" });
	uint8_t answer[SOCKET_MESSAGE_SIZE];
	struct sbd_info info;
	const char *why;
	int n = ask(host.fd, 0xc1, SBW_REQ_GET_INFO, NULL, sizeof(struct sbw_info), answer);

	assert_int_equal(n, sizeof(struct sbw_info));
	assert_int_equal(sbd_read_info(answer, (size_t)n, &info, &why), 0);
	assert_int_equal(info.geometry.width, 10);
	assert_int_equal(info.geometry.sensors, SBW_SENSORS_PRESENCE);
	assert_int_equal(info.scan_us, 7000);
	assert_int_equal(info.boot_id, 77);
	assert_string_equal(info.serial, "S-1");
	assert_string_equal(info.model, "Club board");
	assert_true(info.features & SBW_FEATURE_DEVICE_TIME);
	let_go(&host);
}

static void events_carry_numbers_and_times(void **state)
{
	struct host host = plugged_in(&(struct native_config){ .time_us = 5000000 });
	struct sbd_event ev[3];

	sim_advance(host.sim, 5100000);
	assert_int_equal(sim_lift(host.sim, (unsigned)sim_square(host.sim, "e2")), 1);
	sim_advance(host.sim, 5100001);
	assert_int_equal(sim_place(host.sim, (unsigned)sim_square(host.sim, "e4"), 0), 1);
	sim_advance(host.sim, 5200000);
	assert_int_equal(sim_press(host.sim, SBW_SIDE_WHITE), 1);
	expect_events(host.fd, &chess_id, ev, 3);
	assert_int_equal(ev[0].type, SBW_EVENT_LIFT);
	assert_int_equal(ev[0].square, 12);
	assert_int_equal(ev[0].piece, 'P');
	assert_int_equal(ev[0].seq, 1);
	assert_int_equal(ev[0].time_us, 5100000);
	assert_int_equal(ev[1].type, SBW_EVENT_PLACE);
	assert_int_equal(ev[1].square, 28);
	assert_int_equal(ev[1].piece, 'P');
	assert_int_equal(ev[1].time_us, 5100001);
	assert_int_equal(ev[2].type, SBW_EVENT_PRESS);
	assert_int_equal(ev[2].side, SBW_SIDE_WHITE);
	assert_int_equal(ev[2].seq, 3);
	assert_int_equal(ev[2].time_us, 5200000);
	let_go(&host);
}

static void presence_sensors_see_occupancy_alone(void **state)
{
	const struct sbd_geometry geo = { 8, 8, SBW_SENSORS_PRESENCE };
	struct host host = plugged_in(&(struct native_config){ .sensors = SBW_SENSORS_PRESENCE });
	struct sbd_board board;
	struct native_state st;
	struct sbd_event ev;

	assert_int_equal(sim_lift(host.sim, 20), 0);	  /* empty */
	assert_int_equal(sim_place(host.sim, 8, 'Q'), 0); /* piece for piece */
	assert_int_equal(sim_lift(host.sim, 8), 1);
	expect_events(host.fd, &geo, &ev, 1);
	assert_int_equal(ev.seq, 1);
	assert_int_equal(ev.piece, '?');
	board = whole_board(host.fd, &geo);
	assert_int_equal(board.squares[8], '.');
	assert_int_equal(board.squares[0], '?');
	sim_place(host.sim, 8, 0);
	sim_get_state(host.sim, &st);
	assert_int_equal(st.squares[8], 'Q'); /* the board itself knows what was put there */
	let_go(&host);
}

static void piece_sensors_see_an_exchange_at_once(void **state)
{
	struct host host = plugged_in(&(struct native_config){ 0 });
	struct sbd_event ev;

	assert_int_equal(sim_place(host.sim, 0, 'R'), 0);
	assert_int_equal(sim_place(host.sim, 0, 'q'), 1);
	expect_events(host.fd, &chess_id, &ev, 1);
	assert_int_equal(ev.type, SBW_EVENT_PLACE);
	assert_int_equal(ev.piece, 'q');
	let_go(&host);
}

static void time_is_told_four_times_a_second(void **state)
{
	struct host host = plugged_in(&(struct native_config){ 0 });
	struct sbd_event ev[4];

	sim_advance(host.sim, 100000);
	sim_lift(host.sim, 0);
	sim_advance(host.sim, 900000);
	expect_events(host.fd, &chess_id, ev, 4);
	for (unsigned i = 1; i < 4; i++) {
		assert_int_equal(ev[i].type, SBW_EVENT_TIME);
		assert_int_equal(ev[i].time_us, 100000 + i * 250000);
	}
	assert_int_equal(sim_flush(host.sim, PATIENCE_MS), 0);
	assert_int_equal(sim_advance(host.sim, 800000), -EINVAL);
	sim_beat(host.sim);
	expect_events(host.fd, &chess_id, ev, 1);
	assert_int_equal(ev[0].time_us, 900000);
	let_go(&host);
}

/* An answer that held what is still to be reported would make the host skip it: presses would be lost. */
static void the_whole_board_holds_what_was_reported(void **state)
{
	struct host host = plugged_in(&(struct native_config){ 0 });
	struct sbd_board board;
	struct sbd_event ev[2];

	board = whole_board(host.fd, &chess_id);
	assert_int_equal(board.seq, 0);
	assert_int_equal(board.squares[12], 'P');
	assert_int_equal(board.lever, 0);
	sim_advance(host.sim, 1000);
	sim_lift(host.sim, 12);
	sim_press(host.sim, SBW_SIDE_BLACK);
	expect_events(host.fd, &chess_id, ev, 2);
	sim_advance(host.sim, 2000);
	board = whole_board(host.fd, &chess_id);
	assert_int_equal(board.seq, 2);
	assert_int_equal(board.squares[12], '.');
	assert_int_equal(board.lever, SBW_SIDE_BLACK);
	assert_int_equal(board.time_us, 2000);
	let_go(&host);
}

static void leds_and_clock_can_be_read_back(void **state)
{
	struct host host = plugged_in(&(struct native_config){ 0 });
	struct host bare = plugged_in(&(struct native_config){ .no_features = true });
	uint8_t leds[64] = { [3] = 255 }, answer[SOCKET_MESSAGE_SIZE];
	struct sbw_clock clock = { .white_ms = 300000, .black_ms = 299999, .running = SBW_SIDE_BLACK };
	struct native_state st;

	assert_int_equal(ask(host.fd, 0x41, SBW_REQ_SET_LEDS, leds, 64, answer), 0);
	assert_int_equal(ask(host.fd, 0x41, SBW_REQ_SET_CLOCK, &clock, sizeof(clock), answer), 0);
	sim_get_state(host.sim, &st);
	assert_int_equal(st.leds[3], 255);
	assert_int_equal(st.leds_set, 1);
	assert_int_equal(st.white_ms, 300000);
	assert_int_equal(st.black_ms, 299999);
	assert_int_equal(st.running, SBW_SIDE_BLACK);
	assert_int_equal(ask(host.fd, 0x41, SBW_REQ_SET_LEDS, leds, 63, answer), -EPIPE);
	assert_int_equal(ask(host.fd, 0xc1, 0x7f, NULL, 64, answer), -EPIPE);
	assert_int_equal(ask(bare.fd, 0x41, SBW_REQ_SET_LEDS, leds, 64, answer), -EPIPE);
	assert_int_equal(ask(bare.fd, 0x41, SBW_REQ_SET_CLOCK, &clock, sizeof(clock), answer), -EPIPE);
	assert_int_equal(sim_press(bare.sim, SBW_SIDE_WHITE), -EOPNOTSUPP);
	let_go(&host);
	let_go(&bare);
}

static void each_fault_is_one(void **state)
{
	static const struct {
		enum sim_fault fault;
		int info;
	} infos[] = {
		{ SIM_FAULT_INFO_GARBAGE, -ENODEV },
		{ SIM_FAULT_INFO_SHORT, -EBADMSG },
		{ SIM_FAULT_INFO_VERSION, -EPROTONOSUPPORT },
	};
	static const struct {
		enum sim_fault fault;
		int report;
		unsigned bad;
	} reports[] = {
		{ SIM_FAULT_REPORT_SHORT, -EBADMSG, 0 },
		{ SIM_FAULT_REPORT_LONG, -EBADMSG, 0 },
		{ SIM_FAULT_REPORT_VERSION, -EPROTONOSUPPORT, 0 },
		{ SIM_FAULT_EVENT_UNKNOWN, 0, 1 },
		{ SIM_FAULT_SQUARE_OUTSIDE, 0, 1 },
	};
	struct host host = plugged_in(&(struct native_config){ 0 });
	uint8_t bytes[SOCKET_MESSAGE_SIZE];
	struct sbd_event ev;
	const char *why;
	int n;

	for (size_t i = 0; i < sizeof(infos) / sizeof(*infos); i++) {
		struct sbd_info info;

		sim_set_fault(host.sim, infos[i].fault);
		n = ask(host.fd, 0xc1, SBW_REQ_GET_INFO, NULL, sizeof(struct sbw_info), bytes);
		assert_true(n > 0);
		assert_int_equal(sbd_read_info(bytes, (size_t)n, &info, &why), infos[i].info);
	}
	sim_set_fault(host.sim, SIM_FAULT_INFO_STALL);
	assert_int_equal(ask(host.fd, 0xc1, SBW_REQ_GET_INFO, NULL, 120, bytes), -EPIPE);
	sim_set_fault(host.sim, SIM_FAULT_BOARD_STALL);
	assert_int_equal(ask(host.fd, 0xc1, SBW_REQ_GET_BOARD, NULL, 120, bytes), -EPIPE);
	sim_set_fault(host.sim, SIM_FAULT_NONE);

	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
		struct sbd_report report;
		size_t size;

		assert_int_equal(sim_set_fault(host.sim, reports[i].fault), 0);
		size = report_bytes(host.fd, bytes);
		n = sbd_read_report(&chess_id, bytes, size, &report, &why);
		if (reports[i].report)
			assert_true(n < 0);
		else
			assert_int_equal(n, 0);
		if (!n)
			assert_int_equal(report.bad, reports[i].bad);
	}
	/* What was spoiled counts, and did not happen. */
	sim_set_fault(host.sim, SIM_FAULT_SEQUENCE);
	sim_lift(host.sim, 0);
	expect_events(host.fd, &chess_id, &ev, 1);
	assert_int_equal(ev.seq, 5 + 3 + 1);
	assert_int_equal(whole_board(host.fd, &chess_id).squares[1], 'N');
	let_go(&host);
}

static int connect_to(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	strcpy(address.sun_path, path);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -errno;
}

static void a_pulled_cable_hangs_up_and_another_port_goes_on(void **state)
{
	char dir[] = "/tmp/flagfall-sim-XXXXXX", one[64], two[64];
	struct sim *sim;
	struct sbd_board board;
	struct sbd_event ev;
	uint8_t byte;
	int fd;

	assert_non_null(mkdtemp(dir));
	snprintf(one, sizeof(one), "%s/one", dir);
	snprintf(two, sizeof(two), "%s/two", dir);
	assert_int_equal(sim_new(&(struct native_config){ .serial = "X" }, &sim), 0);
	assert_int_equal(sim_use_socket(sim), 0);
	assert_int_equal(sim_plug(sim, one), 0);
	assert_int_equal(sim_plug(sim, two), -EBUSY);
	fd = connect_to(one);
	assert_true(fd >= 0);
	sim_lift(sim, 12);
	expect_events(fd, &chess_id, &ev, 1);
	assert_int_equal(sim_unplug(sim), 0);
	assert_int_equal(receive(fd, &byte, 1), 0);
	close(fd);
	assert_true(connect_to(one) < 0);

	/* Nobody learns of this but by the whole board. */
	sim_place(sim, 28, 0);
	sim_press(sim, SBW_SIDE_WHITE);
	assert_int_equal(sim_flush(sim, 0), 0);
	assert_int_equal(sim_plug(sim, two), 0);
	fd = connect_to(two);
	assert_true(fd >= 0);
	board = whole_board(fd, &chess_id);
	assert_int_equal(board.seq, 3);
	assert_int_equal(board.squares[28], 'P');
	assert_int_equal(board.lever, SBW_SIDE_WHITE);
	assert_true(silent(fd));
	sim_lift(sim, 52);
	expect_events(fd, &chess_id, &ev, 1);
	assert_int_equal(ev.seq, 4);
	close(fd);
	sim_free(sim);
	assert_true(access(two, F_OK) < 0);
	rmdir(dir);
}

static void a_host_that_does_not_read_is_waited_for(void **state)
{
	struct host host = plugged_in(&(struct native_config){ 0 });
	struct sbd_event ev[100];
	struct native_state st;
	unsigned placed = 0;

	while (sim_room(host.sim, 0, 50) == 0 && placed < 10000) {
		assert_int_equal(placed % 2 ? sim_place(host.sim, 0, 'R') : sim_lift(host.sim, 0), 1);
		placed++;
	}
	assert_true(placed < 100); /* little is on its way */
	assert_int_equal(sim_flush(host.sim, 0), -ETIMEDOUT);
	expect_events(host.fd, &chess_id, ev, placed);
	assert_int_equal(ev[placed - 1].seq, placed);
	assert_int_equal(sim_flush(host.sim, PATIENCE_MS), 0);

	/* Further behind than the board remembers: numbers are missing, the whole board tells. */
	for (unsigned i = placed; i < placed + 2000; i++)
		i % 2 ? sim_place(host.sim, 0, 'R') : sim_lift(host.sim, 0);
	sim_get_state(host.sim, &st);
	assert_int_equal(st.seq, placed + 2000);
	assert_true(st.dropped > 1000);
	let_go(&host);
}

static void squares_have_names(void **state)
{
	struct sim *sim;

	assert_int_equal(sim_new(&(struct native_config){ .size = 10 }, &sim), 0);
	assert_int_equal(sim_square(sim, "a1"), 0);
	assert_int_equal(sim_square(sim, "j10"), 99);
	assert_int_equal(sim_square(sim, "46"), 0); /* lower left */
	assert_int_equal(sim_square(sim, "1"), 91);
	assert_int_equal(sim_square(sim, "5"), 99);
	assert_int_equal(sim_square(sim, "6"), 80);
	assert_int_equal(sim_square(sim, "50"), 8);
	assert_int_equal(sim_square(sim, "51"), -EINVAL);
	assert_int_equal(sim_square(sim, "k1"), -EINVAL);
	sim_free(sim);
	assert_int_equal(sim_new(&(struct native_config){ 0 }, &sim), 0);
	assert_int_equal(sim_square(sim, "h8"), 63);
	assert_int_equal(sim_square(sim, "h9"), -EINVAL);
	assert_int_equal(sim_square(sim, "12"), -EINVAL);
	assert_int_equal(sim_square(sim, "e4x"), -EINVAL);
	assert_int_equal(sim_lift(sim, 64), -ERANGE);
	sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(info_says_what_was_configured),
		cmocka_unit_test(events_carry_numbers_and_times),
		cmocka_unit_test(presence_sensors_see_occupancy_alone),
		cmocka_unit_test(piece_sensors_see_an_exchange_at_once),
		cmocka_unit_test(time_is_told_four_times_a_second),
		cmocka_unit_test(the_whole_board_holds_what_was_reported),
		cmocka_unit_test(leds_and_clock_can_be_read_back),
		cmocka_unit_test(each_fault_is_one),
		cmocka_unit_test(a_pulled_cable_hangs_up_and_another_port_goes_on),
		cmocka_unit_test(a_host_that_does_not_read_is_waited_for),
		cmocka_unit_test(squares_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
