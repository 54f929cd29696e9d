// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What emulated boards of all kinds send and show while hands of chance play, the cable is pulled, and a host says what
 * such a host may say, whole, in halves and wrong. tests/data/boards/emulated.txt has every message and every line;
 * FLAGFALL_EMULATED=FILE writes it anew: read what differs.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <cmocka.h>

#include "emulator/emulated-board.h"
#include "kernel/wire.h"
#include "libboard/wire-decoder.h"
#include "tests/sim/chance.h"

#define EMULATED "tests/data/boards/emulated.txt"
#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define DRAUGHTS "W.W.W.W.W..W.W.W.W.WW.W.W.W.W..W.W.W.W.W....................b.b.b.b.b..b.b.b.b.bb.b.b.b.b..b.b.b.b.b"

/* What a host of that kind says. A text; "=" begins bytes in hexadecimal; "%" one whose check Millennium's boards want.
 */
struct host {
	const char *kind;
	const char *words[48];
};

static const struct host hosts[] = {
	{ "dgt",
	  { "@",
	    "A",
	    "B",
	    "C",
	    "D",
	    "E",
	    "F",
	    "G",
	    "I",
	    "K",
	    "L",
	    "M",
	    "B",
	    "C",
	    "D",
	    "K",
	    "A",
	    "=2b04030900",
	    "=2b0a030a013b3b000a050100",
	    "=2b0a030a00000a00013b0200",
	    "=2b0a030a09000000000a0000",
	    "=2b0a030a000100000200030",
	    "=2b0c030c48454c4c4f2020200a00",
	    "=2b0c030c3132333435363738ff00",
	    "=2b03030300",
	    "=2b0403",
	    "=2b03030400",
	    "=2b20030a0102030405060708090a0b0c0d0e0f1011121314",
	    "=99",
	    "=5f" } },
	{ "millennium", { "%S",	    "%V",     "%X",	"%T",	  "%R00",    "%R01",	"%R02",	   "%R04",   "%R1F",
			  "%W0001", "%W0203", "%W0204", "%W0200", "%W0202",  "%W0214",	"%S",	   "%V",     "S53",
			  "=d3",    "V00",    "%Q",	"%q",	  "%lights", "%lights", "%lights", "%lights" } },
	{ "certabo",
	  { "=0000000000000000", "=ff00000000000000", "=0102040810204080", "=80000000000000", "=01",
	    "=00000000000000ff", "=00000000100000001122334455667788" } },
	{ "chessnut",
	  { "=210100", "=210100", "=210101", "=0a080000000000000000", "=0a088000000000000001", "=0a080102040810204080",
	    "=290100", "=0b0401000032", "=0b0403e8012c", "=0b0303e801", "=0a0701020304050607", "=290200", "=2a0100",
	    "=370100", "=420100", "=2101", "=00", "=210200", "=21030001" } },
	{ "cpp",
	  { "feature state_stream\r\n", "feature get_state\n", "feature setstate\r\n", "feature", "\n", "get_state\r\n",
	    "begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n",
	    "begin ????????"
	    "/????????"
	    "/8/8/8/8/????????"
	    "/???????? w KQkq - 0 1\r\n",
	    "begin 8/8/8/8/8/8/8/8 w - - 0 1\n", "ok\r\n", "nok\r\n", "set_state 8/8\r\n", "\r\n",
	    "a line of a host that says a little more than it should, and more, and more still, and then says it again: "
	    "a line of a host that says a little more than it should, and more, and more still, and then says it again: "
	    "a line of a host that says a little more than it should\n" } },
	{ "native",
	  { "=01c1010000000000ffff",
	    "=01c1010000000000ff00",
	    "=01c10100000000000a00",
	    "=01c1020000000000ffff",
	    "=01c1020000000000ff00",
	    "=01c10200000000001400",
	    "=01c1030000000000ff00",
	    "=01c1010001000000ff00",
	    "=01c1010000000100ff00",
	    "=02c1010000000000ff00",
	    "=01c10100",
	    "=01c101000000000000000000",
	    "=014199000000000000",
	    "=01411100000000000c00b4bf0200a086010001000000",
	    "=01411100000000000c0064000000c800000002000000",
	    "=01411100000000000c000a00000014000000000000ff",
	    "=01411100000000000c000a0000001400000003000000",
	    "=01411100000000000d000a0000001400000001000000",
	    "=01c11100000000000c000a0000001400000001000000",
	    "=01411100000000000b000a00000014000000010000",
	    "lights",
	    "lights",
	    "lights",
	    "no lights",
	    "few lights",
	    "=01410100000000000000" } },
};

