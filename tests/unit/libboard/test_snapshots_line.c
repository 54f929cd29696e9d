// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Boards that report all their squares again and again, on a line. The timelines: a report of the squares is a bar,
 * hands act between two of them.
 *
 *   1   | e2 up | e4 down, e7 up |   the pawn comes down before the other is lifted: it was in the air
 *   2   | e2 up, e4 down |           lifted, then placed
 *   3   | d5 up | … 3 s … | d5 down, e7 up |   what was lifted so long ago is beside the board: another piece comes
 *   4   L > . > . > a                lights, three times or until the board acknowledges them
 */
#include "emulator/emulated-board.h"
#include "tests/unit/libboard/played-line.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define MIDDLE "R...K..RPPP..PPP..N..N.....PP......pp.....n..n..ppp..pppr...k..r"
#define NONE \
	(struct emulated_options) \
	{ \
		.remote = false \
	}
#define E2 12
#define D5 35
#define E4 28
#define E7 52

static struct board *board;

static void lay(const struct emulated_kind *kind, const char *uri, const char *squares, const char *folder)
{
	lay_line(kind, NONE, squares);
	board = opened_line(uri, folder);
	pass(board, 500000);
}

static void clear(void)
{
	board_close(board);
	clear_line();
}

static void expect(enum board_event_type type, uint8_t square, char piece)
{
	struct board_event ev;

	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, type);
	assert_int_equal(ev.square, square);
	assert_int_equal(ev.piece, piece);
	assert_in_range(ev.host_us, 1, played.now_us);
}

/* The scan that is under way comes to its end, and is reported. */
static void until_report(void)
{
	const struct emulated_snapshots *s = (struct emulated_snapshots *)played.board;
	unsigned field;

	do {
		field = s->field;
		played.now_us += 320;
		exchange();
	} while (s->field >= field);
}

static void what_it_is(void **state)
{
	const struct board_info *info;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	info = board_get_info(board);
	assert_int_equal(info->width, 8);
	assert_int_equal(info->height, 8);
	assert_int_equal(info->sensors, BOARD_PIECE_ID);
	assert_int_equal(info->features & BOARD_FEATURE_LEDS, BOARD_FEATURE_LEDS);
	assert_int_equal(info->features & (BOARD_FEATURE_DEVICE_TIME | BOARD_FEATURE_LEVER | BOARD_FEATURE_CLOCK), 0);
	assert_int_equal(info->grace_us, 2 * info->scan_us);
	assert_true(info->scan_us > 0);
	assert_null(board_get_header(board));
	clear();

	lay(&emulated_sentio, "certabo:" LINE, START, NULL);
	assert_int_equal(board_get_info(board)->sensors, BOARD_PRESENCE);
	clear();
}

static void what_is_no_board_is_refused(void **state)
{
	struct board_opener opener = opener_of(NULL);

	lay_line(&emulated_dgt, NONE, START);
	assert_int_equal(board_open("millennium:" LINE, &opener, &board), -ENODEV);
	assert_non_null(strstr(board_error(NULL), "does not report squares like"));
	clear_line();
	lay_line(NULL, NONE, NULL);
	assert_int_equal(board_open("certabo:" LINE, &opener, &board), -ENODEV);
	clear_line();
}

/* Timelines 1 and 2. */
static void what_was_in_the_air_comes_down_first(void **state)
{
	struct board_event ev;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	until_report();
	act(BOARD_EVENT_LIFT, E2, 'P');
	until_report();
	expect(BOARD_EVENT_LIFT, E2, 'P');
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	act(BOARD_EVENT_PLACE, E4, 'P');
	act(BOARD_EVENT_LIFT, E7, 'p');
	until_report();
	expect(BOARD_EVENT_PLACE, E4, 'P');
	expect(BOARD_EVENT_LIFT, E7, 'p');
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	act(BOARD_EVENT_PLACE, E7, 'p');
	until_report();
	expect(BOARD_EVENT_PLACE, E7, 'p');
	act(BOARD_EVENT_LIFT, E4, 'P');
	act(BOARD_EVENT_PLACE, E2, 'P');
	until_report();
	expect(BOARD_EVENT_LIFT, E4, 'P');
	expect(BOARD_EVENT_PLACE, E2, 'P');
	clear();
}

/* A pawn that was in the air is the queen that comes down; one that is of the other colour is not. */
static void a_pawn_in_the_air_is_promoted(void **state)
{
	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	until_report();
	act(BOARD_EVENT_LIFT, E2, 'P');
	until_report();
	expect(BOARD_EVENT_LIFT, E2, 'P');
	act(BOARD_EVENT_PLACE, D5, 'Q');
	act(BOARD_EVENT_LIFT, E7, 'p');
	until_report();
	expect(BOARD_EVENT_PLACE, D5, 'Q');
	expect(BOARD_EVENT_LIFT, E7, 'p');
	/* the queen did not come of the black pawn */
	act(BOARD_EVENT_PLACE, E4, 'Q');
	act(BOARD_EVENT_LIFT, E7 + 1, 'p');
	until_report();
	expect(BOARD_EVENT_LIFT, E7 + 1, 'p');
	expect(BOARD_EVENT_PLACE, E4, 'Q');
	clear();
}

