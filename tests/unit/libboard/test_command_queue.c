// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lights and sounds on a line that may be full. The timelines: L, M lights, s a sound, > what goes, | full, a the board
 * acknowledges, . a gap.
 *
 *   1   L >            at once
 *   2   L | > | >      what did not go goes when there is room, whole and once
 *   3   L > M s . > .  one after the other with a gap between; of lights that wait only the last
 *   4   L > . > . >    three times, or until it is acknowledged
 */
#include "libboard/serial-line.h"
#include "tests/unit/libboard/played-line.h"

#define GAP_US 100000
#define L "lights one"
#define M "lights two"
#define S "sound"

static struct serial_line line;
static struct command_queue queue;

static void lay(unsigned tries)
{
	lay_line(NULL, (struct emulated_options){ .remote = false }, NULL);
	memset(&queue, 0, sizeof(queue));
	board_serial_line_init(&line);
	line.fd = played.end;
	assert_int_equal(board_poll_set_open(&line.poll_set, line.fd), 0);
	board_command_queue_init(&queue);
	assert_int_equal(board_command_queue_run(&queue), 0); /* not open yet: nothing */
	assert_int_equal(board_command_queue_open(&queue, &line, GAP_US, tries), 0);
}

static void clear(void)
{
	board_command_queue_close(&queue);
	board_poll_set_close(&line.poll_set);
	clear_line();
}

static int ask(enum command_kind kind, const char *bytes)
{
	return board_command_queue_send(&queue, kind, (const uint8_t *)bytes, strlen(bytes));
}

static void went(const char *bytes)
{
	exchange();
	assert_int_equal(played.n_sent, strlen(bytes));
	assert_memory_equal(played.sent, bytes, strlen(bytes));
	played.n_sent = 0;
}

/* The timer is set to so long from now, and runs. */
static void later(int64_t us)
{
	assert_int_equal(played.armed_us, played.now_us + us);
	played.now_us += us;
	assert_int_equal(board_command_queue_run(&queue), 0);
}

/* … to nothing: no command waits. */
static void never(void)
{
	assert_int_equal(played.armed_us, 0);
	played.now_us += GAP_US;
	assert_int_equal(board_command_queue_run(&queue), 0);
	went("");
}

static void it_goes_at_once(void **state)
{
	lay(1);
	assert_int_equal(ask(COMMAND_LIGHTS, L), 0);
	went(L);
	never();
	clear();
}

/* Timeline 2: nothing goes, then four bytes, then the rest. */
static void what_did_not_go_is_not_taken_as_sent(void **state)
{
	lay(1);
	played.room = 0;
	assert_int_equal(ask(COMMAND_LIGHTS, L), 0);
	went("");
	played.room = 4;
	later(50000);
	went("ligh");
	played.room = 0;
	later(50000);
	went("");
	/* other lights wait until these are whole: half a command is none */
	assert_int_equal(ask(COMMAND_LIGHTS, M), 0);
	played.room = SIZE_MAX;
	later(50000);
	went("ts one");
	later(GAP_US);
	went(M);
	never();
	clear();
}

static void one_after_the_other(void **state)
{
	lay(1);
	assert_int_equal(ask(COMMAND_LIGHTS, L), 0);
	assert_int_equal(ask(COMMAND_SOUND, S), 0);
	assert_int_equal(ask(COMMAND_LIGHTS, M "!"), 0);
	assert_int_equal(ask(COMMAND_LIGHTS, M), 0);
	went(L);
	played.now_us += GAP_US - 1;
	assert_int_equal(board_command_queue_run(&queue), 0);
	went("");
	later(1);
	went(M);
	later(GAP_US);
	went(S);
	clear();
}

static void lights_are_repeated_until_they_are_acknowledged(void **state)
{
	lay(3);
	assert_int_equal(ask(COMMAND_LIGHTS, L), 0);
	went(L);
	later(GAP_US);
	went(L);
	later(GAP_US);
	went(L);
	never();
	assert_int_equal(ask(COMMAND_LIGHTS, M), 0);
	went(M);
	board_command_queue_acknowledge(&queue);
	later(GAP_US);
	went("");
	never();
	clear();
}

/* What was not sent yet cannot be acknowledged: the board means what came before it. */
static void an_answer_to_what_was_before_says_nothing(void **state)
{
	lay(3);
	assert_int_equal(ask(COMMAND_LIGHTS, L), 0);
	went(L);
	assert_int_equal(ask(COMMAND_LIGHTS, M), 0);
	board_command_queue_acknowledge(&queue);
	later(GAP_US);
	went(M);
	/* half of it is out */
	played.room = 2;
	later(GAP_US);
	went("li");
	board_command_queue_acknowledge(&queue);
	played.room = SIZE_MAX;
	later(50000);
	went("ghts two");
	later(GAP_US);
	went(M);
	clear();
}

/* A sound is not worth repeating: late it would mean another thing. */
static void sounds_are_not_repeated(void **state)
{
	lay(3);
	assert_int_equal(ask(COMMAND_SOUND, S), 0);
	went(S);
	never();
	clear();
}

static void what_cannot_be_sent_is_an_error(void **state)
{
	static const uint8_t huge[COMMAND_SIZE + 1] = { 0 };

	lay(1);
	assert_int_equal(board_command_queue_send(&queue, COMMAND_LIGHTS, huge, sizeof(huge)), -EINVAL);
	assert_int_equal(board_command_queue_send(&queue, COMMAND_LIGHTS, huge, COMMAND_SIZE), 0);
	assert_int_equal(played.n_sent, 0);
	exchange();
	assert_int_equal(played.n_sent, COMMAND_SIZE);
	close(line.fd);
	line.fd = played.end = open("/dev/null", O_RDONLY);
	played.now_us += GAP_US;
	assert_int_equal(ask(COMMAND_LIGHTS, L), -EBADF);
	clear();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_goes_at_once),
		cmocka_unit_test(what_did_not_go_is_not_taken_as_sent),
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(lights_are_repeated_until_they_are_acknowledged),
		cmocka_unit_test(an_answer_to_what_was_before_says_nothing),
		cmocka_unit_test(sounds_are_not_repeated),
		cmocka_unit_test(what_cannot_be_sent_is_an_error),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
