// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The firmware's image on an ATmega32U4, as on a bench: a host enumerates it,
 * pieces are lifted and set down on its matrix, and libboard's decoder reads
 * what it sends.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/firmware/avr-bench.h"
#include "tests/sim/hands.h"

/* The start position of chess, switched on and enumerated. */
static int start_chess(void **state)
{
	struct bench *b = bench_new(IMAGE_8, 8);

	*state = b;
	for (unsigned s = 0; s < 64; s++)
		chip_set_square(b->chip, s, s < 16 || s >= 48);
	bench_switch_on(b);
	return 0;
}

static int end(void **state)
{
	bench_free(*state);
	return 0;
}

static const char start_squares[] = "????????????????................................????????????????";

/* doc/protocol.md, sections 1 to 4: descriptors, requests and answers; all else is stalled. */
static void test_enumeration(void **state)
{
	static const uint8_t interface[] = { 0x09, 0x04, 0x00, 0x00, 0x01, 0xff, 0x53, 0x42,
					     0x00, 0x07, 0x05, 0x81, 0x03, 0x40, 0x00, 0x01 };
	struct bench *b = *state;
	struct sbd_board board;
	uint8_t data[256];
	int n;

	assert_int_equal(bench_get(b, 0x80, 6, 0x0200, 0, 255, data), 25);
	assert_memory_equal(data + 9, interface, sizeof(interface));
	n = bench_get(b, 0x80, 6, 0x0303, 0x0409, 255, data);
	assert_int_equal(n, 2 + 2 * (int)strlen(b->info.serial));
	for (unsigned i = 0; b->info.serial[i]; i++)
		assert_int_equal(data[2 + 2 * i], b->info.serial[i]);
	assert_int_equal(b->info.geometry.width, 8);
	assert_int_equal(b->info.geometry.sensors, SBW_SENSORS_PRESENCE);
	assert_int_equal(b->info.features, SBW_FEATURE_LEVER);
	assert_string_equal(b->info.model, "Flagfall DIY board");
	board = bench_whole_board(b);
	assert_int_equal(board.seq, 0);
	assert_int_equal(board.lever, 0);
	assert_memory_equal(board.squares, start_squares, 64);

	assert_int_equal(bench_get(b, 0xc1, 0x03, 0, 0, 120, data), -EPIPE);
	assert_int_equal(bench_get(b, 0xc1, SBW_REQ_GET_INFO, 1, 0, 120, data), -EPIPE);
	assert_int_equal(bench_get(b, 0xc1, SBW_REQ_GET_INFO, 0, 1, 120, data), -EPIPE);
	assert_int_equal(bench_get(b, 0x41, SBW_REQ_SET_CLOCK, 0, 0, 0, data), -EPIPE);
	assert_int_equal(bench_get(b, 0x80, 6, 0x0600, 0, 10, data), -EPIPE);
	/* Shorter than it is; and of the length of a packet. */
	assert_int_equal(bench_get(b, 0xc1, SBW_REQ_GET_INFO, 0, 0, 5, data), 5);
	assert_int_equal(bench_get(b, 0xc1, SBW_REQ_GET_INFO, 0, 0, 64, data), 64);
	assert_int_equal(bench_get(b, 0x80, 0, 0, 0, 2, data), 2);
	assert_int_equal(bench_get(b, 0x80, 8, 0, 0, 1, data), 1);
	assert_int_equal(data[0], 1);
	/* A halt of the endpoint, and its end. */
	assert_int_equal(bench_get(b, 0x02, 3, 0, 0x81, 0, data), 0);
	assert_int_equal(bench_get(b, 0x82, 0, 0, 0x81, 2, data), 2);
	assert_int_equal(data[0], 1);
	assert_int_equal(bench_get(b, 0x02, 1, 0, 0x81, 0, data), 0);
	assert_int_equal(bench_get(b, 0x82, 0, 0, 0x81, 2, data), 2);
	assert_int_equal(data[0], 0);
}

