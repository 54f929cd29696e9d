/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel module: is it there, did DKMS build it, is it the daemon's version? All works without it, through libusb.
 */
#ifndef FLAGFALLCTL_DOCTOR_MODULE_H
#define FLAGFALLCTL_DOCTOR_MODULE_H

#include "flagfallctl/doctor/doctor.h"

void doctor_check_module(struct doctor *d);  /* module; sets module_loaded */
void doctor_check_version(struct doctor *d); /* version, of daemon and module; after the bus was asked */

#endif