struct variant {
	const char *name; /* of the kind */
	const char *said;
	struct emulated_options options;
	bool unread; /* the host takes what was sent, and people look, only now and then */
	bool short_time;
	bool named; /* pieces have their letters even where the kind does not need them */
};

#define AS_IS .scan_us = -1, .late_us = -1
static const struct variant variants[] = {
	{ .name = "dgt", .said = "", .options = { AS_IS } },
	{ .name = "dgt", .said = "remote", .options = { AS_IS, .remote = true, .battery = 55, .serial = "31415926" } },
	{ .name = "dgt",
	  .said = "remote, White right",
	  .options = { AS_IS, .remote = true, .white_right = true, .turned = true } },
	{ .name = "dgt",
	  .said = "remote, mute clock",
	  .options = { .scan_us = 0, .late_us = 0, .remote = true, .mute_clock = true } },
	{ .name = "dgt",
	  .said = "no clock",
	  .options = { .scan_us = 64, .late_us = 900000, .no_clock = true, .turned = true } },
	{ .name = "dgt",
	  .said = "unread",
	  .options = { .scan_us = 63, .late_us = 10000, .remote = true },
	  .unread = true },
	{ .name = "chessnut", .said = "", .options = { AS_IS } },
	{ .name = "chessnut",
	  .said = "deaf, turned",
	  .options = { .scan_us = 150000, .late_us = 70000, .deaf = true, .turned = true } },
	{ .name = "chessnut",
	  .said = "short",
	  .options = { .scan_us = 6400, .late_us = 500000, .short_reports = true },
	  .unread = true },
	{ .name = "certabo", .said = "", .options = { AS_IS } },
	{ .name = "certabo",
	  .said = "turned, late",
	  .options = { .scan_us = 100000, .late_us = 333000, .turned = true } },
	{ .name = "certabo", .said = "unread", .options = { .scan_us = 60000, .late_us = 300000 }, .unread = true },
	{ .name = "sentio", .said = "", .options = { AS_IS } },
	{ .name = "sentio",
	  .said = "as fast as it can",
	  .options = { .scan_us = 0, .late_us = 0 },
	  .short_time = true },
	{ .name = "sentio", .said = "turned", .options = { .scan_us = 32000, .late_us = 0, .turned = true } },
	{ .name = "millennium", .said = "", .options = { AS_IS } },
	{ .name = "millennium",
	  .said = "turned, late",
	  .options = { .scan_us = 20000, .late_us = 55000, .turned = true } },
	{ .name = "cpp", .said = "", .options = { AS_IS } },
	{ .name = "cpp", .said = "turned, late", .options = { .scan_us = 6400, .late_us = 100000, .turned = true } },
	{ .name = "cpp-plain", .said = "", .options = { AS_IS } },
	{ .name = "native", .said = "", .options = { AS_IS, .sensors = BOARD_PRESENCE } },
	{ .name = "native",
	  .said = "piece-id",
	  .options = { AS_IS, .sensors = BOARD_PIECE_ID, .serial = "HALL-9" },
	  .named = true },
	{ .name = "native-10x10", .said = "unread", .options = { AS_IS, .sensors = BOARD_PRESENCE }, .unread = true },
	{ .name = "native-10x10", .said = "piece-id", .options = { AS_IS, .sensors = BOARD_PIECE_ID }, .named = true },
};

/* A native board takes this for what tells one start from the next: the same each time. */
ssize_t getrandom(void *buf, size_t size, unsigned flags)
{
	static uint8_t next;

	if (next % 3 == 2)
		size--;
	memset(buf, ++next, size);
	return (ssize_t)size;
}

struct table {
	struct emulated *board;
	const struct variant *variant;
	const struct host *host;
	struct chance chance;
	FILE *out;
	char hand[64];
	unsigned held;
	enum board_side side;
	char before[3000]; /* what was sent last */
	unsigned again;
};

static unsigned below(struct table *t, unsigned n)
{
	return chance_below(&t->chance, n);
}

/* --- what is kept --- */

static void end_of_repeats(struct table *t)
{
	if (t->again)
		fprintf(t->out, "        < the same %u times\n", t->again);
	t->again = 0;
}

