/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/replies.h"

#include <errno.h>
#include <stdarg.h>

static const sd_bus_error_map map[] = {
	SD_BUS_ERROR_MAP(ERROR_NO_SUCH_BOARD, ENODEV), SD_BUS_ERROR_MAP(ERROR_BOARD_BUSY, EBUSY),
	SD_BUS_ERROR_MAP(ERROR_BOARD_FAULT, EIO),      SD_BUS_ERROR_MAP(ERROR_NO_SUCH_GAME, ENOENT),
	SD_BUS_ERROR_MAP(ERROR_GAME_OVER, EALREADY),   SD_BUS_ERROR_MAP(ERROR_UNKNOWN_RULEBOOK, ESRCH),
	SD_BUS_ERROR_MAP(ERROR_BAD_RULEBOOK, EBADMSG), SD_BUS_ERROR_MAP(ERROR_BAD_TIME_CONTROL, EDOM),
	SD_BUS_ERROR_MAP(ERROR_BAD_FEN, EILSEQ),       SD_BUS_ERROR_MAP(ERROR_UNKNOWN_WORD, EINVAL),
	SD_BUS_ERROR_MAP(ERROR_BAD_ARGUMENT, EINVAL),  SD_BUS_ERROR_MAP(ERROR_UNSUITABLE, EPROTOTYPE),
	SD_BUS_ERROR_MAP(ERROR_REFUSED, EBADRQC),      SD_BUS_ERROR_MAP(ERROR_JOURNAL, ENOSPC),
	SD_BUS_ERROR_MAP(ERROR_NO_SUCH_EVENT, ENOENT), SD_BUS_ERROR_MAP(ERROR_BAD_FILE, EBADMSG),
	SD_BUS_ERROR_MAP(ERROR_CONFLICT, ESTALE),      SD_BUS_ERROR_MAP_END,
};

int errors_register(void)
{
	return sd_bus_error_add_map(map);
}

int fault_word(sd_bus_error *error, const char *what, const char *word, enum vocabulary_words allowed)
{
	char words[2000];

	vocabulary_words(allowed, words, sizeof(words));
	return fault(error, ERROR_UNKNOWN_WORD, "There is no %s \"%.64s\"; there are: %s", what, word, words);
}

int fault(sd_bus_error *error, const char *name, const char *format, ...)
{
	va_list ap;
	int r;

	va_start(ap, format);
	r = sd_bus_error_setfv(error, name, format, ap);
	va_end(ap);
	return r;
}
