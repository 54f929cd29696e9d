/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/* The kernel's type names in user space, for wire.h, decode.h and numbering.h. */
#ifndef SENSORBOARD_WIRE_USER_H
#define SENSORBOARD_WIRE_USER_H

#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef u16 sbw_le16; /* little-endian in memory: convert with le16toh() */
typedef u32 sbw_le32;
typedef u64 sbw_le64;

#ifndef __packed
#define __packed __attribute__((__packed__))
#endif

#endif
