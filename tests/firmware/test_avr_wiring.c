// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Boards that were wired wrongly, on the chip: the self-test of flagfallctl doctor --board names the fault, and a board
 * that is wired rightly has none. FAULTS=all tries all of them, not every second one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfallctl/doctor/wiring.h"
#include "tests/firmware/avr-bench.h"

struct fault {
	enum chip_miswiring what;
	unsigned a, b;
	const char *named; /* what is said contains this, and nothing else is said */
};

static char said[4096];

static void hear(void *userdata, const char *what, const char *remedy)
{
	assert_true(*remedy);
	snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s\n", what);
}

/* Until the board has told all. */
static void rest(struct bench *b)
{
	unsigned told;

	do {
		told = b->count;
		bench_play_on(b, 10000);
	} while (b->count != told);
}

static void report(struct wiring *w, struct bench *b, unsigned number)
{
	for (unsigned i = 0; i < b->count; i++)
		wiring_report(w, number, &b->events[i]);
	b->count = 0;
}

/* What a person does who is told to. A rocker goes there and back; where a try is not answered he goes on. */
static void try_all(struct wiring *w, struct bench *b)
{
	for (unsigned number = 0; number < wiring_tries(w); number++) {
		enum board_side side = BOARD_WHITE;
		bool stands = false;
		const int square = wiring_try(w, number, &stands, &side);

		if (square < 0) {
			bench_press(b, side);
			rest(b);
		} else {
			chip_set_square(b->chip, (unsigned)square, !stands);
			rest(b);
			chip_set_square(b->chip, (unsigned)square, stands);
			rest(b);
		}
		report(w, b, number);
		assert_true(*said || number >= 64 || wiring_is_answered(w, number));
	}
}

static unsigned test_board(const char *image, unsigned size, const struct fault *fault)
{
	static struct wiring w;
	struct board_squares first = { .count = 0 };
	struct bench *b = bench_new(image, size);
	struct sbd_board board;

	if (fault)
		chip_miswire(b->chip, fault->what, fault->a, fault->b);
	memset(&w, 0, sizeof(w));
	w.size = w.ranks = size;
	w.files = size == 8 ? 8 : 5;
	for (unsigned number = 0; number + WIRING_PRESSES < wiring_tries(&w); number++) {
		enum board_side side;
		bool stands;
		const int square = wiring_try(&w, number, &stands, &side);

		chip_set_square(b->chip, (unsigned)square, stands);
	}
	bench_switch_on(b);
	board = bench_whole_board(b);
	first.count = (uint8_t)board.count;
	first.lever = (uint8_t)board.lever;
	memcpy(first.squares, board.squares, board.count);
	wiring_start(&w, size, &first);
	snprintf(said, sizeof(said), fault ? " " : "");
	try_all(&w, b);
	bench_free(b);
	*said = '\0';
	return wiring_diagnose(&w, hear, NULL);
}

static void test_right_boards(void **state)
{
	assert_int_equal(test_board(IMAGE_8, 8, NULL), 0);
	assert_int_equal(test_board(IMAGE_10, 10, NULL), 0);
}

static void name_all(const char *image, unsigned size, const struct fault *faults, unsigned count)
{
	const unsigned step = getenv("FAULTS") ? 1 : 2;
	unsigned right = 0, n = 0;

	count = (count + step - 1) / step;
	for (unsigned i = 0; i < count; i++, faults += step) {
		n = test_board(image, size, faults);
		if (n == 1 && strstr(said, faults->named))
			right++;
		else
			print_message("# not named: %s; but:\n%s", faults->named, said);
	}
	print_message("# %u of %u faults are named\n", right, count);
	assert_int_equal(right, count);
}

