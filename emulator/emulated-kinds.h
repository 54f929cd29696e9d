/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of emulated boards that there are, each defined in a file of its name. */
#ifndef EMULATED_KINDS_H
#define EMULATED_KINDS_H

#include "emulator/emulated-board.h"

extern const struct emulated_kind emulated_dgt, emulated_chessnut, emulated_certabo, emulated_sentio,
	emulated_millennium, emulated_cpp, emulated_cpp_plain, emulated_native, emulated_native_10x10;

/* By name, NULL: there is none. */
const struct emulated_kind *emulated_find(const char *name);
/* Their names, "a, b and c". */
const char *emulated_names(void);

#endif
