// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The char device backend, from the kernel's structures to the library's and
 * back. The kernel is played here: ioctl() is this program's own, and a pipe
 * gives what the node would.
 */
#include "tests/unit/libboard/board-testing.h"

#include <poll.h>
#include <semaphore.h>
#include <sys/ioctl.h>

#include "kernel/uapi/sensorboard.h"

static struct {
	int error; /* what requests fail with, 0: they succeed */
	int info_error;
	struct sensorboard_info info;
	struct sensorboard_squares squares;
	struct sensorboard_leds leds;
	struct sensorboard_clock clock;
	sem_t *sleeps; /* requests sleep until it is posted; NULL: they do not */
} kernel;

int ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *argument;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	errno = request == SENSORBOARD_GET_INFO ? kernel.info_error : kernel.error;
	if (errno)
		return -1;
	switch (request) {
	case SENSORBOARD_GET_INFO:
		memcpy(argument, &kernel.info, sizeof(kernel.info));
		return 0;
	case SENSORBOARD_GET_SQUARES:
		while (kernel.sleeps && sem_wait(kernel.sleeps) < 0)
			;
		memcpy(argument, &kernel.squares, sizeof(kernel.squares));
		return 0;
	case SENSORBOARD_SET_LEDS:
		memcpy(&kernel.leds, argument, sizeof(kernel.leds));
		return 0;
	case SENSORBOARD_SET_CLOCK:
		memcpy(&kernel.clock, argument, sizeof(kernel.clock));
		return 0;
	default:
		errno = ENOTTY;
		return -1;
	}
}

static int give_pipe(const char *path, int flags, void *userdata)
{
	int fds[2];

	assert_string_equal(path, "/dev/sensorboard3");
	assert_int_equal(flags & (O_ACCMODE | O_NONBLOCK | O_CLOEXEC), O_RDWR | O_NONBLOCK | O_CLOEXEC);
	assert_int_equal(pipe2(fds, O_NONBLOCK | O_CLOEXEC), 0);
	*(int *)userdata = fds[1];
	return fds[0];
}

static int open_node(struct board **board, int *driver)
{
	return board_open("chardev:/dev/sensorboard3", &(struct board_opener){ .open = give_pipe, .userdata = driver },
			  board);
}

static int a_board(void **state)
{
	memset(&kernel, 0, sizeof(kernel));
	kernel.info = (struct sensorboard_info){
		.protocol = 1,
		.width = 8,
		.height = 8,
		.sensors = SENSORBOARD_SENSORS_PIECE_ID,
		.features = SENSORBOARD_FEATURE_LEVER | SENSORBOARD_FEATURE_LEDS | SENSORBOARD_FEATURE_CLOCK | 1U << 30,
		.scan_us = 2000,
		.boot_id = 77,
		.lost = 5,
		.model = "M",
		.firmware = "F",
		.serial = "S",
	};
	kernel.squares = (struct sensorboard_squares){
		.time_ns = 5000999,
		.device_us = 42,
		.seq = 9,
		.count = 64,
		.lever = SENSORBOARD_SIDE_BLACK,
	};
	memset(kernel.squares.squares, '.', 64);
	kernel.squares.squares[63] = 'r';
	return 0;
}

static void test_info(void **state)
{
	struct board *board;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	const struct board_info *info = board_get_info(board);
	assert_int_equal(info->width, 8);
	assert_int_equal(info->height, 8);
	assert_int_equal(info->sensors, BOARD_PIECE_ID);
	assert_int_equal(info->features, BOARD_FEATURE_LEVER | BOARD_FEATURE_LEDS | BOARD_FEATURE_CLOCK | 1U << 30);
	assert_int_equal(info->scan_us, 2000);
	assert_int_equal(info->grace_us, 50000);
	assert_int_equal(info->boot_id, 77);
	assert_string_equal(info->model, "M");
	assert_string_equal(info->firmware, "F");
	assert_string_equal(info->serial, "S");
	board_close(board);
	close(driver);
}

/* Of a program without standard input, for which the node is descriptor 0. */
static void test_any_descriptor_is_closed(void **state)
{
	const int before = open_descriptors(), input = dup(STDIN_FILENO);
	struct board *board;
	int driver;

	close(STDIN_FILENO);
	assert_int_equal(open_node(&board, &driver), 0);
	assert_int_equal(board_get_fd(board), 0);
	board_close(board);
	close(driver);
	assert_int_equal(dup(input), STDIN_FILENO);
	close(input);
	assert_int_equal(open_descriptors(), before);
}

static void test_open_errors(void **state)
{
	struct board *board = NULL;
	int driver;

	kernel.info_error = ENOTTY;
	assert_int_equal(open_node(&board, &driver), -ENODEV);
	assert_non_null(strstr(board_error(NULL), "no sensor board with this name"));
	close(driver);
	kernel.info_error = ENODEV;
	assert_int_equal(open_node(&board, &driver), -ENODEV);
	assert_non_null(strstr(board_error(NULL), "it does not say what it is: No such device"));
	close(driver);
	kernel.info_error = 0;
	kernel.info.width = 16;
	assert_int_equal(open_node(&board, &driver), -EPROTONOSUPPORT);
	assert_non_null(strstr(board_error(NULL), "a board of 16x8 squares"));
	close(driver);
	assert_null(board);
}

