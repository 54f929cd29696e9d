/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_called(const struct board_device *d, const char *name)
{
	static const char prefix[] = "sensorboard";
	const char *node = base(d->node);

	if (strcmp(d->serial, name) == 0 || strcmp(d->node, name) == 0 || strcmp(d->by_id, name) == 0 ||
	    strcmp(d->port, name) == 0)
		return true;
	if (*d->by_id && strcmp(base(d->by_id), name) == 0)
		return true;
	return strncmp(node, prefix, strlen(prefix)) == 0 && strcmp(node + strlen(prefix), name) == 0;
}

int boards_find(const struct ctl *ctl, const char *name, char uri[static BOARDS_URI])
{
	struct board_monitor *monitor = NULL;
	struct board_device device;
	char known[512] = "";
	size_t used = 0;
	int r, n = 0, found = 0;

	if (name && strchr(name, ':') && *name != '/') {
		snprintf(uri, BOARDS_URI, "%s", name);
		return 0;
	}
	r = board_monitor_open(&monitor);
	if (r < 0)
		return ctl_fail(ctl, "boards cannot be listed: %s.", strerror(-r));
	while ((r = board_monitor_read(monitor, &device)) > 0) {
		if (device.change != BOARD_ADDED)
			continue;
		n++;
		if (used < sizeof(known))
			used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", n > 1 ? ", " : "",
						 *device.serial ? device.serial : device.port);
		if (!name || is_called(&device, name)) {
			found++;
			snprintf(uri, BOARDS_URI, "%s", device.uri);
		}
	}
	board_monitor_close(monitor);
	if (found == 1)
		return 0;
	if (n == 0)
		return ctl_fail(ctl, "no board is plugged in; \"flagfallctl doctor\" says why one is not seen.");
	if (found > 1)
		return ctl_fail(ctl, "%d boards are plugged in, so name one of them: %s.", n, known);
	return ctl_fail(ctl, "there is no board \"%s\"; plugged in: %s.", name, known);
}
