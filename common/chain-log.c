/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/chain-log.h"

#include <errno.h>
#include <gcrypt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHA256_BYTES 32
#define SLOTS_FIRST 64

const chain_digest chain_first = "00000000000000000000000000000000";

static const char *const names[CHAIN_KINDS] = {
	[CHAIN_HEAD] = "log",	 [CHAIN_BATCH] = "batch",   [CHAIN_RULEBOOK] = "rulebook", [CHAIN_GAME] = "game",
	[CHAIN_INPUT] = "input", [CHAIN_RULING] = "ruling", [CHAIN_TIME] = "time",	   [CHAIN_STATE] = "state",
	[CHAIN_EVENT] = "event", [CHAIN_ROUND] = "round",   [CHAIN_ACT] = "act",
};

/* --- digests --- */

int chain_begin(void)
{
	if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P))
		return 0;
	if (!gcry_check_version(NULL))
		return -ENOTSUP;
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	return 0;
}

static void digest_pieces(gcry_buffer_t *piece, int count, chain_digest ret)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t sum[SHA256_BYTES];

	gcry_md_hash_buffers(GCRY_MD_SHA256, 0, sum, piece, count);
	for (int i = 0; i < CHAIN_DIGITS / 2; i++) {
		ret[2 * i] = digits[sum[i] >> 4];
		ret[2 * i + 1] = digits[sum[i] & 15];
	}
	ret[CHAIN_DIGITS] = '\0';
}

void chain_digest_of(const chain_digest before, const char *text, size_t length, chain_digest ret)
{
	gcry_buffer_t piece[] = {
		{ .data = (void *)before, .len = CHAIN_DIGITS },
		{ .data = (void *)text, .len = length },
	};

	digest_pieces(piece, 2, ret);
}

static void batch_digest(const char *text, size_t length, const char *body, size_t bytes, chain_digest ret)
{
	gcry_buffer_t piece[] = {
		{ .data = (void *)text, .len = length },
		{ .data = (void *)body, .len = bytes },
	};

	digest_pieces(piece, 2, ret);
}

/* --- lines --- */

const char *chain_kind_name(enum chain_kind kind)
{
	return names[kind];
}

static bool is_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* A word up to the next blank, which is passed over. Its length, 0 none. */
static size_t chain_log_take_word(const char **at, const char *end, const char **word)
{
	const char *blank = memchr(*at, ' ', (size_t)(end - *at));
	size_t length = blank ? (size_t)(blank - *at) : 0;

	*word = *at;
	*at = blank ? blank + 1 : end;
	return length;
}

bool chain_line_parse(const char *text, size_t length, struct chain_line *ret)
{
	const char *at = text, *end = text + length, *word;
	size_t n = chain_log_take_word(&at, end, &word);

	if (n != CHAIN_DIGITS || memchr(text, '\0', length))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!is_digit(word[i]))
			return false;
	memcpy(ret->digest, word, n);
	ret->digest[n] = '\0';
	n = chain_log_take_word(&at, end, &word);
	for (ret->kind = 0; ret->kind < CHAIN_KINDS; ret->kind++)
		if (strlen(names[ret->kind]) == n && memcmp(names[ret->kind], word, n) == 0)
			break;
	if (ret->kind == CHAIN_KINDS)
		return false;
	n = chain_log_take_word(&at, end, &word);
	if (n == 0 || n > CHAIN_ID || at == end)
		return false;
	memcpy(ret->id, word, n);
	ret->id[n] = '\0';
	ret->text = text;
	ret->length = length;
	ret->json = at;
	ret->json_length = (size_t)(end - at);
	return true;
}

static const char *rest_of(const struct chain_line *line)
{
	return line->text + CHAIN_DIGITS + 1;
}

static size_t rest_length(const struct chain_line *line)
{
	return line->length - CHAIN_DIGITS - 1;
}

/* --- batches --- */

