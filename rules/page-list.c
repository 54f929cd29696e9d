// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/page-list.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The packed pages of a group, one behind the other. */
struct page_group {
	unsigned char *bytes;
	uint16_t end[PAGE_GROUP]; /* of each page's bytes */
};

_Static_assert(PAGE_GROUP *PAGE_BYTES_MAX <= UINT16_MAX, "ends of pages");

void page_list_done(struct page_list *list)
{
	page_list_cut(list, 0);
	free(list->group);
}

void *page_list_element(struct page_list *list, unsigned n)
{
	for (struct open_page **p = &list->open, *page; (page = *p); p = &page->next)
		if (page->number == n / PAGE_ELEMENTS) {
			*p = page->next;
			page->next = list->open;
			list->open = page;
			return page->elements + n % PAGE_ELEMENTS * list->size;
		}
	return NULL;
}

void *page_list_open(struct page_list *list, unsigned number)
{
	struct open_page *page = calloc(1, sizeof(*page) + PAGE_ELEMENTS * list->size);

	if (!page)
		return NULL;
	page->number = number;
	page->next = list->open;
	list->open = page;
	list->open_count++;
	return page->elements;
}

void page_list_close(struct page_list *list, unsigned number)
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

unsigned page_list_long_open(const struct page_list *list)
{
	unsigned number = UINT_MAX;

	for (const struct open_page *page = list->open; page; page = page->next)
		if (page->number < list->packed)
			number = page->number;
	return number;
}

unsigned page_list_group_end(const struct page_list *list, unsigned page)
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

const unsigned char *page_list_bytes(const struct page_list *list, unsigned page, size_t *length)
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

int page_list_keep(struct page_list *list, unsigned page, const unsigned char *bytes, size_t length)
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

void page_list_cut(struct page_list *list, unsigned count)
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
