/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/round-files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/client/texts.h"
#include "formats/next-round.h"
#include "formats/round.h"

#define WORDS 32

static bool is_withdrawn(const struct next_ask *ask, unsigned number)
{
	return next_round_is_among(ask->withdrawn, (unsigned)ask->withdrawn_count, number);
}

/* A number that is none of the players' is a slip. */
static int check_withdrawn(const struct ctl *ctl, const struct next_ask *ask, const unsigned *numbers, unsigned count)
{
	for (size_t i = 0; i < ask->withdrawn_count; i++)
		if (!next_round_is_among(numbers, count, ask->withdrawn[i]))
			return ctl_fail(ctl, "there is no player %u who could have withdrawn.", ask->withdrawn[i]);
	return CTL_DONE;
}

/* --- round robin --- */

static int too_many_rounds(const struct ctl *ctl, unsigned players, bool twice)
{
	const unsigned rounds = berger_rounds(players, twice);

	if (!rounds)
		return ctl_fail(ctl, "a round robin has at least two players; here is %s.", players ? "one" : "none");
	return ctl_fail(ctl, "all %u rounds of %u players are played%s.", rounds, players,
			twice ? "" : "; --twice has everybody play everybody with both colours");
}

/* Players as JSON, in the order of their numbers; a pairing for each pair of the table, with a result where one of both
 * has withdrawn. */
static json_t *pairings_of(const struct next_ask *ask, json_t *players, const struct next_pair *pairs, unsigned count)
{
	json_t *list = json_array();
	unsigned table = 0;

	for (unsigned i = 0; i < count; i++) {
		json_t *white = json_array_get(players, pairs[i].white - 1),
		       *black = pairs[i].black ? json_array_get(players, pairs[i].black - 1) : NULL;
		const bool gone[] = { is_withdrawn(ask, (unsigned)json_integer_value(json_object_get(white, "number"))),
				      is_withdrawn(ask,
						   (unsigned)json_integer_value(json_object_get(black, "number"))) };
		const char *result = !black ? "" : gone[0] && gone[1] ? "-/-" : gone[0] ? "-/+" : gone[1] ? "+/-" : "";

		json_array_append_new(list,
				      json_pack("{s:i, s:s, s:O, s:O?, s:s}", "table", black ? (int)++table : 0, "bye",
						black ? "" : "zero", "white", white, "black", black, "result", result));
	}
	return list;
}

static int print_berger(const struct ctl *ctl, const struct next_ask *ask, json_t *players, unsigned round)
{
	static const char columns[] =
		"table,white,black,white_number,black_number,white_fide,black_fide,white_elo,black_elo,white_title,"
		"black_title,white_team,black_team,white_fed,black_fed,result";
	const unsigned n = (unsigned)json_array_size(players);
	struct next_pair *pairs = calloc(n / 2 + 1, sizeof(*pairs));
	unsigned *numbers = calloc(n + 1, sizeof(*numbers));
	const unsigned count = pairs && numbers ? berger_round(n, round, ask->twice, pairs) : 0;
	json_t *player, *paired;
	size_t i;
	int status;

	json_array_foreach(players, i, player)
		if (count)
			numbers[i] = (unsigned)json_integer_value(json_object_get(player, "number"));
	status = count ? check_withdrawn(ctl, ask, numbers, n) : too_many_rounds(ctl, n, ask->twice);
	if (!status) {
		paired = json_pack("{s:o}", "pairings", pairings_of(ask, players, pairs, count));
		round_print_csv(paired, columns);
		json_decref(paired);
	}
	free(pairs);
	free(numbers);
	return status;
}

/* --- a pairing engine --- */

/* Its names are of no use to an engine, which may count columns by bytes: what is not ASCII becomes one letter. */
static int write_input(const char *path, const char *text, const struct next_ask *ask)
{
	FILE *file = fopen(path, "we");

	if (!file)
		return -errno;
	for (const char *c = text; *c; c++)
		if (!(*c & 0x80) || (*c & 0xc0) == 0xc0)
			fputc(*c & 0x80 ? '?' : *c, file);
	if (ask->rounds)
		fprintf(file, "XXR %u\n", ask->rounds);
	return fclose(file) == 0 ? 0 : -errno;
}

