/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time controls as people type them, in PGN's form and as JSON: what is taken is written so that it is read again. */
#include <errno.h>
#include <string.h>

#include "daemon/core/format/time-control.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"5m+3s",
	"90m/40,30m+30s",
	"1h30m/40:30m",
	"300+2",
	"40/7200:3600",
	"40/5400+30:1800+30",
	"180d2",
	"*300",
	"300/15",
	"-",
	"{\"mode\":\"fischer\",\"white_ms\":180000,\"black_ms\":180000,\"increment_ms\":2000,\"running\":\"white\"}",
	"{\"mode\":\"periods\",\"periods\":[{\"moves\":40,\"ms\":5400000},{\"ms\":1800000,\"increment_ms\":30000}],"
	"\"white_ms\":5400000,\"black_ms\":5400000,\"period\":1,\"running\":null}",
	"{\"mode\":\"delay\",\"white_ms\":300000,\"black_ms\":300000,\"delay_ms\":2000,\"running\":\"none\"}",
	"{\"mode\":\"hourglass\",\"white_ms\":60000,\"black_ms\":60000}",
	NULL
};
const char *const fuzz_words[] = { "m",
				   "h",
				   "s",
				   "+",
				   "/",
				   ":",
				   ",",
				   "d",
				   "*",
				   "-",
				   "0",
				   "99999999999",
				   "9223372036",
				   "18446744073709551616",
				   "2147483648",
				   "1e9",
				   "0.5",
				   "\"ms\":",
				   "\"moves\":",
				   "\"periods\":",
				   "\"mode\":",
				   "\"running\":",
				   "[",
				   "]",
				   "{",
				   "}",
				   "null",
				   "-1",
				   "\"increment_ms\":",
				   "\"delay_ms\":",
				   "\"white_ms\":",
				   "\"first_moves\":",
				   "\"delay\"",
				   "\"bronstein\"",
				   NULL };

static void check_control(const struct clock_control *c)
{
	char words[400], small[9] = "12345678";

	FUZZ_ASSERT(c->mode <= CLOCK_HOURGLASS && c->period_count <= CLOCK_MAX_PERIODS);
	FUZZ_ASSERT(c->start_us[WHITE] >= 0 && c->start_us[BLACK] >= 0 && c->bonus_us >= 0);
	for (unsigned i = 0; i < c->period_count; i++)
		FUZZ_ASSERT(c->period[i].us >= 0 && c->period[i].increment_us >= 0);
	FUZZ_ASSERT(c->mode != CLOCK_PERIODS || (c->period_count && c->period_index < c->period_count));
	if (clock_control_words(c, words, sizeof(words)) >= 0)
		FUZZ_ASSERT(words[0] && strlen(words) < sizeof(words));
	/* too little room is told, and no byte beyond it is written */
	clock_control_words(c, small, 4);
	clock_control_format(c, small, 4);
	FUZZ_ASSERT(strcmp(small + 4, "5678") == 0);
}

static void check_text(const char *text)
{
	struct clock_control c, again;
	char err[160] = "", written[CLOCK_CONTROL_TEXT], meant[64];
	int r = clock_control_parse(text, &c, err);

	FUZZ_ASSERT(r == 0 || (r == -EINVAL && err[0] && memchr(err, 0, sizeof(err))));
	if (r == 0 && time_entry_suspect(text, meant, sizeof(meant)))
		FUZZ_ASSERT(clock_control_parse(meant, &again, err) == 0);
	if (r < 0)
		return;
	check_control(&c);
	FUZZ_ASSERT(clock_control_format(&c, written, sizeof(written)) >= 0);
	FUZZ_ASSERT(clock_control_parse(written, &again, err) == 0);
	FUZZ_ASSERT(again.mode == c.mode && again.bonus_us == c.bonus_us && again.period_count == c.period_count);
	FUZZ_ASSERT(again.start_us[WHITE] == c.start_us[WHITE] && again.start_us[BLACK] == c.start_us[BLACK]);
	for (unsigned i = 0; i < c.period_count; i++)
		FUZZ_ASSERT(again.period[i].us == c.period[i].us && again.period[i].moves == c.period[i].moves &&
			    again.period[i].increment_us == c.period[i].increment_us);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct clock_control c;
	char err[160] = "";
	json_t *object;
	int r;

	check_text((const char *)data);
	object = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL);
	if (!object)
		return;
	r = clock_control_from_json(object, &c, err);
	FUZZ_ASSERT(r == 0 || (r == -EINVAL && err[0] && memchr(err, 0, sizeof(err))));
	if (r == 0)
		check_control(&c);
	json_decref(object);
}
