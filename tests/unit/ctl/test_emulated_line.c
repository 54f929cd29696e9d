// SPDX-License-Identifier: GPL-2.0-or-later
/* The line of an emulated board: a terminal, a file, or a socket, plugged in and pulled, with hosts that come and go.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#include "emulator/emulated-board.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define GET_BOARD "\1\xc1\2\0\0\0\0\0\xff\0"

static char folder[] = "/tmp/flagfall-lines-XXXXXX", at[64];
static struct emulated_line line;

static const char *path_of(const char *name)
{
	snprintf(at, sizeof(at), "%s/%s", folder, name);
	return at;
}

static struct emulated *new_board(const struct emulated_kind *kind)
{
	const struct emulated_options options = { .scan_us = 64, .late_us = 0, .sensors = BOARD_PIECE_ID };
	const struct clock_control control = { .running = NO_SIDE };
	struct emulated *board = emulated_new(kind, &options, &control, START);

	assert_non_null(board);
	emulated_line_init(&line);
	return board;
}

/* What is printed as it is plugged in, without the line's end; it is not among what the test says. */
static const char *plug(struct emulated *board, int expected)
{
	static char said[256];
	const int out = dup(STDOUT_FILENO);
	int into, r;
	ssize_t n;

	fflush(stdout);
	into = open(folder, O_RDWR | O_TMPFILE, 0600);
	assert_true(into >= 0 && dup2(into, STDOUT_FILENO) >= 0);
	r = emulated_line_plug(&line, board);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	n = pread(into, said, sizeof(said) - 1, 0);
	close(into);
	assert_int_equal(r, expected);
	assert_true(n >= 0 && (n == 0 || said[n - 1] == '\n'));
	said[n > 0 ? n - 1 : 0] = '\0';
	assert_int_equal(board->is_plugged, r == 0);
	return said;
}

static void lift(struct emulated *board, unsigned square)
{
	const struct board_event ev = { .type = BOARD_EVENT_LIFT, .square = (uint8_t)square };

	assert_int_equal(emulated_apply(board, &ev), 0);
	board->kind->advance(board, board->now_us + 1000);
}

/* --- a terminal --- */

static void a_terminal_carries_every_byte(void **state)
{
	struct emulated *board = new_board(&emulated_dgt);
	const char *said;
	uint8_t got[256];
	char target[64];
	ssize_t n;
	int host;

	line.link = strdup(path_of("dgt"));
	said = plug(board, 0);
	n = readlink(line.link, target, sizeof(target) - 1);
	assert_true(n > 0);
	target[n] = '\0';
	assert_string_equal(said, target);
	assert_int_equal(access(path_of("dgt.new"), F_OK), -1);

	/* bytes that a terminal would take for the end of a line or a signal, both ways */
	host = open(line.link, O_RDWR | O_NOCTTY | O_NONBLOCK);
	assert_true(host >= 0);
	assert_int_equal(write(host, "DEF", 3), 3);
	emulated_line_exchange(&line, board);
	assert_int_equal(board->size, 0);
	n = read(host, got, sizeof(got));
	assert_int_equal(n, 13);
	assert_memory_equal(got,
			    "\x91\0\x08"
			    "00042\x90\0\5\x08\1",
			    13);
	emulated_send(board, (const uint8_t *)"\r\n\3\4\x11\x13\x7f\0\xff", 9);
	emulated_line_exchange(&line, board);
	assert_int_equal(read(host, got, sizeof(got)), 9);
	assert_memory_equal(got, "\r\n\3\4\x11\x13\x7f\0\xff", 9);
	assert_int_equal(write(host, "\x03\x0d\x40", 3), 3);
	emulated_line_exchange(&line, board);
	assert_int_equal(board->harm, 0x0d);

	/* a host that does not read: what has no room waits, in its order */
	assert_int_equal(read(host, got, sizeof(got)), -1);
	for (unsigned i = 0; i < 8000; i++)
		emulated_send(board, (const uint8_t[]){ (uint8_t)(i >> 8), (uint8_t)i }, 2);
	assert_int_equal(board->size, 16000);
	emulated_line_exchange(&line, board);
	assert_in_range(board->size, 1, 15999);
	for (unsigned i = 0, high = 0; i < 16000;) {
		n = read(host, got, 100);
		if (n <= 0)
			emulated_line_exchange(&line, board);
		for (ssize_t k = 0; k < n; k++, i++) {
			if (i % 2)
				assert_int_equal(high << 8 | got[k], i / 2);
			high = got[k];
		}
	}
	assert_int_equal(board->size, 0);
	close(host);

	/* whoever goes does not hang it up */
	lift(board, 12);
	emulated_line_exchange(&line, board);
	host = open(line.link, O_RDWR | O_NOCTTY | O_NONBLOCK);
	assert_true(host >= 0);
	assert_int_equal(write(host, "F", 1), 1);
	emulated_line_exchange(&line, board);
	assert_int_equal(read(host, got, sizeof(got)), 5);

	/* pulled: nothing is kept for later, and the host's end is dead */
	emulated_send(board, (const uint8_t *)"late", 4);
	emulated_line_unplug(&line, board);
	assert_int_equal(board->size, 0);
	assert_false(board->is_plugged);
	assert_true(line.master == -1 && line.slave == -1);
	n = read(host, got, sizeof(got));
	assert_true(n == 0 || (n < 0 && errno == EIO));
	emulated_send(board, (const uint8_t *)"late", 4);
	emulated_line_exchange(&line, board);
	assert_int_equal(board->size, 0);
	close(host);

	/* in again; and a second time without having been pulled */
	plug(board, 0);
	said = plug(board, 0);
	n = readlink(line.link, target, sizeof(target) - 1);
	assert_true(n > 0);
	target[n] = '\0';
	assert_string_equal(said, target);
	emulated_line_unplug(&line, board);
	free((void *)line.link);

	/* a link that cannot be is told */
	line.link = path_of("nowhere/dgt");
	assert_int_equal(emulated_line_plug(&line, board), -ENOENT);
	emulated_line_unplug(&line, board);
	free(board);
}

