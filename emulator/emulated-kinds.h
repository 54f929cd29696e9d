/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kinds of emulated boards that there are, each defined in a file of its name. */
#ifndef EMULATOR_EMULATED_KINDS_H
#define EMULATOR_EMULATED_KINDS_H

#include "emulator/emulated-board.h"

#define EMULATED_KINDS(X) \
	X(dgt) \
	X(chessnut) \
	X(certabo) \
	X(sentio) \
	X(millennium) \
	X(cpp) \
	X(cpp_plain) \
	X(native) \
	X(native_10x10)

#define EMULATED_DECLARED(name) extern const struct emulated_kind emulated_##name;
EMULATED_KINDS(EMULATED_DECLARED)
#undef EMULATED_DECLARED

/* By name, NULL: there is none. */
const struct emulated_kind *emulated_find(const char *name);
/* Their names, "a, b and c". */
const char *emulated_names(void);

#endif
