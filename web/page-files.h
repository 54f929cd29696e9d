/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of the page (web/page), which web/bundle compiles in. */
#ifndef WEB_PAGE_FILES_H
#define WEB_PAGE_FILES_H

#include <stddef.h>

struct page_file {
	const char *name, *type, *etag;
	const unsigned char *data;
	size_t length;
};

extern const struct page_file page_files[]; /* the last has no name */

/* The file of that name; NULL: there is none. */
const struct page_file *page_file(const char *name);
/* The page's texts in the language that Accept-Language ("" none) asks for first of those that there are; English else.
 */
const struct page_file *page_texts(const char *accept_language);

#endif