static void without_a_link_its_name_is_printed(void **state)
{
	struct emulated *board = new_board(&emulated_certabo);
	struct stat st;

	assert_int_equal(stat(plug(board, 0), &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	emulated_line_unplug(&line, board);
	free(board);
}

/* --- a file --- */

static void a_file_has_all_that_was_sent(void **state)
{
	struct emulated *board = new_board(&emulated_certabo);
	const mode_t mask = umask(022);
	struct stat st;
	char text[64] = "";
	int fd;

	line.bytes = strdup(path_of("bytes"));
	assert_string_equal(plug(board, 0), line.bytes);
	umask(mask);
	assert_int_equal(stat(line.bytes, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	emulated_send(board, (const uint8_t *)"one\n", 4);
	emulated_line_exchange(&line, board);
	emulated_line_unplug(&line, board);
	/* plugged in again it goes on behind what is there, and receives none of it */
	plug(board, 0);
	emulated_send(board, (const uint8_t *)"two\n", 4);
	emulated_line_exchange(&line, board);
	emulated_line_exchange(&line, board);
	emulated_line_unplug(&line, board);
	fd = open(line.bytes, O_RDONLY);
	assert_int_equal(read(fd, text, sizeof(text) - 1), 8);
	close(fd);
	assert_string_equal(text, "one\ntwo\n");
	assert_string_equal(board->shown, "");
	free((void *)line.bytes);
	line.bytes = folder;
	assert_int_equal(emulated_line_plug(&line, board), -EISDIR);
	free(board);
}

/* --- a socket --- */

static int connect_to(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	assert_true(fd >= 0);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -errno;
}

/* The size of the message that comes next, -EAGAIN: none. */
static int next_message(int fd, uint8_t got[static 512])
{
	const ssize_t n = recv(fd, got, 512, MSG_DONTWAIT);

	return n < 0 ? -errno : (int)n;
}

static void a_socket_carries_messages(void **state)
{
	struct emulated *board = new_board(&emulated_native);
	struct native_board *native = board->kind->native(board);
	uint8_t got[512];
	char name[109];
	int host, other;

	line.link = strdup(path_of("native"));
	assert_string_equal(plug(board, 0), line.link);

	/* what happens while nobody is connected waits for nobody */
	lift(board, 12);
	emulated_line_exchange(&line, board);
	assert_int_equal(native->state.pending, 0);
	lift(board, 13);
	host = connect_to(line.link);
	assert_true(host >= 0);
	emulated_line_exchange(&line, board);
	assert_int_equal(next_message(host, got), -EAGAIN);

	/* each message by itself, in its order */
	assert_int_equal(send(host, GET_BOARD, 10, 0), 10);
	lift(board, 14);
	lift(board, 15);
	emulated_line_exchange(&line, board);
	assert_true(next_message(host, got) > 64);
	assert_int_equal(got[0], 2);
	assert_int_equal(got[1], 0);
	assert_true(next_message(host, got) > 0);
	assert_int_equal(got[0], 3);
	assert_int_equal(next_message(host, got), -EAGAIN);
	assert_int_equal(native->state.pending, 0);

	/* a second host waits until the first has gone */
	other = connect_to(line.link);
	assert_true(other >= 0);
	assert_int_equal(send(other, GET_BOARD, 10, 0), 10);
	emulated_line_exchange(&line, board);
	assert_int_equal(next_message(other, got), -EAGAIN);
	close(host);
	emulated_line_exchange(&line, board);
	assert_true(line.socket.host >= 0);
	assert_true(next_message(other, got) > 64);

	/* a host that does not read: what has no room for it waits, and the rest is lost; no message is torn */
	for (unsigned i = 0; i < 4000; i++) {
		board->kind->advance(board, board->now_us + 200000);
		emulated_line_exchange(&line, board);
	}
	assert_in_range(native->state.pending, 1, NATIVE_QUEUE);
	for (unsigned i = 0, size = (unsigned)next_message(other, got); i < 3; i++) {
		assert_int_equal(next_message(other, got), size);
		assert_int_equal(got[0], 3);
	}
	emulated_line_exchange(&line, board);
	assert_in_range(native->state.pending, 1, NATIVE_QUEUE);

	/* one that hangs up while there is more for it */
	close(other);
	emulated_line_exchange(&line, board);
	assert_int_equal(line.socket.host, -1);
	assert_int_equal(native->state.pending, 0);

	/* pulled, with somebody connected */
	host = connect_to(line.link);
	emulated_line_exchange(&line, board);
	assert_true(line.socket.host >= 0);
	emulated_line_unplug(&line, board);
	assert_true(line.socket.host == -1 && line.socket.listener == -1);
	assert_int_equal(recv(host, got, sizeof(got), 0), 0);
	assert_int_equal(connect_to(line.link), -ENOENT);
	emulated_line_exchange(&line, board);
	close(host);

	/* plugged in where a socket is left of one that was killed, and twice */
	plug(board, 0);
	close(line.socket.listener);
	line.socket.listener = -1;
	plug(board, 0);
	plug(board, 0);
	host = connect_to(line.link);
	assert_true(host >= 0);
	close(host);
	emulated_line_unplug(&line, board);
	free((void *)line.link);

	line.link = path_of("nowhere/native");
	assert_int_equal(emulated_line_plug(&line, board), -ENOENT);
	assert_int_equal(line.socket.listener, -1);
	memset(name, 'n', sizeof(name));
	name[108] = '\0'; /* as many as fit without their end */
	line.link = name;
	assert_int_equal(emulated_line_plug(&line, board), -ENAMETOOLONG);
	free(board);
}

static void a_socket_without_a_name_is_in_the_users_folder(void **state)
{
	struct emulated *board = new_board(&emulated_native);
	char expected[128];

	setenv("XDG_RUNTIME_DIR", folder, 1);
	snprintf(expected, sizeof(expected), "%s/flagfall-board-%d", folder, (int)getpid());
	assert_string_equal(plug(board, 0), expected);
	emulated_line_unplug(&line, board);
	assert_int_equal(access(expected, F_OK), -1);
	snprintf(expected, sizeof(expected), "/tmp/flagfall-board-%d", (int)getpid());
	setenv("XDG_RUNTIME_DIR", "", 1);
	assert_string_equal(plug(board, 0), expected);
	unsetenv("XDG_RUNTIME_DIR");
	assert_string_equal(plug(board, 0), expected);
	emulated_line_unplug(&line, board);
	assert_int_equal(access(expected, F_OK), -1);
	free(board);
}

static int setup(void **state)
{
	return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
	unlink(path_of("dgt"));
	unlink(path_of("bytes"));
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_terminal_carries_every_byte),
		cmocka_unit_test(without_a_link_its_name_is_printed),
		cmocka_unit_test(a_file_has_all_that_was_sent),
		cmocka_unit_test(a_socket_carries_messages),
		cmocka_unit_test(a_socket_without_a_name_is_in_the_users_folder),
	};

	return cmocka_run_group_tests_name("lines of emulated boards", tests, setup, teardown);
}
