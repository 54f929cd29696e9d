/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dictionaries a{sv} of method calls, as a client may send them: any keys, any types, any contents. What is taken has
 * the type that the key has; what is not is refused with a sentence; either way the message can be let go of.
 *
 * The bytes are instructions: a key (of the list, or bytes), a type, and a content.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/bus/replies.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/shell/known-details.h"

#define ENTRIES 12

const char *const fuzz_seeds[] = { "0shello",
				   "1i12345678",
				   "1s42|",
				   "2b1",
				   "2strue|",
				   "3Aone|two|",
				   "4Mkey|one line|",
				   "5s{\"a\":1}|",
				   "1t\xff\xff\xff\xff\xff\xff\xff\xff",
				   "0va",
				   "6sother|",
				   "0d12345678",
				   "3Vx",
				   "1x12345678"
				   "2b0"
				   "0sline|",
				   NULL };
const char *const fuzz_words[] = { "|",
				   "0s",
				   "1s",
				   "2s",
				   "3A",
				   "4M",
				   "5s",
				   "1y",
				   "1n",
				   "1q",
				   "1u",
				   "true",
				   "false",
				   "0x10",
				   "-9223372036854775808",
				   "99999999999999999999",
				   "{",
				   "}",
				   "[1]",
				   "\n",
				   "\t",
				   "\x7f",
				   "\xc3\xa9",
				   "{\"a\":{\"a\":1},\"a\":2}",
				   NULL };
const unsigned fuzz_runs = 5000;

static sd_bus *bus;

/* Nobody is at the other end: messages are only made. */
static void open_bus(void)
{
	int fds[2];

	FUZZ_ASSERT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) == 0);
	FUZZ_ASSERT(sd_bus_new(&bus) >= 0 && sd_bus_set_fd(bus, fds[0], fds[0]) >= 0 && sd_bus_start(bus) >= 0);
}

struct bytes {
	const uint8_t *at, *end;
};

static uint64_t take(struct bytes *b, unsigned n)
{
	uint64_t v = 0;

	while (n-- && b->at < b->end)
		v = v << 8 | *b->at++;
	return v;
}

/* Up to the next bar. Static, one at a time. */
static const char *take_text(struct bytes *b)
{
	static char text[1200];
	size_t n = 0;

	while (b->at < b->end && *b->at != '|' && n < sizeof(text) - 1)
		text[n++] = (char)*b->at++;
	b->at += b->at < b->end;
	text[n] = '\0';
	return text;
}

/* False: sd-bus itself does not let it through, as a text that is no UTF-8. */
static bool put_basic(sd_bus_message *m, char type, struct bytes *b)
{
	union {
		uint64_t t;
		double d;
		int b;
	} v = { 0 };
	char signature[2] = { type, 0 };

	if (sd_bus_message_open_container(m, 'v', signature) < 0)
		return false;
	if (type == 's' || type == 'o' || type == 'g') {
		if (sd_bus_message_append_basic(m, type, take_text(b)) < 0)
			return false;
	} else {
		v.t = take(b, type == 'y' || type == 'b' ? 1 : strchr("nq", type) ? 2 : strchr("iu", type) ? 4 : 8);
		if (type == 'b')
			v.b = v.t & 1;
		if (sd_bus_message_append_basic(m, type, &v) < 0)
			return false;
	}
	return sd_bus_message_close_container(m) >= 0;
}

static bool put_list(sd_bus_message *m, bool is_map, struct bytes *b)
{
	unsigned n = (unsigned)take(b, 1) % 4;

	if (sd_bus_message_open_container(m, 'v', is_map ? "a{ss}" : "as") < 0 ||
	    sd_bus_message_open_container(m, 'a', is_map ? "{ss}" : "s") < 0)
		return false;
	while (n--) {
		char key[1200];

		if (is_map) {
			snprintf(key, sizeof(key), "%s", take_text(b));
			if (sd_bus_message_append(m, "{ss}", key, take_text(b)) < 0)
				return false;
		} else if (sd_bus_message_append_basic(m, 's', take_text(b)) < 0) {
			return false;
		}
	}
	return sd_bus_message_close_container(m) >= 0 && sd_bus_message_close_container(m) >= 0;
}

static bool put_entry(sd_bus_message *m, struct bytes *b)
{
	static const char basic[] = "ynqiuxtbsdog";
	unsigned key = (unsigned)take(b, 1) - '0';
	char type = (char)take(b, 1);
	bool good;

	if (sd_bus_message_open_container(m, 'e', "sv") < 0 ||
	    sd_bus_message_append_basic(m, 's', key < 6 ? known_details[key].key : take_text(b)) < 0)
		return false;
	if (type == 'A' || type == 'M')
		good = put_list(m, type == 'M', b);
	else if (type == 'V')
		good = sd_bus_message_append(m, "v", "v", "s", "inner") >= 0;
	else if (type == 'D')
		good = sd_bus_message_append(m, "v", "a{sv}", 1, "a", "u", 7) >= 0;
	else
		good = put_basic(m, type && strchr(basic, type) ? type : basic[(unsigned char)type % 12], b);
	return good && sd_bus_message_close_container(m) >= 0;
}

static void check(const json_t *object)
{
	const char *key;
	json_t *value;
	char *text = json_dumps(object, 0);

	FUZZ_ASSERT(text); /* NULL: a text in it is no UTF-8 */
	free(text);
	json_object_foreach((json_t *)object, key, value) {
		const struct detail *d = known_details;

		while (d->key && strcmp(d->key, key))
			d++;
		FUZZ_ASSERT(d->key);
		FUZZ_ASSERT(d->type == DETAIL_TEXT ? json_is_string(value) && json_string_length(value) <= 1000 &&
							     !strpbrk(json_string_value(value), "\n\r\t\x7f") :
			    d->type == DETAIL_NUMBER  ? json_is_integer(value) :
			    d->type == DETAIL_BOOLEAN ? json_is_boolean(value) :
			    d->type == DETAIL_TEXTS   ? json_is_array(value) :
							json_is_object(value));
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct bytes b = { data, data + size };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m = NULL;
	json_t *object = json_object();
	bool good = true;
	int r;

	if (!bus)
		open_bus();
	FUZZ_ASSERT(sd_bus_message_new_method_call(bus, &m, "a.b", "/", "a.b", "C") >= 0);
	FUZZ_ASSERT(sd_bus_message_open_container(m, 'a', "{sv}") >= 0);
	for (unsigned i = 0; i < ENTRIES && b.at < b.end && good; i++)
		good = put_entry(m, &b);
	if (good && sd_bus_message_close_container(m) >= 0 && sd_bus_message_append(m, "s", "behind") >= 0 &&
	    sd_bus_message_seal(m, 1, 0) >= 0 && sd_bus_message_rewind(m, true) >= 0) {
		r = details_read(m, known_details, object, &error);
		FUZZ_ASSERT(r >= 0 || (sd_bus_error_is_set(&error) && error.message && error.message[0]));
		if (r >= 0) {
			const char *behind;

			check(object);
			FUZZ_ASSERT(sd_bus_message_read(m, "s", &behind) > 0 && strcmp(behind, "behind") == 0);
		}
	}
	sd_bus_error_free(&error);
	sd_bus_message_unref(m);
	json_decref(object);
}