/* 1. e4, with a contact that bounces, and a lever whose contact does, too. */
static void test_first_move(void **state)
{
	struct bench *b = *state;
	uint64_t t = chip_time_us(b->chip) + 5000;
	struct sbd_board board;

	bench_until(b, t);
	chip_set_square(b->chip, 12, false);
	bench_until(b, t + 300000);
	for (unsigned i = 0; i < 5; i++) {
		chip_set_square(b->chip, 28, true);
		bench_play_on(b, 1100);
		chip_set_square(b->chip, 28, i == 4);
		bench_play_on(b, 600);
	}
	bench_until(b, t + 600000);
	for (unsigned i = 0; i < 6; i++) {
		chip_set_lever(b->chip, 1, i != 3);
		bench_play_on(b, 300);
	}
	bench_play_on(b, 50000);
	assert_int_equal(b->count, 3);
	bench_expect(b, 0, BOARD_EVENT_LIFT, 12, t);
	bench_expect(b, 1, BOARD_EVENT_PLACE, 28, t + 300000);
	bench_expect(b, 2, BOARD_EVENT_PRESS, BOARD_WHITE, t + 600000);
	/* The lever has an interrupt: its time is not a scan's. */
	assert_true(b->events[2].device_us - b->events[0].device_us > 599000);
	board = bench_whole_board(b);
	assert_int_equal(board.seq, 3);
	assert_int_equal(board.lever, BOARD_WHITE);
	assert_int_equal(board.squares[12], '.');
	assert_int_equal(board.squares[28], '?');
}

/* A spark on a square and on a lever's wire is nothing. */
static void test_sparks(void **state)
{
	struct bench *b = *state;

	for (unsigned i = 0; i < 20; i++) {
		chip_set_square(b->chip, 36, true);
		chip_set_lever(b->chip, 2, true);
		bench_play_on(b, 1100);
		chip_set_square(b->chip, 36, false);
		chip_set_lever(b->chip, 2, false);
		bench_play_on(b, 9000);
	}
	assert_int_equal(b->count, 0);
	assert_int_equal(bench_whole_board(b).lever, 0);
}

/* Two buttons, held down at once, shorted, and pressed twice: a press is a contact that closes while the other is open.
 */
static void test_two_buttons(void **state)
{
	struct bench *b = *state;
	uint64_t t;

	chip_set_lever(b->chip, 1, true);
	bench_play_on(b, 50000);
	chip_set_lever(b->chip, 2, true);
	bench_play_on(b, 200000);
	assert_int_equal(b->count, 1);
	t = chip_time_us(b->chip);
	chip_set_lever(b->chip, 1, false);
	bench_play_on(b, 50000);
	chip_set_lever(b->chip, 2, false);
	bench_play_on(b, 50000);
	assert_int_equal(b->count, 2);
	bench_expect(b, 1, BOARD_EVENT_PRESS, BOARD_BLACK, t);
	chip_set_lever(b->chip, 1, true);
	chip_set_lever(b->chip, 2, true);
	bench_play_on(b, 200000);
	chip_set_lever(b->chip, 1, false);
	chip_set_lever(b->chip, 2, false);
	bench_play_on(b, 50000);
	assert_int_equal(b->count, 2);
	for (unsigned i = 0; i < 3; i++) {
		t = chip_time_us(b->chip);
		chip_set_lever(b->chip, 2, true);
		bench_play_on(b, 30000);
		chip_set_lever(b->chip, 2, false);
		bench_play_on(b, 30000);
		assert_int_equal(b->count, 3 + i);
		bench_expect(b, 2 + i, BOARD_EVENT_PRESS, BOARD_BLACK, t);
	}
}

/* A rocker lies at one side when the board is switched on: nobody has pressed, and the whole board says where it lies.
 */
static void test_rocker_that_lies(void **state)
{
	struct bench *b = *state;

	chip_set_lever(b->chip, 2, true);
	bench_switch_on(b);
	assert_int_equal(bench_whole_board(b).seq, 0);
	assert_int_equal(bench_whole_board(b).lever, BOARD_BLACK);
	bench_press(b, 1);
	bench_play_on(b, 30000);
	bench_press(b, 2);
	bench_play_on(b, 30000);
	assert_int_equal(b->count, 2);
	assert_int_equal(b->events[0].side, BOARD_WHITE);
	assert_int_equal(b->events[1].side, BOARD_BLACK);
}