/* Timeline 3. */
static void what_was_lifted_long_ago_is_beside_the_board(void **state)
{
	lay(&emulated_millennium, "millennium:" LINE, MIDDLE, NULL);
	until_report();
	act(BOARD_EVENT_LIFT, D5, 'p');
	until_report();
	expect(BOARD_EVENT_LIFT, D5, 'p');
	pass(board, 3 * SECOND);
	act(BOARD_EVENT_PLACE, D5, 'p');
	act(BOARD_EVENT_LIFT, E7 + 1, 'p');
	until_report();
	expect(BOARD_EVENT_LIFT, E7 + 1, 'p');
	expect(BOARD_EVENT_PLACE, D5, 'p');
	clear();
}

/* A change happened in the middle of the scan that showed it first. Times never decrease. */
static void changes_are_dated_to_their_scan(void **state)
{
	struct board_event ev;
	int64_t now, before;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	until_report();
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	before = played.now_us;
	act(BOARD_EVENT_LIFT, E2, 'P');
	until_report();
	now = played.now_us;
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(now - ev.host_us, (now - before) / 2);
	clear();
}

/* Timeline 4. */
static void lights_go_to_the_board(void **state)
{
	uint8_t level[64] = { [E2] = 255, [D5] = 1 };

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	assert_int_equal(board_request_leds(board, level, 64), 0);
	pass(board, 2 * SECOND);
	assert_true(has_shown("lights e2 d5\n"));
	memset(level, 0, sizeof(level));
	assert_int_equal(board_request_leds(board, level, 64), 0);
	pass(board, 2 * SECOND);
	assert_true(has_shown("lights off\n"));
	pass(board, 2 * SECOND);
	assert_false(has_shown("lights"));
	/* it hears nothing: so often, and no more */
	played.deaf = true;
	sent(0);
	assert_int_equal(board_request_leds(board, level, 64), 0);
	pass(board, 5 * SECOND);
	assert_int_equal(sent('X'), 3);
	clear();
}

static void the_whole_board_is_asked_for(void **state)
{
	struct board_squares squares;
	struct board_event ev;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	sent(0);
	act(BOARD_EVENT_LIFT, E2, 'P');
	until_report();
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.count, 64);
	assert_int_equal(squares.squares[E2], '.');
	assert_memory_equal(squares.squares + 13, START + 13, 51);
	assert_int_equal(squares.host_us, played.now_us);
	assert_int_equal(squares.seq, 1);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_LIFT);
	/* it has fallen silent */
	((struct emulated_snapshots *)played.board)->on = false;
	played.deaf = true;
	pass(board, SECOND);
	assert_int_equal(board_request_squares(board), -ETIMEDOUT);
	clear();
}

static void noise_is_told_once(void **state)
{
	struct heard heard;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	assert_int_equal(send(played.other, "\x01\x02", 2, 0), 2);
	heard = pass(board, 200000);
	assert_int_equal(heard.error, -EBADMSG);
	assert_non_null(strstr(heard.said, "noise"));
	assert_int_equal(send(played.other, "\x01\x02", 2, 0), 2);
	heard = pass(board, 200000);
	assert_int_equal(heard.error, 0);
	act(BOARD_EVENT_LIFT, E2, 'P');
	assert_int_equal(pass(board, 200000).n[BOARD_EVENT_LIFT], 1);
	clear();
}

static void a_cable_that_is_pulled_is_gone(void **state)
{
	struct board_event ev;

	lay(&emulated_millennium, "millennium:" LINE, START, NULL);
	close(played.other);
	played.other = -1;
	assert_int_equal(board_read(board, &ev), -ENODEV);
	assert_int_equal(board_read(board, &ev), -ENODEV);
	clear();
}

/*
 * A Certabo board tells ids and no pieces: which id is which piece is learned from the start of a game, and saved for
 * this board alone. Another board of the maker, in mid-game, has other ids and must not be read by these.
 */
static void each_certabo_board_has_its_own_ids(void **state)
{
	char *text;

	lay(&emulated_certabo, "certabo:" LINE "1", START, test_folder);
	pass(board, 5 * SECOND);
	assert_int_equal(board_get_info(board)->sensors, BOARD_PIECE_ID);
	clear();
	text = read_whole(in_folder("certabo-dev_line1"));
	assert_true(strlen(text) > 100);
	free(text);

	/* the same board again: it knows its pieces at once, wherever they stand */
	lay(&emulated_certabo, "certabo:" LINE "1", START, test_folder);
	assert_int_equal(board_get_info(board)->sensors, BOARD_PIECE_ID);
	clear();

	lay(&emulated_certabo, "certabo:" LINE "2", MIDDLE, test_folder);
	pass(board, 5 * SECOND);
	assert_int_equal(board_get_info(board)->sensors, BOARD_PRESENCE);
	clear();
	assert_int_equal(access(in_folder("certabo-dev_line2"), F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_is),
		cmocka_unit_test(what_is_no_board_is_refused),
		cmocka_unit_test(what_was_in_the_air_comes_down_first),
		cmocka_unit_test(a_pawn_in_the_air_is_promoted),
		cmocka_unit_test(what_was_lifted_long_ago_is_beside_the_board),
		cmocka_unit_test(changes_are_dated_to_their_scan),
		cmocka_unit_test(lights_go_to_the_board),
		cmocka_unit_test(the_whole_board_is_asked_for),
		cmocka_unit_test(noise_is_told_once),
		cmocka_unit_test(a_cable_that_is_pulled_is_gone),
		cmocka_unit_test(each_certabo_board_has_its_own_ids),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
