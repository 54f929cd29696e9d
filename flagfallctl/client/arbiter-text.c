/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"
#include "rules/sentences/sentence.h"

struct word {
	const char *word, *said;
};

/* turn_kind_name(), behind "White". */
static const struct word kinds[] = {
	{ "legal", "made a legal move" },
	{ "illegal", "made an illegal move" },
	{ "no-move", "pressed without a move" },
	{ "several", "made more than one move" },
	{ "promotion-owed", "left a pawn on the last rank" },
	{ "unreadable", "left what no single move explains" },
	{ "unseen", "made moves that were not seen" },
	{ NULL, NULL },
};

/* turn_fault_name(), behind a colon. */
static const struct word faults[] = {
	{ "check", "the king was left or put in check" },
	{ "piece", "the piece does not move so" },
	{ "blocked", "a piece is in the way" },
	{ "castling", "castling was not allowed" },
	{ "own-capture", "a piece of the own side was taken" },
	{ "other-side", "a piece of the opponent was moved" },
	{ "king-taken", "the king was taken" },
	{ "kings", "the two kings stand next to each other" },
	{ "promotion", "the pawn cannot become that" },
	{ "appeared", "a piece appeared on the board" },
	{ "vanished", "a piece vanished from the board" },
	{ "capture-count", "the wrong number was captured" },
	{ "not-captured", "a capture was due" },
	{ "unfinished", "the capture was not finished" },
	{ "captured-left", "captured pieces were left standing" },
	{ "not-jumped", "pieces were taken that were not jumped over" },
	{ "removed", "pieces were taken off and nothing was captured" },
	{ "as-king", "a man moved like a king" },
	{ NULL, NULL },
};

static const char *said_for(const struct word *words, const char *word)
{
	for (; words->word; words++)
		if (strcmp(words->word, word) == 0)
			return words->said;
	return word;
}

static const char *side_name(const char *side)
{
	return strcmp(side, "white") == 0 ? "White" : strcmp(side, "black") == 0 ? "Black" : "nobody";
}

static void print_displaced(const struct ctl *ctl, FILE *out, json_t *displaced)
{
	json_t *d;
	size_t i;

	json_array_foreach(displaced, i, d) {
		const char *from = ctl_text(d, "from"), *to = ctl_text(d, "to");

		fprintf(out, "%s %s", i ? "," : "; displaced:", colour_red(ctl));
		if (*from && *to)
			fprintf(out, "%s belongs on %s and stands on %s", ctl_text(d, "piece"), from, to);
		else if (*from)
			fprintf(out, "%s is missing from %s", ctl_text(d, "piece"), from);
		else
			fprintf(out, "%s stands on %s and belongs nowhere", ctl_text(d, "piece"), to);
		fputs(colour_end(ctl), out);
	}
}

void print_turn_sentence(const struct ctl *ctl, FILE *out, json_t *p)
{
	json_t *displaced = json_object_get(p, "displaced");
	const char *kind = ctl_text(p, "kind"), *fault = ctl_text(p, "fault");

	if (strcmp(ctl_text(p, "type"), "setup") == 0) {
		fputs(json_array_size(displaced) ? "the pieces are not set up correctly" : "all pieces stand correctly",
		      out);
	} else {
		fprintf(out, "%s %s", side_name(ctl_text(p, "side")), said_for(kinds, kind));
		if (*ctl_text(p, "from") && *ctl_text(p, "to"))
			fprintf(out, ", %s to %s", ctl_text(p, "from"), ctl_text(p, "to"));
		if (*fault && strcmp(fault, "none") != 0)
			fprintf(out, ": %s%s%s", colour_red(ctl), said_for(faults, fault), colour_end(ctl));
	}
	print_displaced(ctl, out, displaced);
}

/* --- status --- */

static void print_flags(const struct ctl *ctl, FILE *out, json_t *flags)
{
	const bool white = json_is_true(json_array_get(flags, 0)), black = json_is_true(json_array_get(flags, 1));

	if (white || black)
		fprintf(out, "  %s%s%s.\n", colour_red(ctl),
			white && black ? "Both flags are down" :
			white	       ? "White's flag is down" :
					 "Black's flag is down",
			colour_end(ctl));
	else
		fprintf(out, "  No flag is down.\n");
}

