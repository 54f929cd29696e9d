/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A list of which the newest elements are kept in full and the others packed. A page is some elements beside each
 * other: it is open (in full), packed, or both. Whoever needs an old element opens its page; an open page stays where
 * it is until it is closed. What the bytes of a packed page mean, only the owner of the list knows; pages are packed in
 * order, each may say only what differs from the page before it, but the first of each group stands for itself.
 */
#ifndef RULES_PAGE_LIST_H
#define RULES_PAGE_LIST_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE_ELEMENTS 4
#define PAGE_GROUP 8	    /* pages */
#define PAGE_BYTES_MAX 8000 /* of a packed page */

struct open_page {
	struct open_page *next;
	unsigned number;
	alignas(max_align_t) unsigned char elements[];
};

struct page_list {
	size_t size;		/* of an element */
	unsigned packed;	/* pages that have bytes: 0 … packed - 1 */
	struct open_page *open; /* the one that was asked for last comes first */
	unsigned open_count;
	struct page_group *group;
	unsigned group_room;
	bool failed; /* there was no memory for an element that was asked for */
};

void page_list_done(struct page_list *list);
/* NULL: its page is not open. */
void *page_list_element(struct page_list *list, unsigned n);
/* The elements of a page that is not open yet, zeroed. NULL: no memory. */
void *page_list_open(struct page_list *list, unsigned page);
void page_list_close(struct page_list *list, unsigned page);
/* The lowest open page from that one on; UINT_MAX: none. */
unsigned page_list_next_open(const struct page_list *list, unsigned page);
/* Of the open pages that are packed, too, the one that was asked for longest ago; UINT_MAX: none. */
unsigned page_list_long_open(const struct page_list *list);
/* Behind the last page of the same group that is packed, or that page itself is to be. */
unsigned page_list_group_end(const struct page_list *list, unsigned page);
/* The bytes of a packed page; NULL: it has none. */
const unsigned char *page_list_bytes(const struct page_list *list, unsigned page, size_t *length);
/* page, which is packed or the first that is not, has these bytes now. 0 or -ENOMEM: nothing has changed. */
int page_list_keep(struct page_list *list, unsigned page, const unsigned char *bytes, size_t length);
/* Elements from count on are no more. The page of count must be open, if there is a part of it that stays. */
void page_list_cut(struct page_list *list, unsigned count);

#endif
