/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal's log that somebody else has written: any bytes, or lines of a sound one that were changed, repeated,
 * exchanged, taken out, or written anew with digests that fit. It opens, or is refused with a sentence; what is read of
 * it is in order; and where no digest was forged no game is read as if nothing had been: either its lines are those
 * that were written, or it is said that they are not.
 *
 * The input is a letter: "r" and the log's bytes, or changes, a line each: a letter, a line's number (two digits), and
 * a text. x: the line gone, d: once more, s: exchanged with the next, t: a text in it from its middle on, b: a byte; f:
 * the whole text behind the digest is another one, and the log is made anew around it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/chain-log.h"
#include "daemon/journal/journal.h"
#include "tests/fuzz/fuzz.h"

#define GAMES 3
#define INPUTS 9
#define CHANGES 6
#define LINES 120

const char *const fuzz_seeds[] = { "x10\n",
				   "d12\ns13\n",
				   "t20{\"type\":\"lift\"}\n",
				   "b05\xff\n",
				   "f10input 1 {\"t_us\":5}\n",
				   "f02game 1 {}\n",
				   "f02game 1 []\n",
				   "f02game 2 {\"board\":\"B\"}\n",
				   "f30state 2 {\"state\":\"over\",\"result\":\"1-0\"}\n",
				   "f30state 9 nothing\n",
				   "f08event club {\"name\":\"club\"}\nf09round club {\"round\":1,\"is\":{}}\n",
				   "f08act club {\"round\":1,\"is\":3}\n",
				   "f07rulebook 00000000000000000000000000000000 []\n",
				   "f02game 18446744073709551615 {\"board\":\"B\",\"setup\":{},\"time\":{}}\n",
				   "f02game ../../x {\"board\":\"B\"}\n",
				   "r",
				   "r00000000000000000000000000000000 log 1 {}\n",
				   NULL };
const char *const fuzz_words[] = { "x",		  "d",		"s",
				   "t",		  "b",		"f",
				   "r",		  "\n",		"game ",
				   "input ",	  "ruling ",	"state ",
				   "time ",	  "event ",	"round ",
				   "act ",	  "batch ",	"log ",
				   "rulebook ",	  "running",	"recorded",
				   "unrecovered", "{}",		"[]",
				   "\"after\":",  "\"bytes\":", "18446744073709551615",
				   "-1",	  NULL };
/* Each writes a journal and opens it twice. */
const unsigned fuzz_runs = 120;

static struct {
	char folder[64], journal[80], path[112];
	char *text; /* of the segment */
	char *seen;
	size_t size;
} base;

static void text_of(unsigned game, unsigned n, char text[static 80])
{
	snprintf(text, 80, "{\"type\":\"tick\",\"t_us\":%u,\"of\":%u}", 1000 * n, game);
}

static char *read_all(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *text;

	FUZZ_ASSERT(fd >= 0 && fstat(fd, &st) == 0);
	text = calloc(1, (size_t)st.st_size + 1);
	FUZZ_ASSERT(text && read(fd, text, (size_t)st.st_size) == st.st_size);
	close(fd);
	*size = (size_t)st.st_size;
	return text;
}

static void drop_files(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", base.folder);
	FUZZ_ASSERT(system(command) == 0);
	free(base.text);
	free(base.seen);
}

static void make_base(void)
{
	struct journal *j;
	char err[256], text[80], path[112];
	size_t size;

	snprintf(base.folder, sizeof(base.folder), "%s/flagfall-fuzz-XXXXXX",
		 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	FUZZ_ASSERT(mkdtemp(base.folder));
	snprintf(base.journal, sizeof(base.journal), "%s/journal", base.folder);
	snprintf(base.path, sizeof(base.path), "%s/00000001.log", base.journal);
	FUZZ_ASSERT(journal_open(base.journal, NULL, &j, err) == 0);
	for (unsigned g = 1; g <= GAMES; g++) {
		FUZZ_ASSERT(journal_next_game(j) == g);
		FUZZ_ASSERT(journal_stage_game(j, g,
					       &(struct journal_start){ "B", "{\"white\":\"A\"}", "{\"zero\":1}", "{}",
									"[]" }) == 0);
		for (unsigned n = 0; n < INPUTS; n++) {
			text_of(g, n, text);
			FUZZ_ASSERT(journal_stage_input(j, g, text) == 0);
			FUZZ_ASSERT(journal_stage_ruling(j, g, text) == 0);
			if (n % 3 == 2)
				FUZZ_ASSERT(journal_submit(j, false) == 1 && journal_finish(j, true) == 0);
		}
	}
	base.text = read_all(base.path, &base.size);
	base.size = strlen(base.text); /* the rest is room */
	snprintf(path, sizeof(path), "%s/seen", base.journal);
	base.seen = read_all(path, &size);
	journal_close(j);
}

static void put_file(const char *name, const char *text, size_t size)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", base.journal, name);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	FUZZ_ASSERT(fd >= 0 && write(fd, text, size) == (ssize_t)size);
	close(fd);
}