static int refuse(const char *path, int flags, void *userdata)
{
	return *(int *)userdata;
}

/* The driver keeps one user from taking all places: the sentence says what helps. */
static void test_open_too_often(void **state)
{
	struct board *board = NULL;
	int error = -EUSERS;
	struct board_opener opener = { .open = refuse, .userdata = &error };

	assert_int_equal(board_open("chardev:/dev/sensorboard3", &opener, &board), -EUSERS);
	assert_non_null(strstr(board_error(NULL),
			       "/dev/sensorboard3: this user has the board open as often as the driver allows"));
	assert_non_null(strstr(board_error(NULL), "close a program that has it open"));
	error = -EACCES;
	assert_int_equal(board_open("chardev:/dev/sensorboard3", &opener, &board), -EACCES);
	assert_string_equal(board_error(NULL), "/dev/sensorboard3: Permission denied");
	assert_null(board);
}

static void give(int driver, const struct sensorboard_event *ev)
{
	assert_int_equal(write(driver, ev, sizeof(*ev)), sizeof(*ev));
}

static void test_events(void **state)
{
	struct board *board;
	struct board_event ev;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);

	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_LIFT,
						  .time_ns = 1234567,
						  .device_us = 8,
						  .seq = 3,
						  .square = 63,
						  .piece = 'r' });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_PLACE,
						  .time_ns = 1234567,
						  .device_us = SENSORBOARD_NO_TIME,
						  .seq = 4,
						  .square = 0,
						  .piece = '?' });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_PRESS, .value = SENSORBOARD_SIDE_BLACK });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_PAUSE });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_TIME });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_LOST, .value = 0xffffffff, .seq = 2 });

	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_LIFT);
	assert_int_equal(ev.host_us, 1234);
	assert_int_equal(ev.device_us, 8);
	assert_int_equal(ev.seq, 3);
	assert_int_equal(ev.square, 63);
	assert_int_equal(ev.piece, 'r');
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PLACE);
	assert_true(ev.device_us == BOARD_NO_TIME);
	assert_int_equal(ev.piece, '?');
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PRESS);
	assert_int_equal(ev.side, BOARD_BLACK);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PAUSE);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_TIME);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_LOST);
	assert_int_equal(ev.lost, UINT32_MAX);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	board_close(board);
	close(driver);
}

/* After a reset the board has started again, with other firmware: the squares say so, and what it is is asked again. */
static void test_started_again(void **state)
{
	struct board *board;
	int driver;

	kernel.squares.boot_id = 77;
	assert_int_equal(open_node(&board, &driver), 0);
	strcpy(kernel.info.firmware, "G");
	assert_int_equal(board_request_squares(board), 0);
	assert_string_equal(board_get_info(board)->firmware, "F");
	kernel.info.boot_id = kernel.squares.boot_id = 78;
	assert_int_equal(board_request_squares(board), 0);
	assert_string_equal(board_get_info(board)->firmware, "G");
	assert_int_equal(board_get_info(board)->boot_id, 78);
	board_close(board);
	close(driver);
}

/* A node that gives nothing where a record was promised is wrong, whatever failed before. */
static void test_no_record(void **state)
{
	struct board_event ev;
	struct board *board;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	close(driver);
	for (int i = 0; i < 2; i++) {
		errno = i ? EINTR : ENODEV;
		assert_int_equal(board_read(board, &ev), -EBADMSG);
		assert_non_null(strstr(board_error(board), "the driver gave 0 bytes"));
	}
	board_close(board);
}

/* A driver that is wrong: nothing is misread in silence, and reading goes on. Types of a newer one are ignored. */
static void test_unknown_events(void **state)
{
	static const struct {
		struct sensorboard_event ev;
		const char *says;
	} strange[] = {
		{ { .type = 0 }, "an event of no type" },
		{ { .type = SENSORBOARD_EVENT_LIFT, .square = 64 }, "square 64 on a board of 64" },
		{ { .type = SENSORBOARD_EVENT_PRESS, .value = 3 }, "a press by side 3" },
		{ { .type = SENSORBOARD_EVENT_PRESS }, "a press by side 0" },
	};
	struct board *board;
	struct board_event ev;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	for (size_t i = 0; i < sizeof(strange) / sizeof(*strange); i++) {
		give(driver, &strange[i].ev);
		assert_int_equal(board_read(board, &ev), -EBADMSG);
		assert_non_null(strstr(board_error(board), strange[i].says));
	}
	give(driver, &(struct sensorboard_event){ .type = 7, .value = 1 });
	give(driver, &(struct sensorboard_event){ .type = 200 });
	give(driver, &(struct sensorboard_event){ .type = SENSORBOARD_EVENT_PAUSE });
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PAUSE);
	give(driver, &(struct sensorboard_event){ .type = 7 });
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(write(driver, "short", 5), 5);
	assert_int_equal(board_read(board, &ev), -EBADMSG);
	board_close(board);
	close(driver);
}

