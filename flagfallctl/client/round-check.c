/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/client/calls.h"

#define SEAT_WIDTH 24

/* --- the broadcast --- */

/* What flagfall-lichess says of the round: new reference; NULL where it says nothing. */
static json_t *read_push(sd_bus *bus, const char *path, json_int_t round)
{
	char *folder = NULL, *file = NULL;
	json_error_t fault;
	json_t *push = NULL;

	if (sd_bus_get_property_string(bus, BUS_NAME, path, BUS_EVENT, "ExportFolder", NULL, &folder) >= 0 &&
	    asprintf(&file, "%sround-%" JSON_INTEGER_FORMAT "/push.json", folder, round) >= 0) {
		errno = 0;
		push = json_load_file(file, JSON_REJECT_DUPLICATES, &fault);
		if (!push && json_error_code(&fault) != json_error_cannot_open_file)
			fprintf(stderr, "flagfallctl round: %s:%d:%d: %s.\n", file, fault.line, fault.column,
				fault.text);
		else if (!push && errno && errno != ENOENT)
			fprintf(stderr, "flagfallctl round: %s: %s.\n", file, strerror(errno));
		free(file);
	}
	free(folder);
	return push;
}

/* What the broadcast says against a board's game becomes a fault of the board. */
static void add_broadcast(json_t *answer, const json_t *push)
{
	char board[16];
	const json_t *game;
	size_t i;

	snprintf(board, sizeof(board), "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(answer, "table")));
	json_array_foreach(json_object_get(push, "games"), i, game) {
		const char *error = ctl_text(game, "error"), *left_out = ctl_text(game, "left_out");

		if (strcmp(ctl_text(game, "board"), board) != 0)
			continue;
		if (*error)
			json_array_append_new(
				json_object_get(answer, "faults"),
				json_pack("{s:s, s:o}", "kind", "broadcast", "text",
					  json_sprintf("the broadcast does not take its game: %s", error)));
		if (*left_out)
			json_array_append_new(
				json_object_get(answer, "faults"),
				json_pack("{s:s, s:o}", "kind", "broadcast", "text",
					  json_sprintf("the broadcast leaves its game out: %s", left_out)));
	}
}

/* An outage, or a token that is refused, is about all of them. True: something is wrong. */
static bool say_broadcast(const struct ctl *ctl, const json_t *push)
{
	if (!*ctl_text(push, "error"))
		return false;
	if (ctl->json)
		ctl_print_json(json_pack("{s:s, s:s, s:s}", "broadcast", ctl_text(push, "state"), "error",
					 ctl_text(push, "error"), "time", ctl_text(push, "time")));
	else
		printf("%sthe broadcast, %s since %s: %s%s\n", colour_red(ctl), ctl_text(push, "state"),
		       ctl_text(push, "time"), ctl_text(push, "error"), colour_end(ctl));
	return true;
}

/* --- boards --- */

static void print_squares(const json_t *fault, bool draw)
{
	const json_t *squares = json_object_get(fault, "squares"), *one;
	size_t i;

	if (json_array_size(squares) < 2)
		return;
	if (draw && json_array_size(squares) >= WRONG_SQUARES_MANY &&
	    wrong_squares_draw(game_find(ctl_text(fault, "game")), ctl_text(fault, "start"), squares, stdout))
		return;
	if (!draw && json_array_size(squares) >= WRONG_SQUARES_MANY)
		return;
	json_array_foreach(squares, i, one)
		printf("%*s%s\n", 8 + SEAT_WIDTH + 2, "", json_string_value(one));
}

/* What a table without a fault is. */
static const char *plain_state(const json_t *answer)
{
	const char *state = ctl_text(answer, "state");

	return strcmp(state, "waiting") == 0  ? "ready" :
	       strcmp(state, "ready") == 0    ? "its clock waits" :
	       strcmp(state, "no-board") == 0 ? "no board with sensors" :
						state;
}

/* Who is not there, whose clock runs meanwhile, and until when he may come: behind what is said of the table. */
static void print_absent(const json_t *answer, const char *before)
{
	const char *running = ctl_text(answer, "running");
	const time_t late = (time_t)(json_integer_value(json_object_get(answer, "late_us")) / 1000000);
	char until[CTL_TIME];

	if (!*ctl_text(answer, "absent"))
		return;
	printf("%s%s", before, bus_absent_text(ctl_text(answer, "absent")));
	if (*running)
		printf(", %s clock%s",
		       strcmp(running, "white") == 0 ? "White's" :
		       strcmp(running, "black") == 0 ? "Black's" :
						       "no",
		       " runs");
	if (late)
		printf(", too late after %s", ctl_local_time(late, "%H:%M:%S", until));
}

static void print_table(const struct ctl *ctl, const json_t *answer, bool draw)
{
	char buf[4 * SEAT_WIDTH + 1];
	const json_t *faults = json_object_get(answer, "faults"), *fault;
	size_t i;

	printf("%6" JSON_INTEGER_FORMAT "  %s  ", json_integer_value(json_object_get(answer, "table")),
	       text_fit(*ctl_text(answer, "board") ? ctl_text(answer, "board") : "-", SEAT_WIDTH, buf, sizeof(buf)));
	if (json_array_size(faults) == 0) {
		fputs(plain_state(answer), stdout);
		print_absent(answer, ", ");
		putchar('\n');
	}
	json_array_foreach(faults, i, fault) {
		printf("%*s%s%s%s\n", i ? 8 + SEAT_WIDTH + 2 : 0, "", colour_red(ctl), ctl_text(fault, "text"),
		       colour_end(ctl));
		print_squares(fault, draw);
	}
	if (i && *ctl_text(answer, "absent")) {
		printf("%*s", 8 + SEAT_WIDTH + 2, "");
		print_absent(answer, "");
		putchar('\n');
	}
}

static void print_heading(const json_t *round, const json_t *answers)
{
	size_t boards = 0, faulty = 0, i;
	const json_t *answer;

	json_array_foreach(answers, i, answer) {
		boards += *ctl_text(answer, "board") != '\0';
		faulty += json_array_size(json_object_get(answer, "faults")) > 0;
	}
	printf("%s, round %" JSON_INTEGER_FORMAT ", %s: ", ctl_text(round, "event"),
	       json_integer_value(json_object_get(round, "round")), ctl_text(round, "state"));
	if (boards)
		printf("%zu board%s, ", boards, boards == 1 ? "" : "s");
	else
		fputs("no table has a board with sensors", stdout);
	if (faulty)
		printf("%ssomething is wrong at %zu of %s\n", boards ? "" : ", ", faulty,
		       boards ? "them" : "the tables");
	else
		puts(boards ? "nothing is wrong" : "");
}

/* What the daemon answers: new reference, NULL after saying why not. */
static json_t *round_check_ask(const struct ctl *ctl, sd_bus *bus, const char *path, json_int_t round,
			       const uint32_t *boards, size_t count)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *m = NULL, *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *answers = json_array();
	const char *text;
	int r = sd_bus_message_new_method_call(bus, &m, BUS_NAME, path, BUS_EVENT, "Check");

	if (r >= 0)
		r = sd_bus_message_append(m, "u", (uint32_t)round);
	if (r >= 0)
		r = sd_bus_message_append_array(m, 'u', boards, count * sizeof(*boards));
	if (r >= 0)
		r = sd_bus_call(bus, m, 0, &error, &reply);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &text)) > 0)
		json_array_append_new(answers, round_answer_read(text));
	if (r >= 0)
		return answers;
	bus_fail(ctl, &error, r);
	json_decref(answers);
	return NULL;
}

int round_check(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *round, const uint32_t *boards,
		size_t count)
{
	const json_int_t number = json_integer_value(json_object_get(round, "round"));
	json_t *answers = round_check_ask(ctl, bus, path, number, boards, count), *push, *answer;
	bool wrong = false;
	size_t i;

	if (!answers)
		return CTL_FAILED;
	push = read_push(bus, path, number);
	json_array_foreach(answers, i, answer)
		add_broadcast(answer, push);
	if (!ctl->json)
		print_heading(round, answers);
	json_array_foreach(answers, i, answer) {
		wrong |= json_array_size(json_object_get(answer, "faults")) > 0;
		if (ctl->json)
			ctl_print_json(json_incref(answer));
		else
			print_table(ctl, answer, count > 0);
	}
	wrong |= say_broadcast(ctl, push);
	json_decref(push);
	json_decref(answers);
	return wrong ? CTL_FAILED : CTL_DONE;
}
