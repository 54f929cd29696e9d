// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel/decode.c: what doc/protocol.md allows and refuses, and that its examples are right. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/decode.h"

static const struct sbd_geometry chess = { 8, 8, SBW_SENSORS_PIECE_ID };
static const struct sbd_geometry reed = { 8, 8, SBW_SENSORS_PRESENCE };
static const struct sbd_geometry draughts = { 10, 10, SBW_SENSORS_PIECE_ID };

struct bytes {
	size_t n;
	u8 b[256];
};

/* The @nth block ```hex NAME of the document; false if there are not so many. */
static bool example(const char *name, int nth, struct bytes *ret)
{
	FILE *f = fopen("doc/protocol.md", "r");
	char line[1024], start[64];
	bool in = false, found = false;

	assert_non_null(f);
	snprintf(start, sizeof(start), "```hex %s\n", name);
	ret->n = 0;
	while (fgets(line, sizeof(line), f)) {
		if (in && !strncmp(line, "```", 3))
			break;
		if (in) {
			char *p = line, *end;

			for (unsigned long v = strtoul(p, &end, 16); end != p; p = end, v = strtoul(p, &end, 16)) {
				assert_true(v < 256 && ret->n < sizeof(ret->b));
				ret->b[ret->n++] = (u8)v;
			}
		} else if (!strcmp(line, start) && nth-- == 0) {
			in = found = true;
		}
	}
	fclose(f);
	return found;
}

static struct bytes the_example(const char *name, int nth)
{
	struct bytes x;

	assert_true(example(name, nth, &x));
	return x;
}

static void test_example_interface(void **state)
{
	const struct bytes x = the_example("interface", 0);

	assert_int_equal(x.n, 9 + 7);
	assert_int_equal(x.b[5], SBW_INTERFACE_CLASS);
	assert_int_equal(x.b[6], SBW_INTERFACE_SUBCLASS);
	assert_int_equal(x.b[7], SBW_INTERFACE_PROTOCOL);
	assert_int_equal(x.b[9 + 4], SBW_REPORT_SIZE);
}

static void test_example_info(void **state)
{
	const struct bytes x = the_example("info", 0);
	struct sbd_info info;
	const char *why;

	assert_int_equal(sbd_read_info(x.b, x.n, &info, &why), 0);
	assert_int_equal(info.version, 1);
	assert_int_equal(info.geometry.width, 8);
	assert_int_equal(info.geometry.height, 8);
	assert_int_equal(info.geometry.sensors, SBW_SENSORS_PRESENCE);
	assert_int_equal(info.features, SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS);
	assert_int_equal(info.scan_us, 4000);
	assert_int_equal(info.boot_id, 0x1a2b3c4d);
	assert_string_equal(info.model, "Reed board");
	assert_string_equal(info.firmware, "reedboard 1.0.2");
	assert_string_equal(info.serial, "FF-0007");
}

static void test_example_board(void **state)
{
	const struct bytes x = the_example("board", 0);
	struct sbd_board board;
	const char *why;

	assert_int_equal(sbd_read_board(&reed, x.b, x.n, &board, &why), 0);
	assert_int_equal(board.seq, 3);
	assert_int_equal(board.count, 64);
	assert_int_equal(board.lever, SBW_SIDE_WHITE);
	assert_memory_equal(board.squares, "????????????.???............?...................????????????????", 64);
	assert_int_equal(board.squares[64], 0);
}

