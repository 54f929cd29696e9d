/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was published, in words for people. */
#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/texts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/format/publication.h"
#include "flagfallctl/terminal/screen.h"

static void print_where(FILE *out, json_t *p)
{
	json_t *articles = json_object_get(p, "articles");

	if (!*ctl_text(p, "rulebook"))
		return;
	fprintf(out, "  [%s", ctl_text(p, "rulebook"));
	for (size_t i = 0; i < json_array_size(articles); i++)
		fprintf(out, "%s %s", i ? "," : "", json_string_value(json_array_get(articles, i)));
	fputc(']', out);
}

static void print_adjustment(FILE *out, json_t *p)
{
	static const char *const sides[] = { "white", "black" };
	json_t *adjust = json_object_get(p, "time_adjust_ms");

	for (int i = 0; i < 2; i++) {
		json_int_t ms = json_integer_value(json_object_get(adjust, sides[i]));

		if (ms)
			fprintf(out, "  %s %+.1f s", sides[i], (double)ms / 1e3);
	}
}

/* In the reader's language; as it came where that cannot be said. */
void print_sentence(const struct ctl *ctl, FILE *out, json_t *p)
{
	char text[SENTENCE_TEXT];
	struct statement s;
	bool complete = false;

	if (statement_parse(p, &s))
		sentence_write(ctl->language, &s, text, sizeof(text), &complete);
	if (!complete)
		snprintf(text, sizeof(text), "%s", ctl_text(p, "sentence"));
	if (*text)
		fprintf(out, "  %s", text);
}

const char *ruling_word(const char *ruling, const char *reason)
{
	return strcmp(ruling, "promotion-incomplete") == 0 && strcmp(reason, "not-crowned") == 0 ?
		       "crowning-incomplete" :
		       ruling;
}

static void print_ruling(const struct ctl *ctl, FILE *out, json_t *p)
{
	const char *result = ctl_text(p, "result");

	fprintf(out, "%s%s%s", colour_bold(ctl), ruling_word(ctl_text(p, "ruling"), ctl_text(p, "reason")),
		colour_end(ctl));
	if (*ctl_text(p, "reason"))
		fprintf(out, " (%s)", ctl_text(p, "reason"));
	if (*result && strcmp(result, "none") != 0)
		fprintf(out, "  %s%s%s", colour_bold(ctl), result, colour_end(ctl));
	print_adjustment(out, p);
	print_where(out, p);
	print_sentence(ctl, out, p);
}

static void print_time(const struct ctl *ctl, FILE *out, json_t *p)
{
	fprintf(out, "%s%9.3f%s  ", colour_dim(ctl), (double)json_integer_value(json_object_get(p, "t_us")) / 1e6,
		colour_end(ctl));
}

static void print_clocks(FILE *out, json_t *p)
{
	const char *running = ctl_text(p, "running");
	char a[CLOCK_TEXT], b[CLOCK_TEXT];

	fprintf(out, "White %s%s  Black %s%s", clock_text(a, json_integer_value(json_object_get(p, "white_us"))),
		strcmp(running, "white") == 0 ? "*" : "",
		clock_text(b, json_integer_value(json_object_get(p, "black_us"))),
		strcmp(running, "black") == 0 ? "*" : "");
}

static void print_move(FILE *out, json_t *p)
{
	json_int_t ply = json_integer_value(json_object_get(p, "ply"));
	const char *san = ctl_text(p, "san");

	fprintf(out, "%4" PRIdMAX "%-3s %-7s", (intmax_t)(ply + 1) / 2, ply % 2 ? "." : "...",
		*san ? san : ctl_text(p, "uci"));
}

void print_move_line(const struct ctl *ctl, FILE *out, json_t *move, json_t *clock)
{
	print_time(ctl, out, move);
	print_move(out, move);
	if (clock) {
		fprintf(out, "  ");
		print_clocks(out, clock);
	}
	fputc('\n', out);
}

void print_publication(const struct ctl *ctl, FILE *out, json_t *p)
{
	const char *type = ctl_text(p, "type");

	print_time(ctl, out, p);
	if (strcmp(type, "move") == 0) {
		print_move(out, p);
		if (strcmp(ctl_text(p, "state"), "committed") != 0)
			fprintf(out, " %s%s%s", colour_dim(ctl), ctl_text(p, "state"), colour_end(ctl));
		if (json_is_false(json_object_get(p, "legal")))
			fprintf(out, " %sillegal%s", colour_red(ctl), colour_end(ctl));
	} else if (strcmp(type, "clock") == 0) {
		fprintf(out, "%16s", "");
		print_clocks(out, p);
	} else if (strcmp(type, "ruling") == 0) {
		print_ruling(ctl, out, p);
	} else if (strcmp(type, "question") == 0) {
		fprintf(out, "%squestion%s about %s", colour_bold(ctl), colour_end(ctl), ctl_text(p, "about"));
		print_where(out, p);
		print_sentence(ctl, out, p);
	} else if (strcmp(type, "absent") == 0) {
		fputs(*ctl_text(p, "absent") ? bus_absent_text(ctl_text(p, "absent")) : "nobody is absent any more",
		      out);
	} else if (strcmp(type, "position") == 0) {
		fprintf(out, "%sposition set%s  %s", colour_bold(ctl), colour_end(ctl), ctl_text(p, "fen"));
	} else if (strcmp(type, "undone") == 0) {
		fprintf(out, "%san act was undone%s%s%s", colour_bold(ctl), colour_end(ctl),
			*ctl_text(p, "act") ? ": " : "", ctl_text(p, "act"));
	} else if (strcmp(type, "loss") == 0) {
		fprintf(out, "%s%" PRIdMAX " events lost; the board is asked for the whole position%s", colour_red(ctl),
			(intmax_t)json_integer_value(json_object_get(p, "lost")), colour_end(ctl));
	} else if (strcmp(type, "turn") == 0 || strcmp(type, "setup") == 0) {
		print_turn_sentence(ctl, out, p);
	} else if (strcmp(type, "flag") == 0) {
		fprintf(out, "%s%s's flag is down%s", colour_red(ctl),
			strcmp(ctl_text(p, "side"), "white") == 0 ? "White" : "Black", colour_end(ctl));
	} else if (strcmp(type, "late") == 0) {
		fprintf(out, "%sthe board reported something late; it counts from now%s", colour_dim(ctl),
			colour_end(ctl));
	} else {
		char *rest = json_dumps(p, JSON_COMPACT);

		fprintf(out, "%s", rest ? rest : type);
		free(rest);
	}
	fputc('\n', out);
}

void print_journal_fault(FILE *out, const char *fault)
{
	if (*fault)
		fprintf(out, "no rulings: %s\n", fault);
	else
		fputs("the journal can be written again\n", out);
}