/* COMMAND INPUT -p OUTPUT, as engines take it. Its exit status, or a negative errno value. */
static int run_engine(const char *command, const char *input, const char *output)
{
	char *copy = strdup(command), *words[WORDS + 4], *save = NULL;
	int n = 0, status = 0;
	pid_t child;

	for (char *w = copy ? strtok_r(copy, " \t", &save) : NULL; w && n < WORDS; w = strtok_r(NULL, " \t", &save))
		words[n++] = w;
	if (n == 0) {
		free(copy);
		return -EINVAL;
	}
	words[n++] = (char *)input;
	words[n++] = "-p";
	words[n++] = (char *)output;
	words[n] = NULL;
	child = fork();
	if (child == 0) {
		dup2(STDERR_FILENO, STDOUT_FILENO);
		execvp(words[0], words);
		fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
		_exit(127);
	}
	free(copy);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* The engine's list, whose players are the report's. 0, or an exit status after saying why. */
static int read_output(const struct ctl *ctl, const char *path, const unsigned *numbers, unsigned count,
		       struct next_pair **ret, unsigned *ret_count)
{
	struct pairings known = { 0 }, list;
	const struct pairings *const among[] = { &known };
	struct text_fault fault = { 0 };
	char *text = NULL;
	size_t size = 0;
	int status = event_call_read_file(ctl, path, "an engine's list", &text, &size), r;

	if (status)
		return status;
	known.list = calloc(count + 1, sizeof(*known.list));
	for (; known.list && known.count < count; known.count++) {
		known.list[known.count].player[0].number = numbers[known.count];
		snprintf(known.list[known.count].player[0].name, sizeof(known.list->player[0].name), "%u",
			 numbers[known.count]);
	}
	r = pairings_read_among(text, size, 1, among, 1, &list, &fault);
	free(known.list);
	free(text);
	if (r < 0)
		return ctl_fail(ctl, "what the pairing engine wrote is no list of pairings: line %u: %s.", fault.line,
				fault.reason);
	*ret = calloc(list.count + 1, sizeof(**ret));
	for (size_t i = 0; *ret && i < list.count; i++)
		(*ret)[i] = (struct next_pair){ list.list[i].player[0].number, list.list[i].player[1].number };
	*ret_count = (unsigned)list.count;
	pairings_done(&list);
	return *ret ? 0 : ctl_fail(ctl, "%s.", strerror(ENOMEM));
}

static bool has_line(const char *text, const char *code)
{
	struct text_lines l = { .text = text, .size = strlen(text) };

	while (text_next_line(&l))
		if (l.length > 4 && strncmp(l.line, code, 3) == 0 && l.line[3] == ' ')
			return true;
	return false;
}

static int ask_engine(const struct ctl *ctl, const struct next_ask *ask, const char *text, const unsigned *numbers,
		      unsigned count, struct next_pair **pairs, unsigned *pair_count)
{
	const char *base = getenv("TMPDIR");
	char folder[200], input[220], output[220];
	int r, status;

	if (!ask->rounds && !has_line(text, "XXR") && !has_line(text, "142"))
		return ctl_fail(ctl,
				"how many rounds are there? The report has no line XXR or 142; --rounds N says it.");
	snprintf(folder, sizeof(folder), "%.180s/round-XXXXXX", base && *base ? base : "/tmp");
	if (!mkdtemp(folder))
		return ctl_fail(ctl, "%s: %s.", folder, strerror(errno));
	snprintf(input, sizeof(input), "%s/report", folder);
	snprintf(output, sizeof(output), "%s/pairs", folder);
	r = write_input(input, text, ask);
	if (r >= 0)
		r = run_engine(ask->engine, input, output);
	if (r < 0)
		status = ctl_fail(ctl, "%s: %s.", ask->engine, strerror(-r));
	else if (r > 0)
		status = ctl_fail(ctl, "the pairing engine found no pairing: %s ended with status %d.", ask->engine, r);
	else
		status = read_output(ctl, output, numbers, count, pairs, pair_count);
	unlink(input);
	unlink(output);
	rmdir(folder);
	return status;
}

/* --- a report --- */

static int print_report(const struct ctl *ctl, const struct next_ask *ask, char *text, const char *encoding)
{
	size_t size = text ? strlen(text) : 0;
	int status = text ? CTL_DONE : ctl_fail(ctl, "%s.", strerror(ENOMEM));

	if (!status && ask->rounds && !has_line(text, "XXR") && !has_line(text, "142")) {
		char *more = realloc(text, size + 20);

		if (more) {
			text = more;
			size += (size_t)sprintf(text + size, "%sXXR %u\n", size && text[size - 1] == '\n' ? "" : "\n",
						ask->rounds);
		}
	}
	if (!status && *encoding)
		status = encoding_convert(ctl, "UTF-8", encoding, &text, &size);
	if (!status)
		fwrite(text, 1, size, stdout);
	free(text);
	return status;
}

/* Rounds that were paired otherwise would have people meet again. */
static int check_met(const struct ctl *ctl, const char *text, unsigned round, const struct next_pair *pairs,
		     unsigned count, bool twice)
{
	for (unsigned i = 0; i < count; i++) {
		const unsigned met = next_round_met(text, strlen(text), round, &pairs[i], twice);

		if (met)
			return ctl_fail(
				ctl,
				"players %u and %u, who meet in round %u of Berger's tables, have met in round %u; "
				"earlier rounds are expected to be of the same tables.",
				pairs[i].white, pairs[i].black, round, met);
	}
	return CTL_DONE;
}

static void say_left_out(const char *text, unsigned round)
{
	unsigned first, count = text ? next_round_left_out(text, strlen(text), round, &first) : 0;

	if (count == 1)
		fprintf(stderr, "flagfallctl round: the pairing engine has nothing for player %u.\n", first);
	else if (count)
		fprintf(stderr, "flagfallctl round: the pairing engine has nothing for player %u, and %u more.\n",
			first, count - 1);
}

int round_next_report(const struct ctl *ctl, const struct next_ask *ask, const char *text, const char *encoding)
{
	const bool berger = ask->berger || (!ask->engine && scoring_read(text, strlen(text), false).is_round_robin);
	const bool twice = ask->twice || strstr(text, "ROUNDROBIN_G2");
	unsigned unfinished, count, pair_count = 0, round, *numbers = calloc(NEXT_PLAYERS, sizeof(*numbers));
	struct next_pair *pairs = NULL;
	char *next = NULL;
	int status;

	if (!numbers)
		return ctl_fail(ctl, "%s.", strerror(ENOMEM));
	round = next_round_paired(text, strlen(text), &unfinished) + 1;
	count = next_round_players(text, strlen(text), numbers);
	status = check_withdrawn(ctl, ask, numbers, count);
	if (status)
		goto out;
	if (unfinished) {
		status = ctl_fail(ctl, "%u games of round %u have no result; they are expected before the next round.",
				  unfinished, round - 1);
	} else if (berger) {
		pairs = calloc(count / 2 + 1, sizeof(*pairs));
		pair_count = pairs ? berger_round(count, round, twice, pairs) : 0;
		for (unsigned i = 0; i < pair_count; i++)
			pairs[i] = (struct next_pair){ numbers[pairs[i].white - 1],
						       pairs[i].black ? numbers[pairs[i].black - 1] : 0 };
		status = pair_count ? check_met(ctl, text, round, pairs, pair_count, twice) :
				      too_many_rounds(ctl, count, twice);
	} else if (!ask->engine) {
		status = ctl_fail(ctl, "is it a round robin (--berger), or paired by an engine (--engine COMMAND, or "
				       "FLAGFALL_ENGINE in the environment)? The report does not say it.");
	} else {
		/* who has withdrawn is absent before the engine pairs the others */
		next = next_round_write(text, strlen(text), round, NULL, 0, ask->withdrawn,
					(unsigned)ask->withdrawn_count, 'U');
		status = next ? ask_engine(ctl, ask, next, numbers, count, &pairs, &pair_count) :
				ctl_fail(ctl, "%s.", strerror(ENOMEM));
	}
	free(next);
	if (!status) {
		next = next_round_write(text, strlen(text), round, pairs, pair_count, ask->withdrawn,
					(unsigned)ask->withdrawn_count, berger ? 'Z' : 'U');
		if (!berger)
			say_left_out(next, round);
		status = print_report(ctl, ask, next, encoding);
	}
out:
	free(pairs);
	free(numbers);
	return status;
}

/* --- other rounds, and lists of players --- */

static int by_number(const void *a, const void *b)
{
	const json_int_t p = json_integer_value(json_object_get(*(json_t *const *)a, "number"));
	const json_int_t q = json_integer_value(json_object_get(*(json_t *const *)b, "number"));

	return p < q ? -1 : p > q;
}

/* All of a round, by their numbers; a round robin has all of them in each. */
static json_t *players_of(const json_t *round)
{
	const json_t *pairings = json_object_get(round, "pairings"), *pairing;
	json_t **list = calloc(2 * json_array_size(pairings) + 1, sizeof(json_t *)), *players = json_array();
	size_t n = 0, i;

	json_array_foreach((json_t *)pairings, i, pairing)
		for (int side = 0; list && side < 2; side++) {
			json_t *player = json_object_get(pairing, side ? "black" : "white");

			if (json_integer_value(json_object_get(player, "number")) > 0)
				list[n++] = player;
		}
	if (list)
		qsort(list, n, sizeof(json_t *), by_number);
	for (i = 0; list && i < n; i++)
		json_array_append(players, list[i]);
	free(list);
	return players;
}

int round_next_csv(const struct ctl *ctl, const struct next_ask *ask, const json_t *round)
{
	const json_t *pairing;
	unsigned unfinished = 0;
	json_t *players;
	size_t i;
	int status;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		unfinished += !*ctl_text(pairing, "bye") && !*ctl_text(pairing, "result");
	if (unfinished)
		return ctl_fail(ctl, "%u games of round %d have no result; they are expected before the next round.",
				unfinished, (int)json_integer_value(json_object_get(round, "round")));
	if (ask->engine && !ask->berger)
		return ctl_fail(ctl, "a pairing engine takes a tournament report; round %d came from %s.",
				(int)json_integer_value(json_object_get(round, "round")), ctl_text(round, "file"));
	players = players_of(round);
	if (json_array_size(players) < 2)
		status = ctl_fail(ctl,
				  "the players of round %d have no numbers; \"round next PLAYERS.csv\" gives them.",
				  (int)json_integer_value(json_object_get(round, "round")));
	else
		status = print_berger(ctl, ask, players,
				      (unsigned)json_integer_value(json_object_get(round, "round")) + 1);
	json_decref(players);
	return status;
}

/*
 * A list of players, a name a line, or with columns as pairings have them (name,fide,elo,title,team,fed), is read as
 * one of byes: White's columns with "bye" before them.
 */
static char *as_byes(const char *text)
{
	struct text_lines l = { .text = text, .size = strlen(text) };
	char *ret = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&ret, &size);
	char separator = 0;

	while (out && text_next_line(&l)) {
		if (l.length == strspn(l.line, " \t") || strspn(l.line, " \t,;") >= l.length)
			continue;
		if (!separator && strncasecmp(l.line, "name", 4) == 0 && (l.length == 4 || strchr(",;\t", l.line[4]))) {
			separator = l.length == 4 ? ',' : l.line[4];
			fprintf(out, "table%cblack%cwhite", separator, separator);
			for (size_t i = 4; i < l.length; i++)
				fprintf(out, l.line[i] == separator ? "%cwhite_" : "%c", l.line[i]);
			fputc('\n', out);
			continue;
		}
		if (!separator) { /* names alone, with the comma before the first name */
			separator = '\t';
			fputs("table\tblack\twhite\n", out);
		}
		fprintf(out, "%cbye%c%.*s\n", separator, separator, (int)l.length, l.line);
	}
	if (out)
		fclose(out);
	return ret;
}