static void test_example_reports(void **state)
{
	struct bytes x = the_example("report", 0);
	struct sbd_report r;
	const char *why;

	assert_int_equal(sbd_read_report(&reed, x.b, x.n, &r, &why), 0);
	assert_int_equal(r.count, 3);
	assert_int_equal(r.bad, 0);
	assert_int_equal(r.events[0].type, SBW_EVENT_LIFT);
	assert_int_equal(r.events[0].square, 12);
	assert_int_equal(r.events[0].piece, '?');
	assert_int_equal(r.events[0].seq, 1);
	assert_int_equal(r.events[0].time_us, 10000000);
	assert_int_equal(r.events[1].type, SBW_EVENT_PLACE);
	assert_int_equal(r.events[1].square, 28);
	assert_int_equal(r.events[1].time_us, 10412000);
	assert_int_equal(r.events[2].type, SBW_EVENT_PRESS);
	assert_int_equal(r.events[2].side, SBW_SIDE_WHITE);
	assert_int_equal(r.events[2].seq, 3);
	assert_int_equal(r.events[2].time_us, 10905000);

	x = the_example("report", 1);
	assert_int_equal(sbd_read_report(&reed, x.b, x.n, &r, &why), 0);
	assert_int_equal(r.events[0].type, SBW_EVENT_TIME);
	assert_int_equal(r.events[0].time_us, 10905000 + 250000);

	x = the_example("report", 2);
	assert_int_equal(sbd_read_report(&chess, x.b, x.n, &r, &why), 0);
	assert_int_equal(r.bad, 0);
	assert_int_equal(r.events[0].piece, 'n');
	assert_int_equal(r.events[1].piece, 'Q');
	assert_int_equal(r.events[1].seq, 98);
	assert_false(example("report", 3, &x));
}

static void test_example_output(void **state)
{
	const struct bytes leds = the_example("leds", 0), clock = the_example("clock", 0);

	assert_int_equal(leds.n, 64);
	assert_int_equal(leds.b[12], 255);
	assert_int_equal(leds.b[28], 128);
	assert_int_equal(clock.n, sizeof(struct sbw_clock));
	assert_int_equal(clock.b[0] | clock.b[1] << 8 | clock.b[2] << 16, 297500);
	assert_int_equal(clock.b[4] | clock.b[5] << 8 | clock.b[6] << 16, 300000);
	assert_int_equal(clock.b[8], SBW_SIDE_BLACK);
}

/* Sizes that the document states. */
static void test_layout(void **state)
{
	assert_int_equal(sizeof(struct sbw_info), 120);
	assert_int_equal(sizeof(struct sbw_board_header), 16);
	assert_int_equal(sizeof(struct sbw_clock), 12);
	assert_int_equal(sizeof(struct sbw_event), 8);
	assert_int_equal(sizeof(struct sbw_report), SBW_REPORT_SIZE);
}

static void refuse_info(const struct bytes *x, int error, const char *sentence)
{
	struct sbd_info info;
	const char *why = NULL;

	assert_int_equal(sbd_read_info(x->b, x->n, &info, &why), error);
	assert_string_equal(why, sentence);
}

static void test_info_refused(void **state)
{
	const struct bytes good = the_example("info", 0);
	struct bytes x = good;

	for (x.n = 0; x.n < 5; x.n++)
		refuse_info(&x, -ENODEV, "info is too short to hold the magic word");
	for (x.n = 5; x.n < 120; x.n++)
		refuse_info(&x, -EBADMSG, "info is shorter than 120 bytes");
	x.n = 121;
	refuse_info(&x, -EBADMSG, "info is longer than 120 bytes");
	for (int i = 0; i < 4; i++) {
		x = good;
		x.b[i] ^= 0x20;
		refuse_info(&x, -ENODEV, "info lacks the magic word SBRD");
	}
	x = good;
	x.b[4] = 9;
	refuse_info(&x, -EPROTONOSUPPORT, "info has a newer protocol version than 1");
	x.n = 5; /* whatever a newer version's length is, its number is what is wrong */
	refuse_info(&x, -EPROTONOSUPPORT, "info has a newer protocol version than 1");
	x = good;
	x.b[4] = 0;
	refuse_info(&x, -EPROTONOSUPPORT, "info has protocol version 0, which does not exist");

	static const u8 geometries[][2] = { { 0, 0 }, { 8, 10 }, { 10, 8 }, { 9, 9 }, { 64, 1 }, { 255, 255 } };

	for (size_t i = 0; i < sizeof(geometries) / sizeof(*geometries); i++) {
		x = good;
		memcpy(x.b + 5, geometries[i], 2);
		refuse_info(&x, -EBADMSG, "geometry is neither 8x8 nor 10x10");
	}
	x = good;
	x.b[7] = 0;
	refuse_info(&x, -EBADMSG, "unknown kind of sensors");
	x.b[7] = 3;
	refuse_info(&x, -EBADMSG, "unknown kind of sensors");
	for (int text = 0; text < 3; text++) {
		x = good;
		memset(x.b + 24 + 32 * text, 'x', 32);
		refuse_info(&x, -EBADMSG, "a text is not terminated");
	}
}

