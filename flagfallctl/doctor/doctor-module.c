/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#define MODULE DOCTOR_MODULE

static bool module_found;

static int find_module(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	const char *name = path + ftw->base;

	if (type == FTW_F &&
	    (strcmp(name, MODULE ".ko") == 0 || strncmp(name, MODULE ".ko.", strlen(MODULE ".ko.")) == 0))
		module_found = true;
	return module_found;
}

/* The version whose sources DKMS has to build, false if there are none. */
static bool dkms_version(const struct doctor *d, char *buf, size_t size)
{
	glob_t found;
	const char *version;

	if (glob(doctor_under(d, "/usr/src/flagfall-*/dkms.conf"), 0, NULL, &found) != 0)
		return false;
	version = strstr(found.gl_pathv[found.gl_pathc - 1] + strlen(d->root), "flagfall-") + strlen("flagfall-");
	snprintf(buf, size, "%.*s", (int)strcspn(version, "/"), version);
	globfree(&found);
	return true;
}

/* DKMS should have built it. Nobody is told when that goes wrong: boards are still read, and a kernel may be new since
 * yesterday. */
static void explain_dkms(struct doctor *d, const char *release, const char *version)
{
	char what[300], remedy[400];

	if (access(doctor_under(d, "/lib/modules/%s/build/Makefile", release), F_OK) < 0) {
		snprintf(what, sizeof(what),
			 "DKMS cannot build the kernel module " MODULE ": the headers of kernel %s are not installed",
			 release);
		snprintf(remedy, sizeof(remedy),
			 "apt install linux-headers-%s, and DKMS builds it; until then boards are read through libusb",
			 release);
	} else {
		snprintf(what, sizeof(what),
			 "DKMS has not built the kernel module " MODULE " for kernel %s, whose headers are installed",
			 release);
		snprintf(
			remedy, sizeof(remedy),
			"dkms install flagfall/%s -k %s; where that fails, /var/lib/dkms/flagfall/%s/build/make.log says why",
			version, release, version);
	}
	doctor_report(d, "module", FAULT, what, remedy);
}

void doctor_check_module(struct doctor *d)
{
	struct utsname uts;
	char what[300], version[64];

	d->module_loaded = access(doctor_under(d, "/sys/module/" MODULE), F_OK) == 0;
	if (d->module_loaded) {
		doctor_report(d, "module", OK, "the kernel module " MODULE " is loaded", "");
		return;
	}
	uname(&uts);
	module_found = false;
	nftw(doctor_under(d, "/lib/modules/%s", uts.release), find_module, 16, FTW_PHYS);
	if (module_found) {
		snprintf(what, sizeof(what), "the kernel module " MODULE " is installed for %s but not loaded",
			 uts.release);
		doctor_report(d, "module", d->boards ? FAULT : NOTE, what,
			      d->boards ? "modprobe " MODULE
					  "; if that is refused, Secure Boot may require a signed module: see dmesg" :
					  "");
	} else if (dkms_version(d, version, sizeof(version))) {
		explain_dkms(d, uts.release, version);
	} else {
		snprintf(what, sizeof(what),
			 "the kernel module " MODULE " is not installed for kernel %s: boards are read through libusb",
			 uts.release);
		doctor_report(
			d, "module", NOTE, what,
			"several programs can read one board with it: apt install flagfall-dkms, or make and make "
			"install-module");
	}
}

void doctor_check_version(struct doctor *d)
{
	const char *daemon = *d->daemon_version ? d->daemon_version : FLAGFALL_VERSION;
	char what[300], version[64];

	if (strcmp(daemon, FLAGFALL_VERSION) != 0) {
		snprintf(what, sizeof(what), "flagfalld is of version %s, this flagfallctl of %s", daemon,
			 FLAGFALL_VERSION);
		doctor_report(d, "version", FAULT, what, "systemctl restart flagfalld; games go on where they are");
	}
	if (!d->module_loaded)
		return;
	doctor_read(doctor_under(d, "/sys/module/" MODULE "/version"), version, sizeof(version));
	if (strcmp(version, daemon) == 0) {
		snprintf(what, sizeof(what), "flagfalld and the kernel module are both of version %s", daemon);
		doctor_report(d, "version", OK, what, "");
		return;
	}
	snprintf(what, sizeof(what), "the kernel module " MODULE " that is loaded is of %s%s, flagfalld of version %s",
		 *version ? "version " : "no version", version, daemon);
	doctor_report(d, "version", NOTE, what,
		      "install the flagfall-dkms of the same version; then, between games, unplug all boards, "
		      "modprobe -r " MODULE ", and plug them in again");
}
