/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/screen.h"

const char *colour_bold(const struct ctl *ctl)
{
	return ctl->colour ? "\033[1m" : "";
}
const char *colour_dim(const struct ctl *ctl)
{
	return ctl->colour ? "\033[2m" : "";
}
const char *colour_red(const struct ctl *ctl)
{
	return ctl->colour ? "\033[31m" : "";
}
const char *colour_green(const struct ctl *ctl)
{
	return ctl->colour ? "\033[32m" : "";
}
const char *colour_end(const struct ctl *ctl)
{
	return ctl->colour ? "\033[0m" : "";
}
