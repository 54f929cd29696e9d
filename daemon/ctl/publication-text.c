// SPDX-License-Identifier: GPL-2.0-or-later
/* What was published, in words for people. */
#include "daemon/ctl/publication-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *say_bold(const struct ctl *ctl) { return ctl->colour ? "\033[1m" : ""; }
const char *say_dim(const struct ctl *ctl) { return ctl->colour ? "\033[2m" : ""; }
const char *say_red(const struct ctl *ctl) { return ctl->colour ? "\033[31m" : ""; }
const char *say_green(const struct ctl *ctl) { return ctl->colour ? "\033[32m" : ""; }
const char *say_plain(const struct ctl *ctl) { return ctl->colour ? "\033[0m" : ""; }

const char *say_clock(char buf[static SAY_CLOCK], int64_t us)
{
	int64_t tenths, seconds;

	if (us < 0)
		us = 0;
	tenths = us / 100000;
	seconds = tenths / 10;
	if (seconds < 20)
		snprintf(buf, SAY_CLOCK, "0:%02" PRId64 ".%" PRId64, seconds, tenths % 10);
	else if (seconds < 3600)
		snprintf(buf, SAY_CLOCK, "%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
	else
		snprintf(buf, SAY_CLOCK, "%" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600, seconds / 60 % 60, seconds % 60);
	return buf;
}

static const char *text(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}

static void say_where(FILE *out, json_t *p)
{
	json_t *articles = json_object_get(p, "articles");

	if (!*text(p, "rulebook"))
		return;
	fprintf(out, "  [%s", text(p, "rulebook"));
	for (size_t i = 0; i < json_array_size(articles); i++)
		fprintf(out, "%s %s", i ? "," : "", json_string_value(json_array_get(articles, i)));
	fputc(']', out);
}

static void say_adjustment(FILE *out, json_t *p)
{
	static const char *const sides[] = { "white", "black" };
	json_t *adjust = json_object_get(p, "time_adjust_ms");

	for (int i = 0; i < 2; i++) {
		json_int_t ms = json_integer_value(json_object_get(adjust, sides[i]));

		if (ms)
			fprintf(out, "  %s %+.1f s", sides[i], (double)ms / 1e3);
	}
}

static void say_ruling(const struct ctl *ctl, FILE *out, json_t *p)
{
	const char *result = text(p, "result");

	fprintf(out, "%s%s%s", say_bold(ctl), text(p, "ruling"), say_plain(ctl));
	if (*text(p, "reason"))
		fprintf(out, " (%s)", text(p, "reason"));
	if (*result && strcmp(result, "none") != 0)
		fprintf(out, "  %s%s%s", say_bold(ctl), result, say_plain(ctl));
	say_adjustment(out, p);
	say_where(out, p);
	if (*text(p, "sentence"))
		fprintf(out, "  %s", text(p, "sentence"));
}

/* What was observed of a turn, or of the men before the first: men that stand wrongly are named. */
static void say_turn(const struct ctl *ctl, FILE *out, json_t *p)
{
	json_t *displaced = json_object_get(p, "displaced"), *d;
	const char *fault = text(p, "fault");
	size_t i;

	fprintf(out, "%s  %s", text(p, "type"), text(p, "side"));
	if (*text(p, "kind"))
		fprintf(out, " %s", text(p, "kind"));
	if (*fault && strcmp(fault, "none") != 0)
		fprintf(out, " (%s)", fault);
	json_array_foreach(displaced, i, d) {
		const char *from = text(d, "from"), *to = text(d, "to");

		fprintf(out, "%s %s%s %s", i ? "," : "  displaced:", say_red(ctl), text(d, "piece"), *from ? from : "nowhere");
		fprintf(out, " -> %s%s", *to ? to : "off the board", say_plain(ctl));
	}
	if (strcmp(text(p, "type"), "setup") == 0 && json_array_size(displaced) == 0)
		fprintf(out, "  all men stand rightly");
}

static void say_time(const struct ctl *ctl, FILE *out, json_t *p)
{
	fprintf(out, "%s%9.3f%s  ", say_dim(ctl), (double)json_integer_value(json_object_get(p, "t_us")) / 1e6, say_plain(ctl));
}

static void say_clocks(FILE *out, json_t *p)
{
	const char *running = text(p, "running");
	char a[SAY_CLOCK], b[SAY_CLOCK];

	fprintf(out, "White %s%s  Black %s%s", say_clock(a, json_integer_value(json_object_get(p, "white_us"))),
		strcmp(running, "white") == 0 ? "*" : "", say_clock(b, json_integer_value(json_object_get(p, "black_us"))),
		strcmp(running, "black") == 0 ? "*" : "");
}

static void say_only_move(FILE *out, json_t *p)
{
	json_int_t ply = json_integer_value(json_object_get(p, "ply"));
	const char *san = text(p, "san");

	fprintf(out, "%4" PRIdMAX "%-3s %-7s", (intmax_t)(ply + 1) / 2, ply % 2 ? "." : "...", *san ? san : text(p, "uci"));
}

void say_move_line(const struct ctl *ctl, FILE *out, json_t *move, json_t *clock)
{
	say_time(ctl, out, move);
	say_only_move(out, move);
	if (clock) {
		fprintf(out, "  ");
		say_clocks(out, clock);
	}
	fputc('\n', out);
}

void say_published(const struct ctl *ctl, FILE *out, json_t *p)
{
	const char *type = text(p, "type");

	say_time(ctl, out, p);
	if (strcmp(type, "move") == 0) {
		say_only_move(out, p);
		if (strcmp(text(p, "state"), "committed") != 0)
			fprintf(out, " %s%s%s", say_dim(ctl), text(p, "state"), say_plain(ctl));
	} else if (strcmp(type, "clock") == 0) {
		fprintf(out, "%16s", "");
		say_clocks(out, p);
	} else if (strcmp(type, "ruling") == 0) {
		say_ruling(ctl, out, p);
	} else if (strcmp(type, "question") == 0) {
		fprintf(out, "%squestion%s about %s", say_bold(ctl), say_plain(ctl), text(p, "about"));
		say_where(out, p);
		if (*text(p, "sentence"))
			fprintf(out, "  %s", text(p, "sentence"));
	} else if (strcmp(type, "loss") == 0) {
		fprintf(out, "%s%" PRIdMAX " events lost; the board is asked for the whole position%s", say_red(ctl),
			(intmax_t)json_integer_value(json_object_get(p, "lost")), say_plain(ctl));
	} else if (strcmp(type, "turn") == 0 || strcmp(type, "setup") == 0) {
		say_turn(ctl, out, p);
	} else if (strcmp(type, "flag") == 0) {
		fprintf(out, "%sflag%s  %s's flag is down", say_red(ctl), say_plain(ctl), text(p, "side"));
	} else {
		char *rest = json_dumps(p, JSON_COMPACT);

		fprintf(out, "%s", rest ? rest : type);
		free(rest);
	}
	fputc('\n', out);
}