static int next_of_list(const struct ctl *ctl, const struct next_ask *ask, const char *name, const char *text)
{
	char *byes = as_byes(text);
	struct text_fault fault = { 0 };
	struct pairings list;
	json_t *players;
	int status;

	if (!byes)
		return ctl_fail(ctl, "%s.", strerror(ENOMEM));
	if (pairings_read(byes, strlen(byes), 1, &list, &fault) < 0) {
		free(byes);
		return ctl_fail(ctl, "%s:%u: %s.", name, fault.line, fault.reason);
	}
	free(byes);
	players = json_array();
	for (size_t i = 0; i < list.count; i++) {
		json_t *pairing, *player;

		if (pairing_set_board_name(&list.list[i], "") < 0)
			break;
		pairing = pairing_format(&list.list[i]);
		player = json_object_get(pairing, "white");
		json_object_set_new(player, "number", json_integer((json_int_t)i + 1));
		json_array_append(players, player);
		json_decref(pairing);
	}
	pairings_done(&list);
	status = print_berger(ctl, ask, players, 1);
	json_decref(players);
	return status;
}

/* Of an event the file is YAML. */
bool round_next_is_file(const char *word)
{
	const char *dot = strrchr(word, '.');

	return dot && strcmp(dot, ".yaml") != 0 && strcmp(dot, ".yml") != 0 && access(word, R_OK) == 0;
}

int round_next_file(const struct ctl *ctl, const struct next_ask *ask, const char *name)
{
	struct text_fault fault = { 0 };
	const char *encoding = "";
	char *text = NULL, *decoded = NULL;
	size_t size = 0, decoded_size = 0;
	int status = event_call_read_file(ctl, name, "a report or a list of players", &text, &size);

	if (status)
		return status;
	if (text_decode(text, size, &decoded, &decoded_size, &encoding, &fault) < 0) {
		status = ctl_fail(ctl, "%s:%u:%u: %s.", name, fault.line, fault.column, fault.reason);
	} else {
		const char *plain = decoded ? decoded : text;

		status = has_line(plain, "001") ? round_next_report(ctl, ask, plain, encoding) :
						  next_of_list(ctl, ask, name, plain);
	}
	free(decoded);
	free(text);
	return status;
}