/*
 * Castling with both hands: king and rook are set down within one scan, the rook's contact bounces longest, and the
 * lever follows at once, while it still does. The report is in the order of time, and the move was made before.
 */
static void test_castling_in_one_scan(void **state)
{
	struct bench *b = *state;
	uint64_t t;

	chip_set_square(b->chip, 5, false);
	chip_set_square(b->chip, 6, false);
	bench_play_on(b, 100000);
	b->count = 0;
	t = chip_time_us(b->chip);
	chip_set_square(b->chip, 4, false);
	chip_set_square(b->chip, 7, false);
	bench_until(b, t + 400000);
	chip_set_square(b->chip, 6, true);
	chip_set_square(b->chip, 5, true);
	bench_play_on(b, 1500);
	chip_set_square(b->chip, 5, false);
	bench_play_on(b, 1500);
	chip_set_square(b->chip, 5, true);
	bench_press(b, 1);
	bench_play_on(b, 60000);
	assert_int_equal(b->count, 5);
	bench_expect(b, 0, BOARD_EVENT_LIFT, 4, t);
	bench_expect(b, 1, BOARD_EVENT_LIFT, 7, t);
	bench_expect(b, 2, BOARD_EVENT_PLACE, 5, t + 400000);
	bench_expect(b, 3, BOARD_EVENT_PLACE, 6, t + 400000);
	bench_expect(b, 4, BOARD_EVENT_PRESS, BOARD_WHITE, t + 403000);
	for (unsigned i = 1; i < b->count; i++)
		assert_true(b->events[i].device_us >= b->events[i - 1].device_us);
}

/* A scramble: fifty replies, thirty milliseconds apart, each a lift, a place and a press. */
static void test_fifty_fast_replies(void **state)
{
	struct bench *b = *state;
	const uint64_t t = chip_time_us(b->chip) + 2000;
	unsigned at[2] = { 1, 62 }, i;

	for (i = 0; i < 50; i++) {
		const unsigned side = i % 2, to = (i / 2) % 2 ? (side ? 62 : 1) : (side ? 45 : 18);
		const uint64_t begin = t + 30000u * i;

		bench_until(b, begin);
		chip_set_square(b->chip, at[side], false);
		bench_until(b, begin + 12000);
		chip_set_square(b->chip, to, true);
		bench_until(b, begin + 20000);
		bench_press(b, side + 1);
		at[side] = to;
	}
	bench_play_on(b, 50000);
	assert_int_equal(b->count, 150);
	for (i = 0; i < 150; i++) {
		static const uint64_t after[3] = { 0, 12000, 20000 };
		static const enum board_event_type type[3] = { BOARD_EVENT_LIFT, BOARD_EVENT_PLACE, BOARD_EVENT_PRESS };

		assert_int_equal(b->events[i].seq, i + 1);
		assert_int_equal(b->events[i].type, type[i % 3]);
		bench_near(b, &b->events[i], t + 30000u * (i / 3) + after[i % 3]);
	}
}

/* Nobody asks for half a second while more happens than the queue holds: the numbers say how much is missing. */
static void test_overflow(void **state)
{
	struct bench *b = *state;
	unsigned lost = 0, told = 0;

	for (unsigned i = 0; i < 40; i++) {
		chip_set_square(b->chip, 20, !(i % 2));
		chip_set_square(b->chip, 21, !(i % 2));
		assert_int_equal(chip_run(b->chip, 12000), 0);
	}
	bench_press(b, 1);
	bench_play_on(b, 50000);
	bench_press(b, 2);
	bench_play_on(b, 50000);
	for (unsigned i = 0; i < b->count; i++) {
		lost += b->events[i].type == BOARD_EVENT_LOST ? b->events[i].lost : 0;
		told += b->events[i].type != BOARD_EVENT_LOST;
	}
	assert_true(lost > 0);
	assert_int_equal(lost + told, 82);
	assert_int_equal(bench_whole_board(b).seq, 82);
	assert_int_equal(b->events[b->count - 1].type, BOARD_EVENT_PRESS);
}