static void print_ply(FILE *out, json_t *turn)
{
	json_int_t ply = json_integer_value(json_object_get(turn, "ply"));
	const char *notation = ctl_text(turn, "notation");

	fprintf(out, "%" PRIdMAX "%s %s", (intmax_t)(ply + 1) / 2, ply % 2 ? "." : "...",
		*notation ? notation : ctl_text(turn, "uci"));
}

/* The turns that were no legal moves, a line each. */
static void print_irregular(const struct ctl *ctl, FILE *out, json_t *turns)
{
	json_t *turn;
	size_t i, n = 0;

	json_array_foreach(turns, i, turn) {
		const char *fault = ctl_text(turn, "fault");

		if (strcmp(ctl_text(turn, "turn"), "legal") == 0)
			continue;
		n++;
		fprintf(out, "  ");
		print_ply(out, turn);
		fprintf(out, ": %s %s", json_integer_value(json_object_get(turn, "ply")) % 2 ? "White" : "Black",
			said_for(kinds, ctl_text(turn, "turn")));
		if (*fault && strcmp(fault, "none") != 0)
			fprintf(out, ": %s%s%s", colour_red(ctl), said_for(faults, fault), colour_end(ctl));
		fprintf(out, ".\n");
	}
	if (!n && json_array_size(turns))
		fprintf(out, "  All turns were legal moves.\n");
}

/* One line for each reading: how to say that it was that one. */
static void print_answers(FILE *out, const char *game, const char *readings)
{
	for (const char *at = readings; at; at = strchr(at, ',')) {
		char verdict[8], name[GAME_TEXT];

		at += strspn(at, ", ");
		if (sscanf(at, "%7s %*s %*s %*s %*s %95[^ ,]", verdict, name) == 2)
			fprintf(out, "    flagfallctl decide %s illegal-move %s move=%s\n", game, verdict, name);
	}
}

/* What a turn in doubt may have been, in the reader's language. */
static void print_readings(const struct ctl *ctl, FILE *out, const char *game, json_t *evidence, json_t *turn)
{
	const char *readings = ctl_text(turn, "readings");
	char text[SENTENCE_TEXT];
	struct statement s = {
		.ruling = "question", .reason = "readings", .winner = NO_SIDE, .readings = readings, .facts = no_facts()
	};
	bool complete;

	if (!*readings)
		return;
	s.facts.player = strcmp(ctl_text(turn, "side"), "black") == 0 ? BLACK : WHITE;
	s.facts.word = "list";
	sentence_write(ctl->language, &s, text, sizeof(text), &complete);
	fprintf(out, "  Turn %" PRIdMAX " is in doubt, and read as %s: %s\n",
		(intmax_t)json_integer_value(json_object_get(turn, "ply")), ctl_text(turn, "uci"),
		complete ? text : readings);
	if (strcmp(ctl_text(evidence, "about"), "illegal-move") == 0)
		print_answers(out, game, readings);
}

static void print_evidence(const struct ctl *ctl, FILE *out, const char *game, json_t *evidence)
{
	json_t *turns = json_object_get(evidence, "turns"), *turn;
	json_int_t times = json_integer_value(json_object_get(evidence, "occurrences"));
	json_int_t quiet = json_integer_value(json_object_get(evidence, "quiet_plies"));
	const char *by = ctl_text(evidence, "by"), *against = ctl_text(evidence, "against");
	size_t i;

	fprintf(out, "  You are asked about %s", ctl_text(evidence, "about"));
	if (strcmp(by, "none") != 0)
		fprintf(out, ", by %s", side_name(by));
	if (strcmp(against, "none") != 0)
		fprintf(out, ", against %s", side_name(against));
	if (*ctl_text(evidence, "contests"))
		fprintf(out, ", which contests %s", ctl_text(evidence, "contests"));
	fprintf(out,
		".\n  The position has stood %" PRIdMAX " time%s; %" PRIdMAX
		" turns without a capture or a pawn's move.\n",
		(intmax_t)times, times == 1 ? "" : "s", (intmax_t)quiet);
	json_array_foreach(turns, i, turn)
		print_readings(ctl, out, game, evidence, turn);
	fprintf(out, "  All of it, with what the sensors reported: flagfallctl status --arbiter --json.\n");
}

