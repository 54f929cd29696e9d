/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "formats/pairings.h"

static int width(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

static void print_padded(const char *text, int columns)
{
	printf("%s%*s", text, columns > width(text) ? columns - width(text) : 0, "");
}

static const char *name_of(const json_t *pairing, const char *side)
{
	return ctl_text(json_object_get(pairing, side), "name");
}

const char *round_table_title(const json_t *round, json_int_t table, char buf[static BUS_GAME_TITLE])
{
	const json_t *pairing;
	size_t i;

	snprintf(buf, BUS_GAME_TITLE, "Table %" JSON_INTEGER_FORMAT, table);
	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		if (json_integer_value(json_object_get(pairing, "table")) == table)
			snprintf(buf, BUS_GAME_TITLE, "Table %" JSON_INTEGER_FORMAT ", %.250s – %.250s", table,
				 name_of(pairing, "white"), name_of(pairing, "black"));
	return buf;
}

/* What stands where the result will: "1/2-1/2", "bye", "*". */
static const char *result_of(const json_t *pairing)
{
	const char *bye = ctl_text(pairing, "bye");

	if (strcmp(bye, "full") == 0)
		return "bye";
	if (strcmp(bye, "half") == 0)
		return "half-bye";
	if (strcmp(bye, "zero") == 0)
		return "zero-bye";
	return *ctl_text(pairing, "result") ? ctl_text(pairing, "result") : "*";
}

void round_print_table(const json_t *round)
{
	json_t *pairings = json_object_get(round, "pairings"), *pairing;
	int white = 5, black = 5;
	size_t i;

	json_array_foreach(pairings, i, pairing) {
		white = width(name_of(pairing, "white")) > white ? width(name_of(pairing, "white")) : white;
		black = width(name_of(pairing, "black")) > black ? width(name_of(pairing, "black")) : black;
	}
	printf("%s, round %" JSON_INTEGER_FORMAT ", %s\n", ctl_text(round, "event"),
	       json_integer_value(json_object_get(round, "round")), ctl_text(round, "state"));
	json_array_foreach(pairings, i, pairing) {
		json_int_t board = json_integer_value(json_object_get(pairing, "table"));
		const char *state = ctl_text(pairing, "state"), *question = ctl_text(pairing, "question"),
			   *mark = strcmp(question, "appeal") == 0 ? "appealed" :
				   strcmp(question, "result") == 0 ? "appeal upheld: another result is to be given" :
								     "";

		if (board)
			printf("%4" JSON_INTEGER_FORMAT "  ", board);
		else
			printf("      ");
		print_padded(name_of(pairing, "white"), white + 2);
		if (*ctl_text(pairing, "result") || *ctl_text(pairing, "bye")) {
			print_padded(result_of(pairing), 9);
			print_padded(name_of(pairing, "black"), *mark ? black + 2 : 0);
			fputs(mark, stdout);
		} else {
			print_padded("-", 9);
			const char *absent = bus_absent_text(ctl_text(pairing, "absent"));

			print_padded(name_of(pairing, "black"), black + 2);
			printf("%s%s%s%s%s", state, *absent ? ", " : "", absent, *mark ? ", " : "", mark);
		}
		putchar('\n');
	}
}

/* The separator, and what a person or a file has entered. */
static void print_field(const char *text, bool first)
{
	const char *guard = csv_needs_guard(text, strlen(text)) ? "'" : "";

	if (!first)
		putchar(',');
	if (!strpbrk(text, ",\"\r\n\t;") && *text != ' ') {
		printf("%s%s", guard, text);
		return;
	}
	printf("\"%s", guard);
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

/* The next column of a CSV's first line; false: there is none. */
static bool next_column(const char **at, char name[static 24])
{
	size_t n = strcspn(*at, ",;\t\r\n"), size = 0;

	if (!**at || **at == '\r' || **at == '\n')
		return false;
	for (size_t i = 0; i < n; i++)
		if ((isalpha((unsigned char)(*at)[i]) || (*at)[i] == '_') && size < 23)
			name[size++] = (char)tolower((unsigned char)(*at)[i]);
	name[size] = '\0';
	*at += n + (strchr(",;\t", (*at)[n]) && (*at)[n] ? 1 : 0);
	return true;
}

/* What a column says of a pairing: "table", "black_elo". */
static void print_column(const json_t *pairing, const char *column, bool first)
{
	const json_int_t table = json_integer_value(json_object_get(pairing, "table"));
	const json_t *player = json_object_get(pairing, *column == 'b' ? "black" : "white");

	if (strcmp(column, "table") == 0 || strcmp(column, "board") == 0) {
		fputs(first ? "" : ",", stdout);
		if (table)
			printf("%" JSON_INTEGER_FORMAT, table);
		return;
	}
	if (strcmp(column, "result") == 0) { /* "+/-" is no formula, and programs that pair know it as it is */
		printf("%s%s", first ? "" : ",", result_of(pairing));
		return;
	}
	if (strchr(column, '_') && strcmp(strchr(column, '_'), "_number") == 0) {
		const json_int_t number = json_integer_value(json_object_get(player, "number"));

		fputs(first ? "" : ",", stdout);
		if (number)
			printf("%" JSON_INTEGER_FORMAT, number);
		return;
	}
	print_field(ctl_text(player, strchr(column, '_') ? strchr(column, '_') + 1 : "name"), first);
}

void round_print_csv(const json_t *round, const char *header)
{
	static const char all[] = "table,white,black,white_fide,black_fide,white_elo,black_elo,white_title,black_title,"
				  "white_team,black_team,result";
	char columns[500] = "", name[24];
	const char *at = *header ? header : all;
	const json_t *pairing;
	bool has_result = false;
	size_t i, n = 0;

	while (next_column(&at, name) && n < sizeof(columns) - 32) {
		has_result |= strcmp(name, "result") == 0;
		n += (size_t)snprintf(columns + n, sizeof(columns) - n, "%s%s", n ? "," : "", name);
	}
	if (!has_result)
		snprintf(columns + n, sizeof(columns) - n, ",result");
	puts(columns);
	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		at = columns;
		for (bool first = true; next_column(&at, name); first = false)
			print_column(pairing, name, first);
		putchar('\n');
	}
}

/* In a sentence of the daemon. */
static void name_games(json_t *object, const char *key)
{
	char text[1000];

	if (json_object_get(object, key))
		json_object_set_new(object, key, json_string(bus_sentence(ctl_text(object, key), text, sizeof(text))));
}

json_t *round_answer(const json_t *pairing)
{
	json_t *o = json_object(), *games = json_array(), *value;
	const char *key;
	size_t i;

	json_object_foreach((json_t *)pairing, key, value)
		json_object_set(o, key, value);
	bus_name_game(o, "game");
	name_games(o, "reason");
	json_array_foreach(json_object_get(o, "faults"), i, value)
		name_games(value, "text");
	json_array_foreach(json_object_get(pairing, "void"), i, value)
		json_array_append_new(games, json_sprintf("g%s", json_string_value(value)));
	if (json_array_size(games))
		json_object_set(o, "void", games);
	json_decref(games);
	return o;
}

json_t *round_answer_read(const char *text)
{
	json_t *read = json_loads(text, 0, NULL), *answer = read ? round_answer(read) : NULL;

	json_decref(read);
	return answer;
}

void round_print_json(const json_t *round)
{
	json_t *pairing;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		ctl_print_json(round_answer(pairing));
}

static struct trf_result of_player(const json_t *pairing, int side)
{
	const char *bye = ctl_text(pairing, "bye");
	const json_t *player = json_object_get(pairing, side ? "black" : "white");
	const json_t *other = json_object_get(pairing, side ? "white" : "black");

	return (struct trf_result){
		.number = (unsigned)json_integer_value(json_object_get(player, "number")),
		.opponent = *bye ? 0 : (unsigned)json_integer_value(json_object_get(other, "number")),
		.colour = *bye ? '-' :
			  side ? 'b' :
				 'w',
		.result = strcmp(bye, "half") == 0 ? 'H' :
			  strcmp(bye, "zero") == 0 ? 'Z' :
			  *bye			   ? 'U' :
						     trf_letter(ctl_text(pairing, "result"), side),
	};
}

/* Its results are 2-0, 1-1 and 0-2. */
static bool counts_two(const char *result)
{
	return strcmp(result, "2-0") == 0 || strcmp(result, "1-1") == 0 || strcmp(result, "0-2") == 0;
}

char *round_fill_report(const json_t *round, const char *text, bool of_draughts)
{
	json_t *pairings = json_object_get(round, "pairings"), *pairing;
	struct trf_result *list = calloc(2 * json_array_size(pairings) + 1, sizeof(*list));
	size_t i, n = 0;
	char *filled;

	if (!list)
		return NULL;
	json_array_foreach(pairings, i, pairing) {
		of_draughts |= counts_two(ctl_text(pairing, "result"));
		list[n++] = of_player(pairing, 0);
		if (!*ctl_text(pairing, "bye"))
			list[n++] = of_player(pairing, 1);
	}
	filled = trf_fill(text, strlen(text), (unsigned)json_integer_value(json_object_get(round, "round")), list, n,
			  of_draughts);
	free(list);
	return filled;
}