static void say(struct table *t, const char *format, ...)
{
	va_list args;

	end_of_repeats(t);
	fprintf(t->out, "%7.3f ", (double)t->board->now_us / 1e6);
	va_start(args, format);
	vfprintf(t->out, format, args);
	va_end(args);
	fputc('\n', t->out);
}

static bool is_text(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((bytes[i] < ' ' && bytes[i] != '\r' && bytes[i] != '\n') || bytes[i] > '~')
			return false;
	return true;
}

/* All of what is short; of what is long its beginning and a number that all of it has a part in. */
static void bytes_to_text(const uint8_t *bytes, size_t n, char *text)
{
	uint32_t sum = 2166136261u;
	const size_t most = n <= 80 ? n : 24;
	const bool plain = is_text(bytes, n);

	*text = '\0';
	for (size_t i = 0; i < n; i++)
		sum = (sum ^ bytes[i]) * 16777619u;
	for (size_t i = 0; i < most; i++)
		if (plain && bytes[i] >= ' ')
			text += sprintf(text, "%c", bytes[i]);
		else if (plain)
			text += sprintf(text, "%s", bytes[i] == '\n' ? "\\n" : "\\r");
		else
			text += sprintf(text, "%02x", bytes[i]);
	if (most < n)
		sprintf(text, "… %zu bytes %08x", n, sum);
}

static void hear(struct table *t, const uint8_t *bytes, size_t n)
{
	char text[300];

	bytes_to_text(bytes, n, text);
	if (strcmp(text, t->before) == 0) {
		t->again++;
	} else {
		say(t, "< %s", text);
		snprintf(t->before, sizeof(t->before), "%s", text);
	}
}

static void take(struct table *t)
{
	struct emulated *e = t->board;
	uint8_t report[NATIVE_REPLY_SIZE];
	size_t n;

	if (e->size)
		hear(t, e->out, e->size);
	e->size = 0;
	while (e->kind->native && (n = native_next_report(e->kind->native(e), report))) {
		hear(t, report, n);
		native_report_taken(e->kind->native(e), true);
	}
	if (*e->shown) {
		char *line = e->shown, *end;

		assert_true(strlen(e->shown) < sizeof(e->shown));
		while ((end = strchr(line, '\n'))) {
			*end = '\0';
			say(t, "shows %s", line);
			line = end + 1;
		}
		if (*line)
			say(t, "shows %s", line);
		*e->shown = '\0';
	}
	if (e->harm)
		say(t, "harm %02x", e->harm);
	e->harm = 0;
}

/* --- the host --- */

static size_t of_hex(const char *text, uint8_t *bytes)
{
	size_t n = 0;
	unsigned byte;

	for (; sscanf(text, "%2x", &byte) == 1; text += 2)
		bytes[n++] = (uint8_t)byte;
	return n;
}

/* Odd parity, and the characters' exclusive or behind them. */
static size_t of_millennium(struct table *t, const char *word, uint8_t *bytes)
{
	char text[200];
	uint8_t sum = 0;
	size_t n;

	if (strcmp(word, "lights") == 0) {
		n = (size_t)sprintf(text, "L%02X", below(t, 256));
		for (unsigned i = 0; i < 81; i++)
			n += (size_t)sprintf(text + n, "%02X", below(t, 4) ? 1 + below(t, 255) : 0);
	} else {
		n = (size_t)sprintf(text, "%s", word);
	}
	for (size_t i = 0; i < n; i++)
		sum ^= (uint8_t)text[i];
	n += (size_t)sprintf(text + n, "%02X", below(t, 12) ? sum : sum ^ 1);
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)(text[i] | (__builtin_popcount((unsigned)text[i]) % 2 ? 0 : 0x80));
	if (below(t, 12) == 0)
		bytes[below(t, (unsigned)n)] ^= 0x80;
	return n;
}

static size_t native_lights(struct table *t, const char *word, uint8_t *bytes)
{
	const unsigned cells = emulated_cells(t->board) - (*word == 'f');
	struct socket_request request = { .kind = SOCKET_REQUEST, .bmRequestType = 0x41, .bRequest = SBW_REQ_SET_LEDS };

	request.wLength = (uint16_t)cells;
	memcpy(bytes, &request, sizeof(request));
	for (unsigned i = 0; i < cells; i++)
		bytes[sizeof(request) + i] = *word != 'n' && below(t, 9) == 0 ? (uint8_t)(1 + below(t, 255)) : 0;
	return sizeof(request) + cells;
}