static void check_text(const char *text, bool good)
{
	struct bytes x = the_example("info", 0);
	struct sbd_info info;
	const char *why;

	memset(x.b + 24, 0, 32);
	memcpy(x.b + 24, text, strlen(text));
	if (good) {
		assert_int_equal(sbd_read_info(x.b, x.n, &info, &why), 0);
		assert_string_equal(info.model, text);
	} else {
		refuse_info(&x, -EBADMSG, "a text is not printable UTF-8");
	}
}

/* Texts end in log lines and on D-Bus, which takes valid UTF-8 only. */
static void test_info_texts(void **state)
{
	check_text("", true);
	check_text("0123456789abcdef0123456789abcde", true);
	check_text("Schachbrett \xc3\xbc \xe2\x99\x9e \xf0\x9f\x8f\x81", true);
	check_text("line\nbreak", false);
	check_text("\x7f", false);
	check_text("\xc2\x85", false); /* a C1 control */
	check_text("\x80", false);     /* continuation alone */
	check_text("\xbf", false);
	check_text("a\x80z", false);
	check_text("\xc3\xbc\x80", false); /* one too many */
	check_text("\xc3z", false);	   /* none where one is due */
	check_text("\xc3\xc3\xbc", false);
	check_text("\xe2z\x9e", false);
	check_text("\xe2\x99z", false);
	check_text("\xe2\x99\xc3", false);
	check_text("\xf0z\x8f\x81", false);
	check_text("\xf0\x9fz\x81", false);
	check_text("\xf0\x9f\x8fz", false);
	check_text("\xc0\xaf", false); /* overlong */
	check_text("\xe0\x80\xaf", false);
	check_text("\xed\xa0\x80", false);     /* a surrogate */
	check_text("\xf4\x90\x80\x80", false); /* past U+10FFFF */
	check_text("\xff", false);
	check_text("0123456789abcdef0123456789abcd\xc3", false); /* cut off by the end of the field */
}

/* Bits and bytes that a later revision of version 1 may use do not stop this one. */
static void test_info_room_to_grow(void **state)
{
	struct bytes x = the_example("info", 0);
	struct sbd_info info;
	const char *why;

	memset(x.b + 8, 0xff, 4);
	memset(x.b + 20, 0xff, 4);
	x.b[24 + 30] = 'z'; /* behind the end of the text */
	assert_int_equal(sbd_read_info(x.b, x.n, &info, &why), 0);
	assert_int_equal(info.features, 0xffffffff);
	assert_string_equal(info.model, "Reed board");
	assert_int_equal(info.model[30], 0);
}

static void refuse_report(const struct bytes *x, int error, const char *sentence)
{
	struct sbd_report r;
	const char *why = NULL;

	assert_int_equal(sbd_read_report(&chess, x->b, x->n, &r, &why), error);
	assert_string_equal(why, sentence);
}

static void test_report_refused(void **state)
{
	const struct bytes good = the_example("report", 0);
	struct bytes x = good;

	x.n = 0;
	refuse_report(&x, -EBADMSG, "report is empty");
	for (x.n = 1; x.n < 16; x.n++)
		refuse_report(&x, -EBADMSG, "report is shorter than its header");
	for (x.n = 16; x.n < 40; x.n++)
		refuse_report(&x, -EBADMSG, "report is shorter than its length field");
	for (x.n = 41; x.n < sizeof(x.b); x.n++)
		refuse_report(&x, -EBADMSG, "report is longer than its length field");
	for (int version = 2; version < 256; version++) {
		x = good;
		x.b[0] = (u8)version;
		refuse_report(&x, -EPROTONOSUPPORT, "report of a newer protocol version than 1");
	}
	x.n = 1;
	refuse_report(&x, -EPROTONOSUPPORT, "report of a newer protocol version than 1");
	x.b[0] = 0;
	refuse_report(&x, -EPROTONOSUPPORT, "report of protocol version 0, which does not exist");
	x = good;
	x.b[1] = 0;
	x.b[2] = 16;
	x.n = 16;
	refuse_report(&x, -EBADMSG, "report has no events");
	for (int count = 7; count < 256; count++) {
		x = good;
		x.b[1] = (u8)count;
		x.b[2] = (u8)(16 + 8 * count);
		x.b[3] = (u8)((16 + 8 * count) >> 8);
		x.n = sizeof(x.b);
		refuse_report(&x, -EBADMSG, "report has more than 6 events");
	}
	x = good;
	x.b[1] = 2;
	refuse_report(&x, -EBADMSG, "report's length field does not fit its event count");
	x = good;
	x.b[3] = 1;
	refuse_report(&x, -EBADMSG, "report's length field does not fit its event count");
}

