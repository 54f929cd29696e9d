/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel and udev made of boards with a sensor board's USB interface. Reads sysfs and /dev, changes nothing.
 */
#ifndef FLAGFALLCTL_DOCTOR_USB_H
#define FLAGFALLCTL_DOCTOR_USB_H

#include "flagfallctl/doctor/doctor.h"

void doctor_check_usb(struct doctor *d); /* plugged, module, driver, node, permission, udev, answer */

#endif
