/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opens a board by its URI: the text before the colon chooses the driver. */
#include "libboard/drivers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first "SCHEME:" at the beginning of text, or NULL. */
static const struct board_driver *driver_of(const char *text)
{
	for (size_t i = 0; board_drivers[i]; i++) {
		size_t n = strlen(board_drivers[i]->scheme);

		if (strncmp(text, board_drivers[i]->scheme, n) == 0 && text[n] == ':')
			return board_drivers[i];
	}
	return NULL;
}

/* The driver of a URI, and where its address begins. NULL: there is none; board_open_error says why. */
static const struct board_driver *find_driver(const char *uri, const char **address)
{
	const struct board_driver *driver = driver_of(uri);
	const char *colon = strchr(uri, ':');
	char known[128] = "";

	if (driver && colon[1]) {
		*address = colon + 1;
		return driver;
	}
	for (size_t i = 0; board_drivers[i]; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s:", i ? " " : "",
			 board_drivers[i]->scheme);
	if (driver)
		snprintf(board_open_error, BOARD_ERROR_SIZE, "\"%.300s\" names no board after the colon", uri);
	else if (colon)
		snprintf(board_open_error, BOARD_ERROR_SIZE, "\"%.300s\": unknown scheme \"%.*s\" (known are %s)", uri,
			 (int)(colon - uri > 40 ? 40 : colon - uri), uri, known);
	else
		snprintf(board_open_error, BOARD_ERROR_SIZE, "\"%.300s\" does not begin with a scheme (one of %s)", uri,
			 known);
	return NULL;
}

/* find:PATH, whichever maker's board answers there. */
static int probe(const char *path, const struct board_opener *opener, struct board **ret)
{
	struct board_adapter adapter;
	char asked[64] = "";

	board_adapter_at(path, &adapter);
	for (size_t i = 0; board_drivers[i]; i++) {
		const char *scheme = board_drivers[i]->scheme;
		char *uri;
		int r;

		if (!board_adapter_fits(&adapter, board_drivers[i]))
			continue;
		if (asprintf(&uri, "%s:%s", scheme, path) < 0) {
			board_open_error[0] = '\0';
			return -ENOMEM;
		}
		r = board_open(uri, opener, ret);
		free(uri);
		/* Another program has the device, or it is gone: asking as another maker's board is no use. */
		if (r == 0 || (r != -ENODEV && r != -ETIMEDOUT && r != -EBADMSG))
			return r;
		snprintf(asked + strlen(asked), sizeof(asked) - strlen(asked), "%s%s", *asked ? ", " : "", scheme);
	}
	snprintf(board_open_error, BOARD_ERROR_SIZE, "%.300s: no board answers there (tried: %s)", path, asked);
	return -ENODEV;
}

/* Of FILE,URI, where URI begins: after the first comma that a known scheme follows, so that FILE may have commas. */
static const char *source_uri(const char *address)
{
	const char *comma = address;

	while ((comma = strchr(comma, ',')))
		if (driver_of(++comma))
			return comma;
	return NULL;
}

/* For record:FILE,URI: the board to be recorded, and FILE. */
static int open_source(struct board *board, const char *address, const struct board_opener *opener, char **file)
{
	const char *uri = source_uri(address);

	if (!uri || uri == address + 1)
		return board_fail(board, -EINVAL, "\"%.300s\" is not record:FILE,URI with the URI of a board",
				  board->uri);
	*file = strndup(address, (size_t)(uri - address) - 1);
	return *file ? board_open(uri, opener, &board->source) : -ENOMEM;
}

static int open_backend(struct board *board, const char *address, const struct board_opener *opener)
{
	char *file = NULL;
	int r = board->backend->records ? open_source(board, address, opener, &file) : 0;

	if (r == 0) {
		r = board->backend->open(board, file ? file : address, opener);
		if (r < 0)
			board->backend->close(board);
	}
	if (r < 0)
		board_close(board->source);
	else
		board->asked = board->source ? board->source->asked : board->backend;
	free(file);
	return r;
}

int board_open(const char *uri, const struct board_opener *opener, struct board **ret)
{
	const struct board_driver *driver;
	const char *address;
	struct board *board;
	int r;

	board_open_error[0] = '\0';
	if (!uri || !ret) {
		snprintf(board_open_error, BOARD_ERROR_SIZE,
			 "board_open() was called without a URI or a place for the board");
		return -EINVAL;
	}
	if (strncmp(uri, "find:", 5) == 0 && uri[5])
		return probe(uri + 5, opener, ret);
	driver = find_driver(uri, &address);
	if (!driver)
		return -EINVAL;
	board = calloc(1, driver->backend->size);
	if (!board)
		return -ENOMEM;
	board->driver = driver;
	board->backend = driver->backend;
	board->uri = strdup(uri);
	r = board->uri ? open_backend(board, address, opener) : -ENOMEM;
	if (r < 0) {
		if (board->error[0])
			memcpy(board_open_error, board->error, sizeof(board_open_error));
		if (!board_open_error[0])
			snprintf(board_open_error, BOARD_ERROR_SIZE, "%.300s: %s", uri, strerror(-r));
		free(board->uri);
		free(board);
		return r;
	}
	*ret = board;
	return 0;
}