size_t chain_batch_format(const struct chain_batch *b, const char *body, char text[static CHAIN_BATCH_LINE],
			  chain_digest digest)
{
	int n = snprintf(text, CHAIN_BATCH_LINE,
			 "%s batch %" PRIu64 " {\"after\":\"%s\",\"bytes\":%zu,\"inputs\":%" PRIu64
			 ",\"next_game\":%" PRIu64 "}\n",
			 chain_first, b->number, b->after, b->bytes, b->inputs, b->next_game);

	batch_digest(text + CHAIN_DIGITS + 1, (size_t)n - CHAIN_DIGITS - 1, body, b->bytes, digest);
	memcpy(text, digest, CHAIN_DIGITS);
	return (size_t)n;
}

static bool parse_batch(const struct chain_line *line, struct chain_batch *ret)
{
	char text[CHAIN_BATCH_LINE];
	int used = 0;

	if (line->kind != CHAIN_BATCH || line->json_length >= sizeof(text))
		return false;
	memcpy(text, line->json, line->json_length);
	text[line->json_length] = '\0';
	ret->number = strtoull(line->id, NULL, 10);
	return sscanf(text,
		      "{\"after\":\"%32[0-9a-f]\",\"bytes\":%zu,\"inputs\":%" SCNu64 ",\"next_game\":%" SCNu64 "}%n",
		      ret->after, &ret->bytes, &ret->inputs, &ret->next_game, &used) == 4 &&
	       (size_t)used == line->json_length && strlen(ret->after) == CHAIN_DIGITS && ret->bytes <= CHAIN_BATCH_MAX;
}

/* --- owners --- */

static size_t slot_of(const struct chain_reader *r, bool is_event, const char *id)
{
	uint32_t hash = is_event ? 5381 : 177573;

	for (; *id; id++)
		hash = hash * 33 + (unsigned char)*id;
	return hash & (r->slots - 1);
}

struct chain_owner *chain_reader_find(const struct chain_reader *r, bool is_event, const char *id)
{
	struct chain_owner *o = r->slots ? r->table[slot_of(r, is_event, id)] : NULL;

	while (o && (o->is_event != is_event || strcmp(o->id, id) != 0))
		o = o->next;
	return o;
}

static int grow_table(struct chain_reader *r)
{
	const size_t had = r->slots;
	struct chain_owner **old = r->table, *o;

	r->table = calloc(had ? 2 * had : SLOTS_FIRST, sizeof(*r->table));
	if (!r->table) {
		r->table = old;
		return -ENOMEM;
	}
	r->slots = had ? 2 * had : SLOTS_FIRST;
	for (size_t i = 0; i < had; i++)
		while ((o = old[i])) {
			struct chain_owner **slot = &r->table[slot_of(r, o->is_event, o->id)];

			old[i] = o->next;
			o->next = *slot;
			*slot = o;
		}
	free(old);
	return 0;
}

static struct chain_owner *owner_of(struct chain_reader *r, const struct chain_line *line)
{
	const bool is_event = line->kind >= CHAIN_EVENT;
	struct chain_owner *o = chain_reader_find(r, is_event, line->id), **slot;

	if (o || (r->owners >= r->slots && grow_table(r) < 0))
		return o;
	o = calloc(1, sizeof(*o));
	if (!o)
		return NULL;
	slot = &r->table[slot_of(r, is_event, line->id)];
	o->is_event = is_event;
	strcpy(o->id, line->id);
	memcpy(o->last, chain_first, sizeof(chain_first));
	o->next = *slot;
	*slot = o;
	r->owners++;
	return o;
}

void chain_reader_init(struct chain_reader *r, const struct chain_sink *sink)
{
	*r = (struct chain_reader){ .sink = *sink };
	memcpy(r->digest, chain_first, sizeof(chain_first));
}

void chain_reader_done(struct chain_reader *r)
{
	struct chain_owner *o;

	for (size_t i = 0; i < r->slots; i++)
		while ((o = r->table[i])) {
			r->table[i] = o->next;
			free(o);
		}
	free(r->table);
	*r = (struct chain_reader){ 0 };
}

