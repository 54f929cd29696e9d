// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - USB sensor chessboards and chess clocks */
#include <linux/module.h>

MODULE_DESCRIPTION("USB sensor chessboards and chess clocks");
MODULE_LICENSE("GPL");