static void host_says(struct table *t)
{
	const struct emulated_kind *kind = t->board->kind;
	unsigned count = 0;
	uint8_t bytes[512], reply[SOCKET_MESSAGE_SIZE];
	const char *word;
	char text[300], answer[300] = "";
	size_t n;

	while (count < 48 && t->host->words[count])
		count++;
	word = t->host->words[below(t, count)];
	if (*word == '=')
		n = of_hex(word + 1, bytes);
	else if (*word == '%')
		n = of_millennium(t, word + 1, bytes);
	else if (strstr(word, "lights"))
		n = native_lights(t, word, bytes);
	else
		memcpy(bytes, word, n = strlen(word));
	if (below(t, 20) == 0 && n > 1)
		n -= below(t, (unsigned)n);
	bytes_to_text(bytes, n, text);
	if (kind->native)
		bytes_to_text(reply, socket_link_answer(kind->native(t->board), bytes, n, reply), answer);
	say(t, "> %s%s%s", text, *answer ? ": " : "", answer);
	for (size_t i = 0; kind->receive && i < n; i++)
		kind->receive(t->board, bytes[i]);
}

/* --- the hands --- */

static void act(struct table *t, struct board_event ev, const char *format, ...)
{
	char text[80];
	va_list args;
	int r;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	r = emulated_apply(t->board, &ev);
	say(t, "%s%s", text, r == 0 ? "" : r == -EINVAL ? ": no" : ": what?");
}

static void whole_board(struct table *t)
{
	struct board_squares squares = { .count = (uint8_t)(emulated_cells(t->board) - (below(t, 4) == 0)) };

	memcpy(squares.squares, t->board->stands, sizeof(squares.squares));
	for (unsigned i = 0; i < 3; i++)
		squares.squares[below(t, emulated_cells(t->board))] = "Qqp.?"[below(t, below(t, 3) ? 4 : 5)];
	act(t, (struct board_event){ .type = BOARD_EVENT_SQUARES, .squares = &squares }, "squares %.*s",
	    (int)squares.count, squares.squares);
}

static void move_a_piece(struct table *t)
{
	const unsigned cells = emulated_cells(t->board), square = below(t, cells);
	const bool named = t->variant->named || t->board->kind->sensors == BOARD_PIECE_ID;
	struct board_event ev = { .type = BOARD_EVENT_PLACE, .square = (uint8_t)square };

	if (t->held < 8 && (t->held == 0 || below(t, 2))) {
		unsigned from = square;

		while (t->board->stands[from] == '.')
			from = (from + 1) % cells;
		t->hand[t->held++] = t->board->stands[from];
		ev.type = BOARD_EVENT_LIFT;
		ev.square = (uint8_t)from;
		act(t, ev, "lift %u", from);
		return;
	}
	ev.piece = below(t, 10) ? t->hand[--t->held] : "QRBNqrbn"[below(t, 8)];
	if (!named || below(t, 30) == 0)
		ev.piece = '?';
	act(t, ev, "place %u %c", square, ev.piece);
}

static void hands_do(struct table *t)
{
	struct emulated *e = t->board;

	switch (below(t, 12)) {
	case 0:
	case 1:
		act(t, (struct board_event){ .type = BOARD_EVENT_PRESS, .side = (uint8_t)t->side }, "press %d",
		    t->side);
		t->side = t->side == BOARD_WHITE ? BOARD_BLACK : BOARD_WHITE;
		break;
	case 2:
		if (below(t, 6) == 0)
			act(t, (struct board_event){ .type = BOARD_EVENT_PAUSE }, "pause");
		break;
	case 3:
		if (below(t, 6) == 0)
			whole_board(t);
		break;
	case 4:
		if (e->kind->start && below(t, 4) == 0) {
			e->kind->start(e, below(t, 2) ? WHITE : BLACK);
			say(t, "start");
		}
		break;
	case 5:
		if (below(t, 6) == 0) {
			e->is_plugged = !e->is_plugged;
			e->size = 0;
			if (e->is_plugged && e->kind->power)
				e->kind->power(e);
			say(t, e->is_plugged ? "plugged" : "unplugged");
		}
		break;
	default:
		move_a_piece(t);
	}
}

/* --- */