/* The host resets the bus: the same board, the same time, the next number. */
static void test_usb_reset(void **state)
{
	struct bench *b = *state;
	const uint32_t boot_id = b->info.boot_id;
	uint32_t seq;

	chip_set_square(b->chip, 12, false);
	bench_play_on(b, 30000);
	chip_usb_reset(b->chip);
	chip_set_square(b->chip, 28, true);
	assert_int_equal(chip_run(b->chip, 30000), 0);
	seq = b->wire.numbering.last;
	bench_enumerate(b);
	assert_int_equal(b->info.boot_id, boot_id);
	assert_int_equal(bench_whole_board(b).seq, 2);
	assert_int_equal(seq, 1);
	bench_press(b, 1);
	bench_play_on(b, 30000);
	assert_int_equal(b->events[b->count - 1].type, BOARD_EVENT_PRESS);
}

/* The cable is pulled and comes back: the chip starts anew, is the same board by its serial number, and says so. */
static void test_cable(void **state)
{
	struct bench *b = *state;
	char serial[SBW_TEXT_SIZE];
	uint32_t boot_id = b->info.boot_id;

	memcpy(serial, b->info.serial, sizeof(serial));
	chip_set_square(b->chip, 12, false);
	bench_play_on(b, 30000);
	for (unsigned i = 0; i < 3; i++) {
		chip_set_square(b->chip, 28, true);
		bench_switch_on(b);
		assert_string_equal(b->info.serial, serial);
		assert_int_not_equal(b->info.boot_id, boot_id);
		boot_id = b->info.boot_id;
		assert_int_equal(bench_whole_board(b).seq, 0);
		assert_int_equal(bench_whole_board(b).squares[12], '.');
		assert_int_equal(bench_whole_board(b).squares[28], '?');
	}
	chip_set_square(b->chip, 52, false);
	bench_play_on(b, 30000);
	assert_int_equal(b->count, 1);
	assert_int_equal(b->events[0].square, 52);
}

/* Its program goes in a circle: it starts anew, is the same board, and says that its time did. */
static void test_watchdog(void **state)
{
	struct bench *b = *state;
	const uint32_t boot_id = b->info.boot_id;
	char serial[SBW_TEXT_SIZE];

	memcpy(serial, b->info.serial, sizeof(serial));
	bench_play_on(b, 3000000);
	assert_int_equal(b->count, 0);
	assert_int_equal(chip_hang(b->chip, 400000), 0);
	assert_int_equal(chip_run(b->chip, 200000), 0);
	memset(&b->wire.numbering, 0, sizeof(b->wire.numbering));
	bench_enumerate(b);
	assert_int_not_equal(b->info.boot_id, boot_id);
	assert_string_equal(b->info.serial, serial);
}

/* What it has kept is spoiled, bit by bit: it is no board that another one is, and no start that there was. */
static void test_spoiled_identity(void **state)
{
	struct bench *b = *state;
	char serial[SBW_TEXT_SIZE];
	uint32_t boot_ids[16];

	memcpy(serial, b->info.serial, sizeof(serial));
	for (unsigned at = 0; at < 12; at++) {
		boot_ids[at] = b->info.boot_id;
		chip_spoil_eeprom(b->chip, at, (uint8_t)(1 << at % 8));
		bench_switch_on(b);
		for (unsigned i = 0; i <= at; i++)
			assert_int_not_equal(b->info.boot_id, boot_ids[i]);
		if (memcmp(serial, b->info.serial, sizeof(serial)) != 0) {
			unsigned same = 0;

			for (unsigned i = 0; i < 12; i++)
				same += serial[i] == b->info.serial[i];
			assert_true(same < 11); /* a new one, not the old with one digit wrong */
		}
		memcpy(serial, b->info.serial, sizeof(serial));
	}
}

/* Suspended it sleeps as deeply as it can; no press wakes it. Then it is the board that it was, and sees what was done.
 */
