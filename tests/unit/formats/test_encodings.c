/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairings in the encodings that programs write: read as what they are, said, and never taken for something else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

#define CSV "table,white,black\r\n"

static struct pairings read_bytes(const char *text, size_t size)
{
	struct text_fault fault = { 0 };
	struct pairings p;

	if (pairings_read(text, size, 1, &p, &fault) < 0)
		fail_msg("%u:%u: %s", fault.line, fault.column, fault.reason);
	return p;
}

static void expect(const struct pairings *p, const char *encoding, const char *white, const char *note)
{
	assert_string_equal(p->encoding, encoding);
	assert_string_equal(p->list[0].player[0].name, white);
	assert_int_equal(p->note_count, note ? 1 : 0);
	if (note)
		assert_string_equal(p->notes[0].reason, note);
}

/* In UTF-16 of either order, with a mark or without. */
static size_t wide(const char *ascii, bool big, bool mark, char *to)
{
	size_t n = 0;

	if (mark) {
		to[n++] = big ? '\xfe' : '\xff';
		to[n++] = big ? '\xff' : '\xfe';
	}
	for (; *ascii; ascii++) {
		const unsigned c = *ascii == '~' ? 0x153 : (unsigned char)*ascii; /* ~ is œ */

		to[n + !big] = (char)(c >> 8);
		to[n + big] = (char)c;
		n += 2;
	}
	return n;
}

static void utf_16(void **state)
{
	char text[400];

	for (int form = 0; form < 4; form++) {
		const size_t size = wide(CSV "1,B~uf,Berg\r\n", form & 1, form & 2, text);
		struct pairings p = read_bytes(text, size);

		expect(&p, form & 1 ? "utf-16be" : "utf-16le", "Bœuf", "it is read as UTF-16: \"Bœuf\"");
		assert_int_equal(text_mark(p.text, p.text_size), form & 2 ? 3 : 0);
		pairings_done(&p);
	}
	{
		const size_t size = wide(CSV "1,B~uf,Berg\r\n", false, true, text);
		struct text_fault fault = { 0 };
		struct pairings p;

		assert_int_equal(pairings_read(text, size - 1, 1, &p, &fault), -22);
		assert_non_null(strstr(fault.reason, "within a character"));
		assert_int_equal(fault.line, 2);
		memcpy(text + 2 + 2 * strlen(CSV) + 4, "\x3c\xd8\xb0\xdf",
		       4); /* half and half: one character beyond 16 bits */
		p = read_bytes(text, size);
		assert_string_equal(p.list[0].player[0].name, "\xf0\x9f\x8e\xb0uf");
		pairings_done(&p);
	}
}

static void windows_1252(void **state)
{
	static const char text[] = CSV
		"1,\"M\xfcller, J\xf6rg\",Berg\r\n2,\"Se\xf1or, \xd1\",\x8eizka\r\n3,A,\xd8re\r\n";
	struct pairings p = read_bytes(text, strlen(text));

	expect(&p, "windows-1252", "Müller, Jörg",
	       "it is read as Windows-1252: \"Müller, Jörg\", \"Señor, Ñ\", \"Žizka\"");
	pairings_done(&p);
}

/* ASCII is UTF-8, and what is UTF-8 is nothing else; without a name that shows it, it is said all the same. */
static void what_needs_no_word(void **state)
{
	static const char plain[] = CSV "1,A,B\r\n", utf8[] = "\xef\xbb\xbf" CSV "1,Müller,B\r\n",
			  tag[] = "[Event \"Gro\xdf\"]\n[White \"A\"]\n[Black \"B\"]\n\n*\n";
	struct pairings p = read_bytes(plain, strlen(plain));

	expect(&p, "", "A", NULL);
	pairings_done(&p);
	p = read_bytes(utf8, strlen(utf8));
	expect(&p, "", "Müller", NULL);
	pairings_done(&p);
	p = read_bytes(tag, strlen(tag));
	expect(&p, "windows-1252", "A", "it is read as Windows-1252");
	pairings_done(&p);
}

/* Each byte is a character, and comes back as it was. */
static void each_byte(void **state)
{
	for (unsigned c = 0x80; c < 0x100; c++) {
		const char text[] = { (char)c, ' ' };
		struct text_fault fault;
		const char *encoding;
		size_t size = 0;
		char *ret;

		assert_return_code(text_decode(text, 2, &ret, &size, &encoding, &fault), 0);
		assert_string_equal(encoding, "windows-1252");
		assert_true(text_is_utf8(ret, size));
		assert_int_equal(text_length(ret, size), 2);
		if (c >= 0xa0)
			assert_int_equal((ret[0] & 0x3) << 6 | (ret[1] & 0x3f), c);
		free(ret);
	}
}

/* A name that was cut within a character is no Windows-1252. */
static void cut_within_a_character(void **state)
{
	static const struct {
		const char *text;
		unsigned line, column;
	} texts[] = {
		{ CSV "1,\"B\xc4\x93rzi\xc5\x86\xc5\",B\n", 2, 10 },
		{ CSV "1,M\xc3\xbcller,A\n2,\xc3,B\n", 3, 3 },
		{ CSV "1,\xe2\x82\xac,A\n2,\xe2\x82,B\n", 3, 3 },
		{ CSV "1,M\xc3\xbcller,A\xc3", 2, 11 },
	};
	static const char upper[] = CSV "1,ANDR\xc9,B\n"; /* no character of UTF-8 is there */
	struct pairings p;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct text_fault fault = { 0 };

		assert_int_equal(pairings_read(texts[i].text, strlen(texts[i].text), 1, &p, &fault), -22);
		if (!strstr(fault.reason, "a character is cut off") || fault.line != texts[i].line ||
		    fault.column != texts[i].column)
			fail_msg("%zu: %u:%u: %s", i, fault.line, fault.column, fault.reason);
	}
	p = read_bytes(upper, strlen(upper));
	assert_string_equal(p.list[0].player[0].name, "ANDRÉ");
	pairings_done(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf_16),
		cmocka_unit_test(windows_1252),
		cmocka_unit_test(what_needs_no_word),
		cmocka_unit_test(each_byte),
		cmocka_unit_test(cut_within_a_character),
	};

	return cmocka_run_group_tests_name("encodings", tests, NULL, NULL);
}
