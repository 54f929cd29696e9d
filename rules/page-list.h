/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A list of which the newest elements are kept in full and the others packed. A page is some elements beside each
 * other: it is open (in full), packed, or both. Whoever needs an old element opens its page; an open page stays where
 * it is until it is packed. What an element's bytes are, only the owner of the list knows (struct page_form); pages are
 * packed in order, and each element may say only what differs from the one before it, but the first of each group of
 * pages stands for itself.
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
#define PAGE_LEFT_MAX 1024  /* page_form.left_size at most */
#define PAGE_NEWEST 4	    /* elements that stay as they are: nearly all that is asked is asked of them */

/* How the elements of a list become bytes. */
struct page_form {
	size_t element_size, left_size;
	/* Both take what the element before it left, leave there what this one leaves, and return where its bytes end.
	 */
	unsigned char *(*pack)(void *left, unsigned char *to, const void *element);
	/* element is zeroed. NULL: only what it leaves is wanted. */
	const unsigned char *(*unpack)(void *left, const unsigned char *from, void *element);
};

struct open_page {
	struct open_page *next;
	unsigned number;
	alignas(max_align_t) unsigned char elements[];
};

struct page_list {
	const struct page_form *form;
	const void *nothing;	/* what is left where there is no element before; the owner's, as long as the list */
	unsigned packed;	/* pages that have bytes: 0 … packed - 1 */
	struct open_page *open; /* the one that was asked for last comes first */
	unsigned open_count;
	struct page_group *group;
	unsigned group_room;
	bool failed; /* there was no memory for an element that was asked for */
};

void page_list_done(struct page_list *list);
/* An element that is in the list. It stays where it is, and what is changed in it is kept, until its page is packed.
 * Never NULL: without memory it is another one, and list->failed says so. */
void *page_list_at(struct page_list *list, unsigned n);
/* The same, but only where its page is open; NULL: it is packed. */
void *page_list_at_open(struct page_list *list, unsigned n);
/* Makes room for element n, behind which none is left; it is not written yet. NULL: no memory. */
void *page_list_reserve(struct page_list *list, unsigned n);
/* The lowest open page from that one on; UINT_MAX: none. */
unsigned page_list_next_open(const struct page_list *list, unsigned page);
/* Of a list of so many elements the open pages are packed, but those of the newest. 0; -ENOMEM: that, or an element
 * that was asked for since, had no memory. */
int page_list_pack(struct page_list *list, unsigned count);
/* So that no more pages are open than one who asks for elements may still hold: packs those that were asked for longest
 * ago. */
void page_list_pack_some(struct page_list *list);

#endif
