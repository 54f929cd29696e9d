// SPDX-License-Identifier: GPL-2.0-or-later
/* Bytes that boards people own have sent, and what they mean, from tests/data or from a larger collection. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "libboard/snapshots.h"
#include "tests/data/open-data.h"

static struct snapshot_parser parser;
static unsigned boards, noises;
static char squares[SNAPSHOT_SQUARES + 1]; /* of the last board */

static void feed(const struct snapshot_protocol *maker, const void *bytes, size_t n)
{
	const uint8_t *b = bytes;

	for (size_t i = 0; i < n; i++) {
		enum snapshot_result fed = maker->feed(&parser, b[i]);

		noises += fed == SNAPSHOT_NOISE;
		if (fed != SNAPSHOT_COMPLETE)
			continue;
		boards++;
		if (maker->learn)
			maker->learn(&parser);
		memcpy(squares, parser.squares, SNAPSHOT_SQUARES);
	}
}

static void forget(void)
{
	free(parser.own);
	memset(&parser, 0, sizeof(parser));
	boards = noises = 0;
}

/* A FEN's placement as 64 squares from a1, and the same seen from the other side. */
static void placement(const char *fen, char upright[static 65], char turned[static 65])
{
	unsigned row = 7, column = 0;

	memset(upright, '.', 64);
	for (; *fen && *fen != '"' && *fen != '\'' && *fen != ' '; fen++) {
		if (*fen == '/') {
			row--;
			column = 0;
		} else if (*fen >= '1' && *fen <= '8') {
			column += (unsigned)(*fen - '0');
		} else {
			upright[row * 8 + column++] = *fen;
		}
	}
	for (unsigned q = 0; q < 64; q++)
		turned[q] = upright[63 - q];
	upright[64] = turned[64] = '\0';
}

static json_t *load(const char *own, const char *larger)
{
	FILE *f = open_data(own, larger, NULL);
	json_t *o = f ? json_loadf(f, 0, NULL) : NULL;

	if (f)
		fclose(f);
	return o;
}

static const char *word(json_t *vector, const char *key)
{
	const char *s = json_string_value(json_object_get(vector, key));

	return s ? s : "";
}

static void feed_hex(const char *hex)
{
	uint8_t bytes[256];
	size_t n = 0;
	unsigned byte;

	for (; hex[0] && hex[1]; hex += 2) {
		assert_int_equal(sscanf(hex, "%2x", &byte), 1);
		bytes[n++] = (uint8_t)byte;
	}
	feed(board_driver_chessnut.snapshots, bytes, n);
}

static void chessnut_boards_mean_what_they_meant(void **state)
{
	json_t *file = load("boards/chessnut.json", "boards/chessnut-ichessone.json"), *vector, *chunk;
	unsigned compared = 0;
	size_t i, k;

	json_array_foreach(json_object_get(file, "vectors"), i, vector) {
		const char *want = json_string_value(json_array_get(json_object_get(vector, "expected_calls"), 0));
		char upright[65], turned[65];

		if (!strstr(word(vector, "file"), "chessnut"))
			continue;
		forget();
		json_array_foreach(json_object_get(vector, "input_hex_chunks"), k, chunk)
			feed_hex(json_string_value(chunk));
		if (want && strchr(want, '/')) {
			placement(want + 1, upright, turned);
			assert_true(boards > 0);
			assert_true(!strcmp(squares, upright) || !strcmp(squares, turned));
			compared++;
		} else if (want && strstr(want, "Battery")) {
			assert_int_equal(boards, 0);
			assert_int_equal(noises, 0);
		}
	}
	assert_true(compared >= 4);
	json_decref(file);
}

static void certabo_boards_mean_what_they_meant(void **state)
{
	json_t *file = load("boards/certabo.json", "boards/certabo.json"), *vector;
	unsigned whole = 0, broken = 0, rows = 0;
	size_t i;

	json_array_foreach(json_object_get(file, "vectors"), i, vector) {
		const char *test = word(vector, "test"), *text = word(vector, "ascii");

		forget();
		if (strstr(test, "calibration")) /* frames without their first character */
			continue;
		feed(board_driver_certabo.snapshots, text, strlen(text));
		if (strstr(test, "invalid")) {
			assert_int_equal(boards, 0);
			assert_true(noises > 0);
			broken++;
			continue;
		}
		assert_int_equal(boards, 1);
		assert_int_equal(noises, 0);
		rows += !parser.confirms;
		whole += parser.confirms;
		/* both sets stand on their first rows in all of these; noise is read on empty squares, too */
		for (unsigned q = 48; q < 64; q++)
			assert_int_not_equal(squares[q], '.');
		if (strstr(test, "led_ack"))
			assert_int_equal(squares[7], '.');
	}
	assert_true(whole >= 2 && broken >= 1 && rows >= 2);
	forget();
	json_decref(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chessnut_boards_mean_what_they_meant),
		cmocka_unit_test(certabo_boards_mean_what_they_meant),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