static void test_suspend(void **state)
{
	struct bench *b = *state;
	const uint32_t boot_id = b->info.boot_id;

	chip_set_square(b->chip, 12, false);
	bench_play_on(b, 30000);
	chip_suspend(b->chip, true);
	assert_int_equal(chip_run(b->chip, 5000), 0);
	assert_true(chip_sleeps_deeply(b->chip));
	chip_set_square(b->chip, 28, true);
	bench_press(b, 1);
	assert_int_equal(chip_run(b->chip, 500000), 0);
	assert_true(chip_sleeps_deeply(b->chip));
	bench_press(b, 2);
	chip_set_lever(b->chip, 2, false);
	chip_suspend(b->chip, false);
	bench_play_on(b, 30000);
	assert_int_equal(b->count, 2);
	assert_int_equal(b->events[1].square, 28);
	assert_int_equal(bench_whole_board(b).seq, 2);
	bench_enumerate(b);
	assert_int_equal(b->info.boot_id, boot_id);
	bench_press(b, 1);
	bench_play_on(b, 30000);
	assert_int_equal(b->events[b->count - 1].type, BOARD_EVENT_PRESS);
}

/* A scan takes a millisecond at most, also when the board is swept empty; and memory is enough. */
static void test_costs(void **state)
{
	struct bench *b = *state;
	uint64_t us;

	chip_measure_anew(b->chip);
	bench_play_on(b, 50000);
	us = chip_longest_awake(b->chip) / 16;
	chip_measure_anew(b->chip);
	for (unsigned i = 0; i < 6; i++) {
		for (unsigned s = 0; s < 64; s++)
			chip_set_square(b->chip, s, i % 2);
		bench_press(b, 1 + i % 2);
		bench_whole_board(b);
		bench_play_on(b, 40000);
	}
	print_message("# a scan with all that follows it: %llu us at rest, %llu at most, %llu of them in 240 ms; "
		      "the stack takes %u bytes\n",
		      (unsigned long long)us, (unsigned long long)chip_longest_awake(b->chip) / 16,
		      (unsigned long long)chip_periods(b->chip), chip_stack_used(b->chip));
	assert_true(chip_longest_awake(b->chip) / 16 <= 1000);
	assert_true(chip_stack_used(b->chip) > 50 && chip_stack_used(b->chip) <= 700);
}

/* --- a real game --- */

struct score {
	struct hands_score score;
	struct hands_event *events;
	size_t count;
	const char *moves;
	json_t *object;
};

static struct score read_score(const char *file)
{
	struct score s = { .moves = NULL };
	char err[HANDS_ERROR] = "";
	json_error_t fault;
	const struct hands_options options = { .style = HANDS_ORDERLY };

	s.object = json_load_file(file, 0, &fault);
	assert_non_null(s.object);
	s.moves = json_string_value(json_object_get(s.object, "moves"));
	if (hands_score_read(s.object, &s.score, err) < 0 ||
	    hands_play(&s.score, &options, &s.events, &s.count, err) < 0)
		fail_msg("%s: %s", file, err);
	return s;
}

static void drop_score(struct score *s)
{
	hands_score_free(&s->score);
	free(s->events);
	json_decref(s->object);
}

/* Hands in a hurry: the game's own order of events, forty milliseconds a move. */
static void play_score(struct bench *b, const struct score *s, unsigned (*square_of)(uint8_t))
{
	const uint64_t t = chip_time_us(b->chip) + 2000;
	unsigned ply = 0, n = 0;

	for (size_t i = 0; i < s->count; i++) {
		const struct hands_event *ev = &s->events[i];

		n = ev->ply == ply ? n + 1 : 0;
		ply = ev->ply;
		bench_until(b, t + 40000u * ply + 7000u * n);
		if (ev->action == HANDS_PRESS)
			bench_press(b, ev->side == WHITE ? 1 : 2);
		else
			chip_set_square(b->chip, square_of(ev->square), ev->action == HANDS_PLACE);
	}
	bench_play_on(b, 60000);
}