/* --- lines --- */

struct part {
	char *text; /* without its end */
	size_t size;
	bool is_forged;
};

struct parts {
	struct part part[LINES + 2 * CHANGES];
	unsigned count;
};

static void split(struct parts *p, const char *text, size_t size)
{
	p->count = 0;
	for (const char *at = text, *end = text + size; at < end && p->count < LINES;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		const size_t length = (size_t)((stop ? stop : end) - at);

		p->part[p->count++] = (struct part){ strndup(at, length), length, false };
		at += length + 1;
	}
}

/* True: it did not forge a digest. */
static bool change(struct parts *p, const char *line, size_t size)
{
	const unsigned n = size < 3 ? p->count : ((unsigned char)line[1] % 10u * 10u + (unsigned char)line[2] % 10u);
	struct part *part = &p->part[n], other;

	if (n >= p->count)
		return true;
	switch (line[0]) {
	case 'x':
		free(part->text);
		memmove(part, part + 1, (--p->count - n) * sizeof(*part));
		break;
	case 'd':
		memmove(part + 1, part, (p->count++ - n) * sizeof(*part));
		part->text = malloc(part->size + 1);
		memcpy(part->text, part[1].text, part->size + 1);
		break;
	case 's':
		if (n + 1 < p->count) {
			other = part[0];
			part[0] = part[1];
			part[1] = other;
		}
		break;
	case 't':
		for (size_t i = 0; i + 3 < size && part->size / 2 + i < part->size; i++)
			part->text[part->size / 2 + i] = line[3 + i];
		break;
	case 'b':
		if (size > 3 && part->size)
			part->text[(unsigned char)line[3] % part->size] ^= 1;
		break;
	case 'f':
		free(part->text);
		part->size = size - 3 + CHAIN_DIGITS + 1;
		part->text = malloc(part->size + 1);
		memset(part->text, '0', CHAIN_DIGITS);
		part->text[CHAIN_DIGITS] = ' ';
		memcpy(part->text + CHAIN_DIGITS + 1, line + 3, size - 3);
		part->text[part->size] = '\0';
		part->is_forged = true;
		return false;
	}
	return true;
}

/* The digest of the last line before this one with the same id. */
static void digest_before(const struct parts *p, unsigned n, chain_digest ret)
{
	struct chain_line line, other;

	memcpy(ret, chain_first, sizeof(chain_digest));
	if (!chain_line_parse(p->part[n].text, p->part[n].size, &line) || line.kind == CHAIN_GAME)
		return;
	for (unsigned i = 0; i < n; i++)
		if (chain_line_parse(p->part[i].text, p->part[i].size, &other) && other.kind > CHAIN_RULEBOOK &&
		    line.kind > CHAIN_RULEBOOK && strcmp(other.id, line.id) == 0)
			memcpy(ret, other.digest, sizeof(chain_digest));
}

/* Lines in one batch behind the segment's head, each that was forged with a digest that fits. */
static char *forge(struct parts *p, size_t *size)
{
	struct chain_batch batch = { .number = 1, .next_game = GAMES + 1 };
	char head[CHAIN_BATCH_LINE], *body = NULL, *all = NULL;
	chain_digest digest;
	size_t length;
	FILE *out = open_memstream(&body, &batch.bytes);

	for (unsigned i = 1; i < p->count; i++) {
		struct part *part = &p->part[i];

		if (memmem(part->text, part->size, " batch ", 7))
			continue;
		if (part->is_forged) {
			digest_before(p, i, digest);
			chain_digest_of(digest, part->text + CHAIN_DIGITS + 1, part->size - CHAIN_DIGITS - 1, digest);
			memcpy(part->text, digest, CHAIN_DIGITS);
		}
		fwrite(part->text, 1, part->size, out);
		fputc('\n', out);
	}
	fclose(out);
	snprintf(batch.after, sizeof(batch.after), "%.32s", p->part[0].text);
	length = chain_batch_format(&batch, body, head, digest);
	out = open_memstream(&all, size);
	fprintf(out, "%s\n%.*s", p->part[0].text, (int)length, head);
	fwrite(body, 1, batch.bytes, out);
	fclose(out);
	free(body);
	return all;
}