static void test_squares(void **state)
{
	struct board_squares squares;
	struct board *board;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.host_us, 5000);
	assert_int_equal(squares.device_us, 42);
	assert_int_equal(squares.seq, 9);
	assert_int_equal(squares.count, 64);
	assert_int_equal(squares.lever, BOARD_BLACK);
	assert_int_equal(squares.squares[63], 'r');
	assert_int_equal(squares.squares[0], '.');
	assert_int_equal(squares.squares[64], 0);
	kernel.squares.count = 100;
	assert_int_equal(board_request_squares(board), -EBADMSG);
	kernel.error = ETIMEDOUT;
	assert_int_equal(board_request_squares(board), -ETIMEDOUT);
	assert_non_null(strstr(board_error(board), "Connection timed out"));
	board_close(board);
	close(driver);
}

/* Members at rest are zero, as the ABI wants them. */
static void test_leds_and_clock(void **state)
{
	struct sensorboard_leds no_leds = { 0 };
	uint8_t level[64] = { [0] = 1, [63] = 255 };
	struct board *board;
	int driver;

	assert_int_equal(open_node(&board, &driver), 0);
	assert_int_equal(board_request_leds(board, level, 64), 0);
	assert_memory_equal(kernel.leds.level, level, 64);
	assert_memory_equal(kernel.leds.level + 64, no_leds.level, 36);
	assert_memory_equal(kernel.leds.reserved, no_leds.reserved, sizeof(no_leds.reserved));
	assert_int_equal(board_request_clock(board, 1, 4000000000, BOARD_WHITE), 0);
	assert_int_equal(kernel.clock.white_ms, 1);
	assert_int_equal(kernel.clock.black_ms, 4000000000);
	assert_int_equal(kernel.clock.running, SENSORBOARD_SIDE_WHITE);
	assert_memory_equal(kernel.clock.reserved, no_leds.level, sizeof(kernel.clock.reserved));
	kernel.error = EPIPE;
	assert_int_equal(board_request_leds(board, level, 64), -EPIPE);
	board_close(board);
	close(driver);
}

/* A request that sleeps in the kernel does not keep events: they are read beside it, with the kernel's stamps. */
static void test_started(void **state)
{
	struct board_inbox *inbox;
	struct board *board;
	struct board_event ev;
	struct pollfd pfd;
	sem_t sleeps;
	int driver, request, r;

	sem_init(&sleeps, 0, 0);
	assert_int_equal(open_node(&board, &driver), 0);
	kernel.sleeps = &sleeps;
	assert_int_equal(board_inbox_new(&inbox), 0);
	assert_int_equal(board_start(&board, inbox, NULL), 0);
	assert_string_equal(board_uri(board), "chardev:/dev/sensorboard3");
	request = board_request_squares(board);
	assert_true(request > 0);

	give(driver, &(struct sensorboard_event){
			     .type = SENSORBOARD_EVENT_PRESS, .value = SENSORBOARD_SIDE_BLACK, .time_ns = 777000 });
	pfd = (struct pollfd){ .fd = board_inbox_get_fd(inbox), .events = POLLIN };
	assert_int_equal(poll(&pfd, 1, 10000), 1);
	assert_ptr_equal(board_inbox_next(inbox), board);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PRESS);
	assert_int_equal(ev.host_us, 777);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_null(board_inbox_next(inbox));

	sem_post(&sleeps);
	while ((r = board_read(board, &ev)) == -EAGAIN) {
		assert_int_equal(poll(&pfd, 1, 10000), 1);
		board_inbox_next(inbox);
	}
	assert_int_equal(r, 1);
	assert_int_equal(ev.type, BOARD_EVENT_ANSWER);
	assert_int_equal(board_get_answer(board)->request, request);
	assert_int_equal(board_get_answer(board)->result, 0);
	assert_int_equal(board_get_answer(board)->squares.seq, 9);

	close(driver);
	board_close(board);
	board_inbox_free(inbox);
	sem_destroy(&sleeps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_info, a_board),
		cmocka_unit_test_setup(test_any_descriptor_is_closed, a_board),
		cmocka_unit_test_setup(test_open_errors, a_board),
		cmocka_unit_test(test_open_too_often),
		cmocka_unit_test_setup(test_events, a_board),
		cmocka_unit_test_setup(test_started_again, a_board),
		cmocka_unit_test_setup(test_no_record, a_board),
		cmocka_unit_test_setup(test_unknown_events, a_board),
		cmocka_unit_test_setup(test_squares, a_board),
		cmocka_unit_test_setup(test_leds_and_clock, a_board),
		cmocka_unit_test_setup(test_started, a_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
