/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/client/round-files.h"
#include "flagfallctl/client/texts.h"
#include "formats/event-file.h"

int round_report_fill(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, char **ret)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	uint32_t number = (uint32_t)json_integer_value(json_object_get(round, "round"));
	const char *name, *text;
	bool of_draughts = false;
	char *book = NULL;
	int r;

	if (strcmp(ctl_text(round, "format"), "trf") != 0)
		return ctl_fail(ctl, "the pairings of round %u came from %s, which is no tournament report file.",
				number, ctl_text(round, "file"));
	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "Source", &error, &reply, "u", number);
	if (r >= 0)
		r = sd_bus_message_read(reply, "ss", &name, &text);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	/* a round of byes has no result that tells */
	if (sd_bus_get_property_string(bus, BUS_NAME, path, BUS_EVENT, "Rulebook", NULL, &book) >= 0)
		of_draughts = event_game(book)->game_type != NULL;
	free(book);
	*ret = round_fill_report(round, text, of_draughts);
	return *ret ? CTL_DONE : ctl_fail(ctl, "%s.", strerror(ENOMEM));
}

int round_report_print(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const char *encoding)
{
	char *filled = NULL;
	int status = round_report_fill(ctl, bus, path, round, &filled);
	size_t size = filled ? strlen(filled) : 0;

	if (status)
		return status;
	if (!encoding)
		encoding = ctl_text(round, "encoding");
	if (*encoding)
		status = encoding_convert(ctl, "UTF-8", encoding, &filled, &size);
	if (!status)
		fwrite(filled, 1, size, stdout);
	free(filled);
	return status;
}

int round_csv_print(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	const char *name, *text = "";
	int r = 0;

	if (strcmp(ctl_text(round, "format"), "csv") == 0)
		r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "Source", &error, &reply, "u",
				       (uint32_t)json_integer_value(json_object_get(round, "round")));
	if (r >= 0 && reply)
		r = sd_bus_message_read(reply, "ss", &name, &text);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	round_print_csv(round, text);
	return CTL_DONE;
}