/* What libboard has read, as a trace, through the tracker. */
static void expect_moves(const struct bench *b, const char *header, const char *moves)
{
	char name[] = "/tmp/flagfall-avr-XXXXXX", command[200], token[32];
	int fd = mkstemp(name);
	FILE *f = fdopen(fd, "w");
	const unsigned size = b->info.geometry.width;

	assert_non_null(f);
	fprintf(f, "%s\n", header);
	for (unsigned i = 0; i < b->count; i++) {
		const struct board_event *ev = &b->events[i];

		if (ev->type == BOARD_EVENT_PRESS)
			fprintf(f, "{\"t_us\":%lld,\"type\":\"press\",\"side\":\"%s\"}\n", (long long)ev->device_us,
				ev->side == BOARD_WHITE ? "white" : "black");
		else
			fprintf(f, "{\"t_us\":%lld,\"type\":\"%s\",\"square\":\"%c%u\"}\n", (long long)ev->device_us,
				ev->type == BOARD_EVENT_LIFT ? "lift" : "place", 'a' + ev->square % size,
				1 + ev->square / size);
	}
	fclose(f);
	snprintf(command, sizeof(command), "build/flagfallctl replay --moves %s", name);
	f = popen(command, "r");
	assert_non_null(f);
	while (fscanf(f, "%31s", token) == 1) {
		const size_t n = strcspn(moves, " ");

		if (strlen(token) != n || strncmp(token, moves, n) != 0)
			fail_msg("%s was played, %s was read", moves, token);
		moves += n + (moves[n] == ' ');
	}
	assert_int_equal(pclose(f), 0);
	assert_string_equal(moves, "");
	unlink(name);
}

static unsigned chess_square(uint8_t square)
{
	return square;
}

static void test_game(void **state)
{
	struct bench *b = *state;
	struct score s = read_score("tests/games/blitz-castling.json");

	play_score(b, &s, chess_square);
	for (unsigned i = 0; i < b->count; i++)
		assert_int_not_equal(b->events[i].type, BOARD_EVENT_LOST);
	expect_moves(b, "{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"presence\"}", s.moves);
	drop_score(&s);
}

/* The other table: fifty dark squares of 10x10. */
static void test_draughts_board(void **state)
{
	struct bench *b = bench_new(IMAGE_10, 10);
	uint64_t t;

	for (unsigned s = 0; s < 100; s++)
		chip_set_square(b->chip, s, (s / 10 + s % 10) % 2 == 0 && (s < 40 || s >= 60));
	bench_switch_on(b);
	assert_int_equal(b->info.geometry.width, 10);
	for (unsigned s = 0; s < 100; s++)
		assert_int_equal(bench_whole_board(b).squares[s],
				 (s / 10 + s % 10) % 2 == 0 && (s < 40 || s >= 60) ? '?' : '.');
	t = chip_time_us(b->chip);
	chip_set_square(b->chip, 33, false); /* 32-28: d4-e5 */
	bench_until(b, t + 20000);
	chip_set_square(b->chip, 44, true);
	bench_until(b, t + 40000);
	bench_press(b, 1);
	bench_play_on(b, 30000);
	assert_int_equal(b->count, 3);
	bench_expect(b, 0, BOARD_EVENT_LIFT, 33, t);
	bench_expect(b, 1, BOARD_EVENT_PLACE, 44, t + 20000);
	bench_expect(b, 2, BOARD_EVENT_PRESS, BOARD_WHITE, t + 40000);
	bench_free(b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start_chess, end)

/* One of them by its name, with * for any text, if it is given. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(test_enumeration),
		TEST(test_first_move),
		TEST(test_sparks),
		TEST(test_two_buttons),
		TEST(test_rocker_that_lies),
		TEST(test_castling_in_one_scan),
		TEST(test_fifty_fast_replies),
		TEST(test_overflow),
		TEST(test_usb_reset),
		TEST(test_cable),
		TEST(test_watchdog),
		TEST(test_spoiled_identity),
		TEST(test_suspend),
		TEST(test_costs),
		TEST(test_game),
		cmocka_unit_test(test_draughts_board),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests_name("firmware on an ATmega32U4", tests, NULL, NULL);
}
