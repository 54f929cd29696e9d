/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/drivers.h"

#define BOARD_DRIVER_ROW(name) &board_driver_##name,
const struct board_driver *const board_drivers[] = { BOARD_DRIVERS(BOARD_DRIVER_ROW) NULL };