bool chain_reader_is_damaged(const struct chain_reader *r)
{
	return r->unsound || r->gaps;
}

/* --- what is sound --- */

static void damage(struct chain_reader *r, uint64_t offset)
{
	if (!chain_reader_is_damaged(r))
		r->first_damage = offset;
}

static bool follows(const struct chain_line *line, const chain_digest before)
{
	chain_digest digest;

	chain_digest_of(before, rest_of(line), rest_length(line), digest);
	return strcmp(digest, line->digest) == 0;
}

static int give(struct chain_reader *r, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	return r->sink.line ? r->sink.line(r->sink.userdata, line, owner, begins) : 0;
}

/* A line that stands alone, or the next of its owner. */
static int chain_log_take_line(struct chain_reader *r, const struct chain_line *line, uint64_t offset)
{
	const bool may_begin = line->kind == CHAIN_GAME || line->kind == CHAIN_EVENT;
	struct chain_owner *o;
	bool begins;

	if (line->kind <= CHAIN_RULEBOOK) {
		if (line->kind == CHAIN_RULEBOOK && follows(line, chain_first))
			return give(r, line, NULL, false);
		damage(r, offset);
		r->unsound++;
		return 0;
	}
	o = owner_of(r, line);
	if (!o)
		return -ENOMEM;
	begins = may_begin && follows(line, chain_first);
	if (begins) {
		o->inputs = o->others = o->lost = 0;
		o->broken = false;
	} else if (strcmp(o->last, line->digest) == 0) { /* it stands twice: nothing is lost by that */
		damage(r, offset);
		r->unsound++;
		return 0;
	} else if (strcmp(o->last, chain_first) == 0 || !follows(line, o->last)) {
		damage(r, offset);
		o->broken = true;
		o->lost++;
		r->unsound++;
		return 0;
	}
	o->broken = false; /* what follows from the last sound one misses nothing, whatever stands in between */
	o->lost = 0;
	memcpy(o->last, line->digest, sizeof(o->last));
	if (line->kind == CHAIN_INPUT) {
		o->inputs++;
		r->inputs++;
	} else {
		o->others++;
	}
	return give(r, line, o, begins);
}

static int take_lines(struct chain_reader *r, const char *data, size_t size, uint64_t offset)
{
	struct chain_line line;

	for (const char *at = data, *end = data + size; at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		const char *next = stop ? stop + 1 : end;
		const uint64_t here = offset + (uint64_t)(at - data);
		int r_ = 0;

		if (chain_line_parse(at, (size_t)((stop ? stop : end) - at), &line)) {
			if (line.kind > CHAIN_BATCH)
				r_ = chain_log_take_line(r, &line, here);
		} else {
			damage(r, here);
			r->unsound++;
		}
		if (r_ != 0)
			return r_;
		at = next;
	}
	return 0;
}

/* --- segments --- */

/* A line that says it is a batch's, at the beginning of data: 0 it does not, else its length with its end. */
static size_t batch_line(const char *data, size_t size, struct chain_line *line, struct chain_batch *batch)
{
	const char *stop = memchr(data, '\n', size < CHAIN_BATCH_LINE ? size : CHAIN_BATCH_LINE);

	if (!stop || !chain_line_parse(data, (size_t)(stop - data), line) || !parse_batch(line, batch))
		return 0;
	return (size_t)(stop - data) + 1;
}

/* Where the next batch begins behind the first byte; size: nowhere. */
static size_t next_batch(const char *data, size_t size)
{
	static const char word[] = " batch ";
	const char *at = data, *end = data + size, *found;
	struct chain_batch batch;
	struct chain_line line;

	while ((found = memmem(at, (size_t)(end - at), word, sizeof(word) - 1))) {
		const char *begin = found - CHAIN_DIGITS;

		if (found - data > CHAIN_DIGITS && begin > data &&
		    batch_line(begin, (size_t)(end - begin), &line, &batch))
			return (size_t)(begin - data);
		at = found + 1;
	}
	return size;
}

