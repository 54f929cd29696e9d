// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/page-list.h"

#include <errno.h>
#include <limits.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* The packed pages of a group, one behind the other. */
struct page_group {
	unsigned char *bytes;
	uint16_t end[PAGE_GROUP]; /* of each page's bytes */
};

_Static_assert(PAGE_GROUP *PAGE_BYTES_MAX <= UINT16_MAX, "ends of pages");

/* More pages are open than one who asks for an element may still hold. */
#define MANY_OPEN 8

/* --- the pages that are open --- */

void *page_list_at_open(struct page_list *list, unsigned n)
{
	for (struct open_page **p = &list->open, *page; (page = *p); p = &page->next)
		if (page->number == n / PAGE_ELEMENTS) {
			*p = page->next;
			page->next = list->open;
			list->open = page;
			return page->elements + n % PAGE_ELEMENTS * list->form->element_size;
		}
	return NULL;
}

/* Its elements are not written yet. */
static unsigned char *add_open(struct page_list *list, unsigned number)
{
	struct open_page *page = malloc(sizeof(*page) + PAGE_ELEMENTS * list->form->element_size);

	if (!page)
		return NULL;
	page->number = number;
	page->next = list->open;
	list->open = page;
	list->open_count++;
	return page->elements;
}

static void close_page(struct page_list *list, unsigned number)
{
	for (struct open_page **p = &list->open, *page; (page = *p); p = &page->next)
		if (page->number == number) {
			*p = page->next;
			list->open_count--;
			free(page);
			return;
		}
}

unsigned page_list_next_open(const struct page_list *list, unsigned number)
{
	unsigned next = UINT_MAX;

	for (const struct open_page *page = list->open; page; page = page->next)
		if (page->number >= number && page->number < next)
			next = page->number;
	return next;
}

/* Of the open pages that are packed, too, the one that was asked for longest ago; UINT_MAX: none. */
static unsigned long_open(const struct page_list *list)
{
	unsigned number = UINT_MAX;

	for (const struct open_page *page = list->open; page; page = page->next)
		if (page->number < list->packed)
			number = page->number;
	return number;
}

/* --- their bytes --- */

/* Behind the last page of the same group that is packed, or that page itself is to be. */
static unsigned group_end(const struct page_list *list, unsigned page)
{
	const unsigned end = page - page % PAGE_GROUP + PAGE_GROUP, packed = list->packed < end ? list->packed : end;

	return packed > page ? packed : page + 1;
}

static size_t begin_of(const struct page_group *group, unsigned page)
{
	return page % PAGE_GROUP ? group->end[page % PAGE_GROUP - 1] : 0;
}

/* Of a group's pages, how many are packed. */
static unsigned pages_in(const struct page_list *list, unsigned group)
{
	const unsigned first = group * PAGE_GROUP;

	return list->packed <= first ? 0 : list->packed - first < PAGE_GROUP ? list->packed - first : PAGE_GROUP;
}

/* NULL: it has none. */
static const unsigned char *bytes_of(const struct page_list *list, unsigned page, size_t *length)
{
	const struct page_group *group;

	if (page >= list->packed)
		return NULL;
	group = &list->group[page / PAGE_GROUP];
	*length = group->end[page % PAGE_GROUP] - begin_of(group, page);
	return group->bytes + begin_of(group, page);
}

