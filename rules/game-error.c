// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>
#include <stdio.h>

#include "rules/game.h"

int game_refuse(struct game_error *err, int code, const char *field, unsigned offset, const char *reason, ...)
{
	if (err) {
		va_list ap;
		va_start(ap, reason);
		vsnprintf(err->reason, sizeof err->reason, reason, ap);
		va_end(ap);
		snprintf(err->field, sizeof err->field, "%s", field);
		err->offset = offset;
	}
	return code;
}

const char *game_show_byte(unsigned char c, char buf[static 16])
{
	snprintf(buf, 16, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
	return buf;
}