static void play(const struct variant *variant, FILE *out)
{
	const struct clock_control control = { .mode = variant->options.turned ? CLOCK_FISCHER : CLOCK_SUDDEN_DEATH,
					       .start_us = { 3605000000, 7000000 },
					       .bonus_us = variant->options.turned ? 2000000 : 0,
					       .running = NO_SIDE };
	const struct emulated_kind *kind = emulated_find(variant->name);
	struct table t = { .variant = variant, .out = out, .side = BOARD_WHITE, .chance = { 17 } };
	int64_t until_us = variant->short_time ? 200000 : 30000000;

	assert_non_null(kind);
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		if (strncmp(kind->name, hosts[i].kind, strlen(hosts[i].kind)) == 0)
			t.host = &hosts[i];
	if (strcmp(kind->name, "sentio") == 0)
		t.host = &hosts[2];
	assert_non_null(t.host);
	t.board = emulated_new(kind, &variant->options, &control, kind->width == 10 ? DRAUGHTS : START);
	assert_non_null(t.board);
	fprintf(out, "%s: %s\n", kind->name, variant->said);
	t.board->is_plugged = true;
	if (kind->power)
		kind->power(t.board);
	if (kind->start)
		kind->start(t.board, WHITE);
	while (t.board->now_us < until_us) {
		const int64_t step_us = below(&t, 3) ? (int64_t)below(&t, 90000) : (int64_t)below(&t, 900000);

		kind->advance(t.board, t.board->now_us + step_us);
		if (!variant->unread || below(&t, 40) == 0)
			take(&t);
		if (below(&t, 2))
			host_says(&t);
		if (below(&t, 2))
			hands_do(&t);
	}
	take(&t);
	end_of_repeats(&t);
	free(t.board);
}

/* A DGT board that keeps more than its memory holds, until it is asked for it. */
static void play_full_log(FILE *out)
{
	const struct emulated_options options = { AS_IS, .battery = 50 };
	const struct clock_control control = { .start_us = { 1000000, 1000000 }, .running = NO_SIDE };
	static const struct variant variant = { .name = "dgt" };
	struct table t = { .variant = &variant, .out = out };

	t.board = emulated_new(&emulated_dgt, &options, &control, START);
	assert_non_null(t.board);
	fprintf(out, "dgt: keeps all it can\n");
	for (unsigned i = 0; i < 4200; i++) {
		const struct board_event ev = { .type = i % 2 ? BOARD_EVENT_PLACE : BOARD_EVENT_LIFT,
						.square = (uint8_t)(i / 2 % 16),
						.piece = START[i / 2 % 16] };

		assert_int_equal(emulated_apply(t.board, &ev), 0);
		t.board->kind->advance(t.board, t.board->now_us + 200000 + i % 7 * 30000);
		if (i == 3900 || i == 4199)
			t.board->kind->receive(t.board, 'I');
		take(&t);
	}
	free(t.board);
}

static void boards_say_what_they_said(void **state)
{
	const char *path = getenv("FLAGFALL_EMULATED");
	char *made = NULL, line[4096];
	size_t size, at = 0;
	unsigned number = 0, others = 0;
	FILE *out = open_memstream(&made, &size), *kept;

	assert_non_null(out);
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++)
		play(&variants[i], out);
	play_full_log(out);
	fclose(out);
	kept = fopen(path ? path : EMULATED, path ? "w" : "r");
	assert_non_null(kept);
	if (path)
		fputs(made, kept);
	while (!path && others < 5 && fgets(line, sizeof(line), kept)) {
		const size_t n = strcspn(made + at, "\n") + (made[at + strcspn(made + at, "\n")] == '\n');

		number++;
		if (strlen(line) != n || memcmp(line, made + at, n) != 0) {
			print_message("# line %u now  %.*s# then %s", number, (int)n, made + at, line);
			others++;
		}
		at += n;
	}
	fclose(kept);
	assert_true(path || others || at == size);
	free(made);
	assert_int_equal(others, 0);
}

static void kinds_are_found_by_their_names(void **state)
{
#define IS_NAMED(kind) assert_non_null(strstr(emulated_names(), emulated_##kind.name));
	EMULATED_KINDS(IS_NAMED)
	assert_non_null(strstr(emulated_names(), "dgt, chessnut, "));
	assert_non_null(strstr(emulated_names(), " and "));
	assert_ptr_equal(emulated_find("cpp"), &emulated_cpp);
	assert_ptr_equal(emulated_find("cpp-plain"), &emulated_cpp_plain);
	assert_null(emulated_find("cp"));
	assert_null(emulated_find(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_are_found_by_their_names),
		cmocka_unit_test(boards_say_what_they_said),
	};

	return cmocka_run_group_tests_name("emulated boards", tests, NULL, NULL);
}