static void put_delta(struct bytes *x, unsigned i, u32 delta)
{
	for (unsigned j = 0; j < 4; j++)
		x->b[16 + 8 * i + 4 + j] = (u8)(delta >> 8 * j);
}

/* doc/protocol.md, section 6: deltas never decrease, and reach at most 30 minutes. */
static void test_deltas_refused(void **state)
{
	const struct bytes good = the_example("report", 0);
	struct bytes x = good;
	struct sbd_report r;
	const char *why;

	/* A rook at 1,001,000 us that is numbered after a king at 1,008,296: decoded 71 minutes later once. */
	put_delta(&x, 2, (u32)-7296);
	refuse_report(&x, -EBADMSG, "report spans more than 30 minutes");
	x = good;
	put_delta(&x, 2, 411999);
	refuse_report(&x, -EBADMSG, "report's events are not in the order of their times");
	put_delta(&x, 2, 412000); /* at the same time: in order */
	assert_int_equal(sbd_read_report(&reed, x.b, x.n, &r, &why), 0);
	put_delta(&x, 0, 412001);
	refuse_report(&x, -EBADMSG, "report's events are not in the order of their times");
	x = good;
	put_delta(&x, 2, SBW_REPORT_SPAN_US);
	assert_int_equal(sbd_read_report(&reed, x.b, x.n, &r, &why), 0);
	assert_int_equal(r.events[2].time_us, 10000000 + 1800000000ull);
	put_delta(&x, 2, SBW_REPORT_SPAN_US + 1);
	refuse_report(&x, -EBADMSG, "report spans more than 30 minutes");
}

static const char *event(const struct sbd_geometry *geo, u8 type, u8 square, u8 piece)
{
	u8 b[24] = { 1, 1, 24, 0, 0xff, 0xff, 0xff, 0xff, [16] = type, square, piece, 0, 5 };
	struct sbd_report r;
	const char *why;

	assert_int_equal(sbd_read_report(geo, b, sizeof(b), &r, &why), 0);
	assert_int_equal(r.events[0].seq, 0xffffffff);
	assert_int_equal(r.events[0].time_us, 5);
	assert_int_equal(r.bad, r.events[0].bad != NULL);
	assert_int_equal(r.events[0].type, r.events[0].bad ? 0 : type);
	return r.events[0].bad;
}

static void test_events(void **state)
{
	static const char *const outside = "square outside the geometry", *const letter = "bad piece letter";

	for (int type = 0; type < 256; type++)
		if (type < SBW_EVENT_LIFT || type > SBW_EVENT_TIME)
			assert_string_equal(event(&chess, (u8)type, 0, 'P'), "unknown event type");
	for (int square = 0; square < 256; square++) {
		for (u8 type = SBW_EVENT_LIFT; type <= SBW_EVENT_PLACE; type++) {
			if (square < 64)
				assert_null(event(&chess, type, (u8)square, 'P'));
			else
				assert_string_equal(event(&chess, type, (u8)square, 'P'), outside);
			if (square < 100)
				assert_null(event(&draughts, type, (u8)square, 'w'));
			else
				assert_string_equal(event(&draughts, type, (u8)square, 'w'), outside);
		}
	}
	for (int c = 0; c < 256; c++) {
		const char *bad = event(&chess, SBW_EVENT_PLACE, 0, (u8)c);

		assert_true(bad == NULL ? c && strchr("PNBRQKpnbrqk?", c) != NULL : !strcmp(bad, letter));
		bad = event(&draughts, SBW_EVENT_PLACE, 0, (u8)c);
		assert_true(bad == NULL ? c && strchr("wbWB?", c) != NULL : !strcmp(bad, letter));
		bad = event(&reed, SBW_EVENT_LIFT, 0, (u8)c);
		assert_true(bad == NULL ? c == '?' : !strcmp(bad, letter));
		bad = event(&chess, SBW_EVENT_PRESS, 0, (u8)c);
		assert_true(bad == NULL ? c == 1 || c == 2 : !strcmp(bad, "press by an unknown side"));
	}
	assert_null(event(&chess, SBW_EVENT_PLACE, 0, 'K'));
	assert_null(event(&draughts, SBW_EVENT_PLACE, 0, 'B'));
	assert_null(event(&chess, SBW_EVENT_PRESS, 0, 2));
	assert_null(event(&chess, SBW_EVENT_PAUSE, 0, 0));
	assert_null(event(&chess, SBW_EVENT_TIME, 0, 0));
}