static void test_chess_board(void **state)
{
	static const struct fault faults[] = {
		{ CHIP_DIODE, 28, CHIP_DIODE_TURNED, "the diode of e4 is the wrong way round" },
		{ CHIP_DIODE, 3, CHIP_DIODE_TURNED, "the diode of d1 is the wrong way round" },
		{ CHIP_DIODE, 42, CHIP_DIODE_BRIDGED, "the diode of c6 lets current through both ways" },
		{ CHIP_DIODE, 32, CHIP_DIODE_BRIDGED, "the diode of a5 lets current through both ways" },
		{ CHIP_DIODE, 0, CHIP_DIODE_BRIDGED, "the diode of a1 lets current through both ways" },
		{ CHIP_DIODE, 37, CHIP_DIODE_MISSING, "f5 is never reported" },
		{ CHIP_DIODE, 24, CHIP_DIODE_MISSING, "a4 is never reported" },
		{ CHIP_SWITCH_STUCK, 51, 0, "the switch of d7 is closed all the time" },
		{ CHIP_SWITCHES_EXCHANGED, 18, 19, "the switches of c3 and d3 are exchanged" },
		{ CHIP_FILES_EXCHANGED, 1, 2, "the wires of files b and c are swapped" },
		{ CHIP_FILES_EXCHANGED, 0, 7, "the wires of files a and h are swapped" },
		{ CHIP_RANKS_EXCHANGED, 0, 4, "the wires of ranks 1 and 5 are swapped" },
		{ CHIP_RANK_BROKEN, 3, 0, "the wire of rank 4 is broken" },
		{ CHIP_RANK_BROKEN, 0, 0, "the wire of rank 1 is broken" },
		{ CHIP_FILE_BROKEN, 6, 0, "the wire of file g is broken" },
		{ CHIP_FILE_BROKEN, 0, 0, "the wire of file a is broken" },
		{ CHIP_RANKS_TOUCH, 5, 6, "the wires of ranks 6 and 7 touch" },
		{ CHIP_RANKS_TOUCH, 0, 1, "the wires of ranks 1 and 2 touch" },
		{ CHIP_FILES_TOUCH, 3, 4, "the wires of files d and e touch" },
		{ CHIP_FILES_TOUCH, 0, 1, "the wires of files a and b touch" },
		{ CHIP_RANK_GROUNDED, 4, 0, "the wire of rank 5 touches ground" },
		{ CHIP_RANK_GROUNDED, 0, 0, "the wire of rank 1 touches ground" },
		{ CHIP_FILE_GROUNDED, 5, 0, "the wire of file f touches ground" },
		{ CHIP_LEVERS_EXCHANGED, 0, 0, "the lever's two wires are swapped" },
		{ CHIP_LEVER_BROKEN, 1, 0, "White's lever is never reported" },
		{ CHIP_LEVER_STUCK, 2, 0, "Black's contact of the lever is closed all the time" },
	};

	name_all(IMAGE_8, 8, faults, sizeof(faults) / sizeof(*faults));
}

static void test_draughts_board(void **state)
{
	static const struct fault faults[] = {
		{ CHIP_DIODE, 44, CHIP_DIODE_TURNED, "the diode of 28 is the wrong way round" },
		{ CHIP_DIODE, 55, CHIP_DIODE_BRIDGED, "the diode of 23 lets current through both ways" },
		{ CHIP_SWITCH_STUCK, 99, 0, "the switch of 5 is closed all the time" },
		{ CHIP_FILES_EXCHANGED, 1, 3, "the wires of files 2 and 4 are swapped" },
		{ CHIP_RANK_BROKEN, 9, 0, "the wire of rank 10 is broken" },
		{ CHIP_FILES_TOUCH, 2, 3, "the wires of files 3 and 4 touch" },
	};

	name_all(IMAGE_10, 10, faults, sizeof(faults) / sizeof(*faults));
}

/* One that is plugged in the other way round, or whose every second pin is. */
static void test_mirrors(void **state)
{
	static struct wiring w;
	static const struct board_squares first = { .count = 64 };

	for (unsigned turned = 0; turned < 2; turned++) {
		wiring_start(&w, 8, &first);
		memset(w.first, 0, sizeof(w.first));
		for (unsigned at = 0; at < 64; at++) {
			w.touched[at][turned ? 63 - at : at / 8 * 8 + 7 - at % 8] = true;
			w.events[at] = 0;
		}
		for (unsigned i = 0; i < WIRING_PRESSES; i++)
			w.pressed[i][i % 2 ? BOARD_BLACK : BOARD_WHITE] = 1;
		*said = '\0';
		assert_int_equal(wiring_diagnose(&w, hear, NULL), 1);
		assert_non_null(strstr(said, turned ? "the board is turned round" : "files are wired in the opposite"));
	}
}

/* One of them by its name, if it is given. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_right_boards),
		cmocka_unit_test(test_chess_board),
		cmocka_unit_test(test_draughts_board),
		cmocka_unit_test(test_mirrors),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests_name("wiring of a board", tests, NULL, NULL);
}