static int make_group_room(struct page_list *list, unsigned group)
{
	struct page_group *more;

	if (group < list->group_room)
		return 0;
	more = realloc(list->group, (group + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	memset(more + list->group_room, 0, (group + 1 - list->group_room) * sizeof(*more));
	list->group = more;
	list->group_room = group + 1;
	return 0;
}

/* page, which is packed or the first that is not, has these bytes now. 0 or -ENOMEM: nothing has changed. */
static int keep_bytes(struct page_list *list, unsigned page, const unsigned char *bytes, size_t length)
{
	const unsigned at = page % PAGE_GROUP;
	size_t begin, old_end, end, left;
	struct page_group *group;
	unsigned char *more;
	unsigned count;

	if (make_group_room(list, page / PAGE_GROUP) < 0)
		return -ENOMEM;
	group = &list->group[page / PAGE_GROUP];
	count = pages_in(list, page / PAGE_GROUP);
	begin = begin_of(group, page);
	old_end = at < count ? group->end[at] : begin;
	end = count ? group->end[count - 1] : 0;
	left = end - old_end;
	if (begin + length + left > end) {
		more = realloc(group->bytes, begin + length + left);
		if (!more)
			return -ENOMEM;
		group->bytes = more;
	}
	memmove(group->bytes + begin + length, group->bytes + old_end, left);
	memcpy(group->bytes + begin, bytes, length);
	if (at >= count) {
		list->packed = page + 1;
		count = at + 1;
		group->end[at] = (uint16_t)old_end;
	}
	for (unsigned i = at; i < count; i++)
		group->end[i] = (uint16_t)(group->end[i] + length - (old_end - begin));
	return 0;
}

/* Elements from count on are no more. The page of count is open, if there is a part of it that stays. */
static void cut(struct page_list *list, unsigned count)
{
	const unsigned whole = count / PAGE_ELEMENTS, some = (count + PAGE_ELEMENTS - 1) / PAGE_ELEMENTS;
	const unsigned groups = (whole + PAGE_GROUP - 1) / PAGE_GROUP;

	for (struct open_page **p = &list->open, *page; (page = *p);) {
		if (page->number >= some) {
			*p = page->next;
			list->open_count--;
			free(page);
		} else {
			p = &page->next;
		}
	}
	if (list->packed > whole)
		list->packed = whole;
	for (unsigned i = groups; i < list->group_room; i++) {
		free(list->group[i].bytes);
		list->group[i].bytes = NULL;
	}
}

/* --- elements in full, and as bytes --- */

/* What the pages of its group before it leave. */
static void leave_before(const struct page_list *list, unsigned page, void *left)
{
	size_t length;

	memcpy(left, list->nothing, list->form->left_size);
	for (unsigned i = page - page % PAGE_GROUP; i < page; i++) {
		const unsigned char *at = bytes_of(list, i, &length);

		for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
			at = list->form->unpack(left, at, NULL);
	}
}

static void *open_page(struct page_list *list, unsigned n)
{
	alignas(max_align_t) unsigned char left[PAGE_LEFT_MAX];
	const size_t size = list->form->element_size;
	const unsigned page = n / PAGE_ELEMENTS;
	unsigned char *elements = add_open(list, page);
	const unsigned char *at;
	size_t length;

	if (!elements) {
		/* another one, so that there is one: who has asked is told when its page is packed */
		list->failed = true;
		return list->open->elements;
	}
	memset(elements, 0, PAGE_ELEMENTS * size);
	at = bytes_of(list, page, &length);
	leave_before(list, page, left);
	for (unsigned k = 0; at && k < PAGE_ELEMENTS; k++)
		at = list->form->unpack(left, at, elements + k * size);
	return elements + n % PAGE_ELEMENTS * size;
}

void *page_list_at(struct page_list *list, unsigned n)
{
	void *element = page_list_at_open(list, n);

	return element ? element : open_page(list, n);
}

void *page_list_reserve(struct page_list *list, unsigned n)
{
	void *element;

	if (n % PAGE_ELEMENTS)
		page_list_at(list, n - 1);
	cut(list, n);
	element = page_list_at_open(list, n);
	if (!element)
		element = add_open(list, n / PAGE_ELEMENTS);
	if (!element)
		list->failed = true;
	return list->failed ? NULL : element;
}

static size_t write_page(struct page_list *list, unsigned page, unsigned char bytes[static PAGE_BYTES_MAX])
{
	alignas(max_align_t) unsigned char left[PAGE_LEFT_MAX];
	unsigned char *to = bytes;

	leave_before(list, page, left);
	for (unsigned k = 0; k < PAGE_ELEMENTS; k++)
		to = list->form->pack(left, to, page_list_at(list, page * PAGE_ELEMENTS + k));
	return (size_t)(to - bytes);
}

static int pack_page(struct page_list *list, unsigned page)
{
	unsigned char bytes[PAGE_BYTES_MAX];
	size_t length = write_page(list, page, bytes), old_length;
	const unsigned char *old = bytes_of(list, page, &old_length);
	const unsigned end = group_end(list, page);
	int r = 0;

	if (old && old_length == length && !memcmp(old, bytes, length))
		return 0;
	/* the bytes of those behind it say what is different from this one */
	for (unsigned i = page + 1; i < end; i++)
		page_list_at(list, i * PAGE_ELEMENTS);
	for (unsigned i = page; i < end && r == 0; i++) {
		length = write_page(list, i, bytes);
		r = keep_bytes(list, i, bytes, length);
	}
	return list->failed ? -ENOMEM : r;
}

int page_list_pack(struct page_list *list, unsigned count)
{
	for (unsigned page = page_list_next_open(list, 0);
	     page != UINT_MAX && (page + 1) * PAGE_ELEMENTS + PAGE_NEWEST <= count;
	     page = page_list_next_open(list, page + 1)) {
		if (pack_page(list, page) < 0)
			list->failed = true;
		if (list->failed)
			break;
		close_page(list, page);
	}
	return list->failed ? -ENOMEM : 0;
}

void page_list_pack_some(struct page_list *list)
{
	while (list->open_count > MANY_OPEN) {
		unsigned page = long_open(list);

		if (page == UINT_MAX || pack_page(list, page) < 0)
			return;
		close_page(list, page);
	}
}

void page_list_done(struct page_list *list)
{
	cut(list, 0);
	free(list->group);
}