static char *joined(const struct parts *p, size_t *size)
{
	char *all = NULL;
	FILE *out = open_memstream(&all, size);

	for (unsigned i = 0; i < p->count; i++) {
		fwrite(p->part[i].text, 1, p->part[i].size, out);
		fputc('\n', out);
	}
	fclose(out);
	return all;
}

/* --- what is read --- */

struct seen {
	unsigned game, rows, wrong;
	bool is_here[GAMES + 1], is_unrecovered[GAMES + 1];
};

static int on_game(void *userdata, const struct journal_game *game)
{
	struct seen *seen = userdata;

	FUZZ_ASSERT(game->board && game->setup && game->time && game->state);
	if (game->number >= 1 && game->number <= GAMES) {
		seen->is_here[game->number] = true;
		seen->is_unrecovered[game->number] = strcmp(game->state, "unrecovered") == 0;
	}
	return 0;
}

static int on_row(void *userdata, uint64_t n, const char *json)
{
	struct seen *seen = userdata;
	char text[80];

	FUZZ_ASSERT(json && n == seen->rows);
	text_of(seen->game, seen->rows++, text);
	seen->wrong += strcmp(text, json) != 0;
	return 0;
}

static int on_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	struct journal *j = userdata;

	FUZZ_ASSERT(event && json);
	if (round_json) {
		journal_acts(j, event, round, on_row, &(struct seen){ .rows = 1 });
		journal_round_source(j, event, round, on_row, &(struct seen){ .rows = round });
	}
	return 0;
}

static void check(struct journal *j, bool is_plain)
{
	struct seen seen = { 0 };
	bool told = journal_told(j)[0];
	int r = journal_unfinished(j, on_game, &seen);

	FUZZ_ASSERT(r == 0 || journal_error(j)[0]);
	for (unsigned g = 1; g <= GAMES; g++) {
		char *books = NULL;
		int inputs, rulings;

		seen.game = g;
		seen.rows = seen.wrong = 0;
		inputs = journal_inputs(j, g, on_row, &seen);
		FUZZ_ASSERT(!is_plain || told || (seen.is_here[g] && inputs == 0 && seen.rows == INPUTS));
		FUZZ_ASSERT(!is_plain || !seen.wrong);
		seen.rows = seen.wrong = 0;
		rulings = journal_rulings(j, g, on_row, &seen);
		FUZZ_ASSERT(!is_plain || told || (rulings == 0 && seen.rows == INPUTS));
		FUZZ_ASSERT(!is_plain || !seen.wrong);
		r = journal_rulebooks(j, g, &books);
		free(r == 0 ? books : NULL);
	}
	journal_events(j, on_event, j);
}

static void open_twice(bool is_plain)
{
	for (int i = 0; i < 2; i++) {
		struct journal *j;
		char err[256] = "";
		int r = journal_open(base.journal, NULL, &j, err);

		FUZZ_ASSERT(r == 0 || err[0]);
		if (r < 0)
			return;
		if (i == 0)
			check(j, is_plain);
		journal_settle(j);
		if (i == 0)
			check(j, is_plain);
		if (journal_submit(j, false) > 0)
			journal_finish(j, true);
		journal_close(j);
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct parts *p = calloc(1, sizeof(*p));
	const char *line = (const char *)data, *end = line + size;
	char command[160], *text;
	bool is_plain = true;
	size_t length;

	FUZZ_ASSERT(p);
	if (!base.size) {
		make_base();
		FUZZ_ASSERT(atexit(drop_files) == 0);
	}
	split(p, base.text, base.size);
	if (size && *line == 'r') {
		text = malloc(size);
		FUZZ_ASSERT(text);
		memcpy(text, line + 1, length = size - 1);
	} else {
		for (unsigned i = 0; i < CHANGES && line < end && *line; i++) {
			const char *stop = memchr(line, '\n', (size_t)(end - line));
			const size_t n = (size_t)((stop ? stop : end) - line);

			is_plain &= change(p, line, n);
			line += n + 1;
		}
		text = is_plain ? joined(p, &length) : forge(p, &length);
	}
	snprintf(command, sizeof(command), "rm -rf '%s'", base.journal);
	FUZZ_ASSERT(system(command) == 0 && mkdir(base.journal, 0700) == 0);
	put_file("00000001.log", text, length);
	if (is_plain)
		put_file("seen", base.seen, strlen(base.seen));
	free(text);
	while (p->count > 0)
		free(p->part[--p->count].text);
	free(p);
	open_twice(is_plain);
}
