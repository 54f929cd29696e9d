// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/closed-turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/packed-closed-turn.h"

/* The last turns stay as they are: nearly all that is asked is asked of them. */
#define IN_FULL 4

/* More pages are open than one who asks for a turn may still hold. */
#define MANY_OPEN 8

_Static_assert(PAGE_ELEMENTS *PACKED_CLOSED_MAX <= PAGE_BYTES_MAX, "a page's bytes");

int closed_turns_init(struct core *core)
{
	core->closed = calloc(1, sizeof(*core->closed));
	if (!core->closed)
		return -ENOMEM;
	core->closed->size = sizeof(struct closed_turn);
	return 0;
}

void closed_turns_done(struct core *core)
{
	if (core->closed)
		page_list_done(core->closed);
	free(core->closed);
}

/* What the page before it left. */
static struct closed_packing packing_before(const struct core *core, unsigned page)
{
	struct closed_packing p = { .turn.game = core->game };
	struct closed_turn scratch;
	size_t length;

	for (unsigned i = page - page % PAGE_GROUP; i < page; i++) {
		const unsigned char *at = page_list_bytes(core->closed, i, &length);

		for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
			at = unpack_closed_turn(&p, at, false, &scratch);
	}
	return p;
}

static struct closed_turn *open_page(const struct core *core, unsigned ply)
{
	const unsigned page = ply / PAGE_ELEMENTS;
	struct closed_turn *closed = page_list_open(core->closed, page);
	const unsigned char *at;
	struct closed_packing p;
	size_t length;

	if (!closed) {
		/* another one, so that there is one: who has asked is told when the pass is over */
		core->closed->failed = true;
		return (struct closed_turn *)(void *)core->closed->open->elements;
	}
	at = page_list_bytes(core->closed, page, &length);
	p = packing_before(core, page);
	for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
		at = unpack_closed_turn(&p, at, true, &closed[k]);
	return &closed[ply % PAGE_ELEMENTS];
}

struct closed_turn *closed_at(const struct core *core, unsigned ply)
{
	struct closed_turn *closed = page_list_element(core->closed, ply);

	return closed ? closed : open_page(core, ply);
}

static size_t write_page(const struct core *core, unsigned page, unsigned char bytes[static PAGE_BYTES_MAX])
{
	struct closed_packing p = packing_before(core, page);
	unsigned char *to = bytes;

	for (unsigned k = 0; k < PAGE_ELEMENTS; k++)
		to = pack_closed_turn(&p, to, closed_at(core, page * PAGE_ELEMENTS + k));
	return (size_t)(to - bytes);
}

static int pack_page(const struct core *core, unsigned page)
{
	struct page_list *list = core->closed;
	unsigned char bytes[PAGE_BYTES_MAX];
	size_t length = write_page(core, page, bytes), old_length;
	const unsigned char *old = page_list_bytes(list, page, &old_length);
	const unsigned end = page_list_group_end(list, page);
	int r = 0;

	if (old && old_length == length && !memcmp(old, bytes, length))
		return 0;
	/* the bytes of those behind it say what is different from this one */
	for (unsigned i = page + 1; i < end; i++)
		closed_at(core, i * PAGE_ELEMENTS);
	for (unsigned i = page; i < end && r == 0; i++) {
		length = write_page(core, i, bytes);
		r = page_list_keep(list, i, bytes, length);
	}
	return list->failed ? -ENOMEM : r;
}

int closed_turns_pack(const struct core *core)
{
	struct page_list *list = core->closed;

	for (unsigned page = page_list_next_open(list, 0);
	     page != UINT_MAX && (page + 1) * PAGE_ELEMENTS + IN_FULL <= core->closed_count;
	     page = page_list_next_open(list, page + 1)) {
		if (pack_page(core, page) < 0)
			list->failed = true;
		if (list->failed)
			break;
		page_list_close(list, page);
	}
	return list->failed ? -ENOMEM : 0;
}

void closed_turns_pack_some(const struct core *core)
{
	while (core->closed->open_count > MANY_OPEN && !core->in_pass) {
		unsigned page = page_list_long_open(core->closed);

		if (page == UINT_MAX || pack_page(core, page) < 0)
			return;
		page_list_close(core->closed, page);
	}
}

struct closed_turn *closed_turns_reserve(struct core *core)
{
	const unsigned ply = core->closed_count;
	struct closed_turn *closed;

	if (ply % PAGE_ELEMENTS)
		closed_at(core, ply - 1);
	page_list_cut(core->closed, ply);
	closed = page_list_element(core->closed, ply);
	if (!closed)
		closed = page_list_open(core->closed, ply / PAGE_ELEMENTS);
	return core->closed->failed ? NULL : closed;
}
