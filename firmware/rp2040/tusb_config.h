/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What TinyUSB asks its application: a device at full speed with no class of TinyUSB's own. */
#ifndef FIRMWARE_RP2040_TUSB_CONFIG_H
#define FIRMWARE_RP2040_TUSB_CONFIG_H

#define CFG_TUSB_RHPORT0_MODE OPT_MODE_DEVICE
#define CFG_TUD_ENDPOINT0_SIZE 64

#endif
