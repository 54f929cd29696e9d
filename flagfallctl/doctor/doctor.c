/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/doctor/doctor.h"

#include <grp.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "flagfallctl/terminal/screen.h"

void doctor_report(struct doctor *d, const char *check, enum verdict verdict, const char *what, const char *remedy)
{
	static const char *const names[] = { [OK] = "ok", [FAULT] = "fault", [NOTE] = "note" };
	const struct ctl *ctl = d->ctl;

	if (verdict == FAULT)
		d->faults++;
	if (ctl->json) {
		ctl_print_json(json_pack("{s:s, s:s, s:s, s:s}", "check", check, "state", names[verdict], "what", what,
					 "do", remedy));
		return;
	}
	printf("%-10s %s%-5s%s  %s\n", check,
	       verdict == OK	? colour_green(ctl) :
	       verdict == FAULT ? colour_red(ctl) :
				  colour_dim(ctl),
	       names[verdict], colour_end(ctl), what);
	if (*remedy)
		printf("%18s-> %s\n", "", remedy);
}

const char *doctor_under(const struct doctor *d, const char *format, ...)
{
	static char path[PATH_MAX];
	va_list ap;
	int n = snprintf(path, sizeof(path), "%s", d->root);

	va_start(ap, format);
	vsnprintf(path + n, sizeof(path) - (size_t)n, format, ap);
	va_end(ap);
	return path;
}

void doctor_read(const char *path, char *buf, size_t size)
{
	FILE *f = fopen(path, "re");

	*buf = '\0';
	if (!f)
		return;
	if (fgets(buf, (int)size, f))
		buf[strcspn(buf, "\n")] = '\0';
	fclose(f);
}

const char *doctor_group(gid_t gid)
{
	struct group *g = getgrgid(gid);
	static char number[16];

	if (g)
		return g->gr_name;
	snprintf(number, sizeof(number), "%u", (unsigned)gid);
	return number;
}