static int take_damaged(struct chain_reader *r, const char *data, size_t size)
{
	damage(r, r->offset);
	r->gaps++;
	return take_lines(r, data, size, r->offset);
}

/* What is behind the last whole batch: it was being written, or what was on disk once is not there any more. */
static int take_tail(struct chain_reader *r, const char *data, size_t size)
{
	if (r->offset >= r->seen_end && r->has_head) {
		r->torn = size;
		return 0;
	}
	return take_damaged(r, data, size);
}

static bool is_whole(const struct chain_line *line, const char *body, size_t bytes)
{
	chain_digest digest;

	if (bytes > 0 && body[bytes - 1] != '\n') /* no lines: what looks like its end may be room */
		return false;
	batch_digest(rest_of(line), rest_length(line) + 1, body, bytes, digest); /* with its end */
	return strcmp(digest, line->digest) == 0;
}

static int take_batch(struct chain_reader *r, const struct chain_batch *batch, const struct chain_line *line,
		      const char *body)
{
	int r_;

	if (strcmp(batch->after, r->digest) != 0) {
		damage(r, r->offset);
		r->gaps++;
	}
	r->batch = *batch;
	memcpy(r->digest, line->digest, sizeof(r->digest));
	r_ = give(r, line, NULL, false);
	return r_ ? r_ : take_lines(r, body, batch->bytes, r->offset + line->length + 1);
}

static ssize_t take_head(struct chain_reader *r, const char *data, size_t size, bool last)
{
	const char *stop = memchr(data, '\n', size);
	struct chain_line line;
	int r_;

	if (!stop && !last && size < 1024)
		return 0;
	if (!stop || !chain_line_parse(data, (size_t)(stop - data), &line) || line.kind != CHAIN_HEAD ||
	    !follows(&line, chain_first))
		return -EBADMSG;
	r->has_head = true;
	memcpy(r->digest, line.digest, sizeof(r->digest));
	r_ = give(r, &line, NULL, false);
	r->end = (uint64_t)(stop - data) + 1;
	return r_ ? r_ : (ssize_t)r->end;
}

/* One batch, or what is none. What was used, 0 more is needed. */
static ssize_t take_piece(struct chain_reader *r, const char *data, size_t size, bool last)
{
	struct chain_batch batch = { .bytes = 0 };
	struct chain_line line;
	size_t head, whole, next;
	int r_;

	if (r->offset == 0) {
		ssize_t used = take_head(r, data, size, last);

		if (used != -EBADMSG)
			return used;
	}
	head = batch_line(data, size, &line, &batch);
	whole = head + batch.bytes;
	if (head && whole > size && !last)
		return 0;
	if (head && whole <= size && is_whole(&line, data + head, batch.bytes)) {
		r_ = take_batch(r, &batch, &line, data + head);
		r->end = r->offset + whole;
		return r_ ? r_ : (ssize_t)whole;
	}
	next = size > 1 ? next_batch(data, size) : size;
	if (next < size) {
		r_ = take_damaged(r, data, next);
	} else if (last) {
		r_ = take_tail(r, data, size);
	} else {
		return 0;
	}
	return r_ ? r_ : (ssize_t)next;
}

ssize_t chain_read(struct chain_reader *r, const char *data, size_t size, bool last)
{
	size_t at = 0, written = size;

	while (last && written > 0 && !data[written - 1])
		written--;
	while (at < written) {
		ssize_t used = take_piece(r, data + at, written - at, last);

		if (used < 0)
			return used;
		if (used == 0)
			break;
		at += (size_t)used;
		r->offset += (uint64_t)used;
	}
	return (ssize_t)(last ? size : at);
}

int chain_read_lines(struct chain_reader *r, const char *data, size_t size)
{
	int r_ = take_lines(r, data, size, r->offset);

	r->offset += size;
	return r_;
}