/* What an older version published and this one would rule otherwise. */
static void print_otherwise(const struct ctl *ctl, FILE *out, json_t *rulings)
{
	size_t i;
	json_t *one;

	json_array_foreach(rulings, i, one) {
		json_t *published = json_object_get(one, "published"), *now = json_object_get(one, "now");

		if (published)
			fprintf(out, "  %sAn older version ruled, and that stands: %s%s\n", colour_red(ctl),
				ctl_text(published, "sentence"), colour_end(ctl));
		else
			fprintf(out, "  %sAn older version said nothing here, and that stands.%s\n", colour_red(ctl),
				colour_end(ctl));
		if (now)
			fprintf(out, "    It would now be ruled: %s\n", ctl_text(now, "sentence"));
		else
			fprintf(out, "    Nothing would be ruled now.\n");
	}
}

static bool is_open(const json_t *status)
{
	return json_object_get(status, "illegal_seen") || json_object_get(status, "new_game") ||
	       json_object_get(status, "kings");
}

/* What nobody has asked, and a person has to see to. */
static void print_open(const struct ctl *ctl, FILE *out, const char *game, const json_t *status)
{
	const json_int_t ply = json_integer_value(json_object_get(status, "illegal_seen"));

	if (ply)
		fprintf(out,
			"  %sAn illegal move, %s's turn %" PRIdMAX ", stands unclaimed%s: whoever sees it may act, by "
			"flagfallctl report %s arbiter illegal-move.\n",
			colour_red(ctl), ply % 2 ? "White" : "Black", (intmax_t)(ply + 1) / 2, colour_end(ctl), game);
	if (json_object_get(status, "new_game"))
		fprintf(out,
			"  %sThe pieces were set up anew%s: is this game over? flagfallctl end %s RESULT; the next start on this "
			"board ends it without one.\n",
			colour_red(ctl), colour_end(ctl), game);
	if (json_object_get(status, "kings"))
		fprintf(out,
			"  %sThe kings in the centre say %s%s: flagfallctl end %s %s confirms it; if play goes on, flagfallctl "
			"decide %s resign continue.\n",
			colour_red(ctl), ctl_text(status, "kings"), colour_end(ctl), game, ctl_text(status, "kings"),
			game);
}

/* The arbiter has one time: the clock's own count, and when that was. */
void print_arbiter_clocks(const struct ctl *ctl, FILE *out, const json_t *object, const json_t *status)
{
	const json_t *game = json_object_get(object, BUS_GAME), *clock = json_object_get(object, BUS_CLOCK);
	const json_t *left = json_object_get(status, "left_us");
	const char *running = ctl_text(status, "running");
	char text[CLOCK_TEXT], at[CTL_TIME];
	/* those of a game that goes on are read now */
	const json_int_t ended_us = json_integer_value(json_object_get(game, "Ended"));
	const time_t t = ended_us ? (time_t)(ended_us / 1000000) : time(NULL);

	if (!left || !*ctl_text(clock, "Mode") || strcmp(ctl_text(clock, "Mode"), "none") == 0)
		return;
	ctl_local_time(t, "%H:%M:%S", at);
	for (int side = 0; side < 2; side++) {
		const bool runs = strcmp(running, side ? "black" : "white") == 0;
		const char *name = ctl_text(game, side ? "Black" : "White");

		fprintf(out, "%s%s%s %s %s%s", side ? "    " : "", runs ? colour_bold(ctl) : "", runs ? ">" : " ",
			*name ? name :
			side  ? "Black" :
				"White",
			clock_text(text, json_integer_value(json_array_get(left, (size_t)side))),
			runs ? colour_end(ctl) : "");
	}
	fprintf(out, "    at %s\n", at);
}

void print_arbiter_status(const struct ctl *ctl, FILE *out, const char *game, json_t *status)
{
	json_t *evidence = json_object_get(status, "evidence");

	fprintf(out, "%sfor the arbiter%s\n", colour_bold(ctl), colour_end(ctl));
	fprintf(out, "  The official position is %s.\n", ctl_text(status, "fen"));
	if (json_is_false(json_object_get(status, "board_agrees")))
		fprintf(out, "  %sThe pieces on the board do not stand so.%s\n", colour_red(ctl), colour_end(ctl));
	print_irregular(ctl, out, json_object_get(status, "turns"));
	print_flags(ctl, out, json_object_get(status, "flags"));
	print_otherwise(ctl, out, json_object_get(status, "ruled_otherwise"));
	print_open(ctl, out, game, status);
	if (evidence)
		print_evidence(ctl, out, game, evidence);
	else if (!is_open(status))
		fprintf(out, "  Nothing is asked.\n");
}