/* A bad event takes only itself along; its number and those of its neighbours stay right. */
static void test_bad_event_among_good(void **state)
{
	struct bytes x = the_example("report", 0);
	struct sbd_report r;
	const char *why;

	x.b[16 + 8 + 1] = 64;
	assert_int_equal(sbd_read_report(&reed, x.b, x.n, &r, &why), 0);
	assert_int_equal(r.count, 3);
	assert_int_equal(r.bad, 1);
	assert_int_equal(r.events[0].type, SBW_EVENT_LIFT);
	assert_int_equal(r.events[1].type, 0);
	assert_int_equal(r.events[1].seq, 2);
	assert_string_equal(r.events[1].bad, "square outside the geometry");
	assert_int_equal(r.events[2].type, SBW_EVENT_PRESS);
	assert_int_equal(r.events[2].seq, 3);
}

static void refuse_board(const struct sbd_geometry *geo, const struct bytes *x, const char *sentence)
{
	struct sbd_board board;
	const char *why = NULL;

	assert_int_equal(sbd_read_board(geo, x->b, x->n, &board, &why), -EBADMSG);
	assert_string_equal(why, sentence);
}

static void test_board_refused(void **state)
{
	const struct bytes good = the_example("board", 0);
	struct bytes x = good;

	for (x.n = 0; x.n < 16; x.n++)
		refuse_board(&reed, &x, "board is shorter than its header");
	for (x.n = 16; x.n < 80; x.n++)
		refuse_board(&reed, &x, "board is shorter than its squares");
	x.n = 81;
	refuse_board(&reed, &x, "board is longer than its squares");
	x = good;
	refuse_board(&draughts, &x, "board has another number of squares than info says");
	x.b[12] = 100;
	refuse_board(&reed, &x, "board has another number of squares than info says");
	x = good;
	x.b[13] = 3;
	refuse_board(&reed, &x, "board names an unknown side for its lever");
	x = good;
	x.b[16 + 63] = 0;
	refuse_board(&reed, &x, "board has a bad piece letter");
	x.b[16 + 63] = 'P';
	refuse_board(&reed, &x, "board has a bad piece letter");
}

/* Whatever bytes come, nothing outside the buffer is read: the sanitisers watch, each buffer is exact. */
static void test_noise(void **state)
{
	unsigned int seed = 1;

	for (int i = 0; i < 20000; i++) {
		const size_t n = (size_t)rand_r(&seed) % 130;
		u8 *b = malloc(n ? n : 1);
		struct sbd_info info;
		struct sbd_board board;
		struct sbd_report r;
		const char *why;

		for (size_t j = 0; j < n; j++)
			b[j] = (u8)rand_r(&seed);
		if (i % 2 && n >= 16) { /* past the first checks */
			b[0] = 1;
			b[1] = (u8)((n - 16) / 8);
			b[2] = (u8)n;
			b[3] = 0;
		}
		sbd_read_info(b, n, &info, &why);
		sbd_read_board(&draughts, b, n, &board, &why);
		if (!sbd_read_report(&chess, b, n, &r, &why))
			assert_int_equal(n, 16 + 8 * r.count);
		free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_example_interface),
		cmocka_unit_test(test_example_info),
		cmocka_unit_test(test_example_board),
		cmocka_unit_test(test_example_reports),
		cmocka_unit_test(test_example_output),
		cmocka_unit_test(test_info_refused),
		cmocka_unit_test(test_info_texts),
		cmocka_unit_test(test_info_room_to_grow),
		cmocka_unit_test(test_report_refused),
		cmocka_unit_test(test_deltas_refused),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_bad_event_among_good),
		cmocka_unit_test(test_board_refused),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
