/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text before the colon chooses the backend. */
#include "libboard/backend.h"

#include <stdio.h>
#include <string.h>

static const struct board_backend *const backends[] = {
	&board_chardev, &board_usb, &board_socket, &board_trace, &board_record, &board_dgt,
	&board_chessnut, &board_certabo, &board_millennium,
};

#define N_BACKENDS (sizeof(backends) / sizeof(*backends))

const struct board_backend *board_scheme(const char *text)
{
	for (size_t i = 0; i < N_BACKENDS; i++) {
		size_t n = strlen(backends[i]->scheme);

		if (strncmp(text, backends[i]->scheme, n) == 0 && text[n] == ':')
			return backends[i];
	}
	return NULL;
}

const struct board_backend *board_find_backend(const char *uri, const char **address, char error[static BOARD_ERROR_SIZE])
{
	const struct board_backend *backend = board_scheme(uri);
	const char *colon = strchr(uri, ':');
	char known[128] = "";

	if (backend && colon[1]) {
		*address = colon + 1;
		return backend;
	}
	for (size_t i = 0; i < N_BACKENDS; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s:", i ? " " : "", backends[i]->scheme);
	if (backend)
		snprintf(error, BOARD_ERROR_SIZE, "\"%.300s\" names no board after the colon", uri);
	else if (colon)
		snprintf(error, BOARD_ERROR_SIZE, "\"%.300s\": unknown scheme \"%.*s\" (known are %s)", uri,
			 (int)(colon - uri > 40 ? 40 : colon - uri), uri, known);
	else
		snprintf(error, BOARD_ERROR_SIZE, "\"%.300s\" does not begin with a scheme (one of %s)", uri, known);
	return NULL;
}
