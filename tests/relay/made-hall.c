/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made-hall STATE EVENT BOARDS FROM TO [PACE_MS]: what a daemon writes for turns FROM to TO of a round of so many
 * boards: the stream database STATE/relay/stream.db and the export folder STATE/export/EVENT. FROM 1 begins the round.
 * With PACE_MS a turn of all boards takes that long, as in a hall. ROUND in the environment: of that one, instead of
 * the first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "formats/record.h"
#include "stream/stream.h"

static const char *state, *event;
static struct stream_database *database;
static unsigned round_number = 1;

static void must(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "made-hall: %s: %s\n", what, database ? stream_database_error(database) : "");
	exit(1);
}

static int64_t realtime_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static void put_file(unsigned round, unsigned board, const char *path, const char *text, bool travels)
{
	const struct stream_subject subject = { .event = event, .round = round, .board = board };
	char whole[512];
	FILE *file;

	snprintf(whole, sizeof(whole), "%s/export/%s/%s", state, event, path);
	file = fopen(whole, "w");
	must(file && fputs(text, file) >= 0 && fclose(file) == 0, whole);
	if (travels)
		must(stream_database_file(database, &subject, path, text, realtime_us()) >= 0, path);
}

static void make_folders(void)
{
	static const char *const below[] = { "", "/export", "/export/EVENT" };
	char path[512];

	for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++) {
		const char *mark = strstr(below[i], "EVENT");

		if (mark)
			snprintf(path, sizeof(path), "%s%.*s%s%s", state, (int)(mark - below[i]), below[i], event,
				 mark + 5);
		else
			snprintf(path, sizeof(path), "%s%s", state, below[i]);
		mkdir(path, 0755);
	}
	snprintf(path, sizeof(path), "%s/export/%s/round-%u", state, event, round_number);
	mkdir(path, 0755);
}

/* A move of a game nobody has played, but of a length as they have. */
static void move_of(unsigned board, unsigned turn, char uci[static 8])
{
	const unsigned n = board * 7919 + turn * 104729;

	snprintf(uci, 8, "%c%u%c%u", 'a' + n % 8, 1 + n / 8 % 8, 'a' + n / 64 % 8, 1 + n / 512 % 8);
}

static char *record(unsigned board, unsigned turn, unsigned last)
{
	char *text = NULL, uci[8];
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *result = turn == last ? board % 2 ? "1-0" : "1/2-1/2" : "*";

	fprintf(out,
		"[Event \"%s\"]\n[Round \"%u.%u\"]\n[White \"Weiß, Åse %u\"]\n[Result \"%s\"]\n"
		"[UTCDate \"2026.01.31\"]\n\n",
		event, round_number, board, board, result);
	for (unsigned i = 1; i <= turn; i++) {
		move_of(board, i, uci);
		if (i % 2)
			fprintf(out, "%u. ", (i + 1) / 2);
		fprintf(out, "%s {[%%clk 0:0%u:%02u.%03u]}%s", uci, i % 10, i % 60, (i * 37) % 1000,
			i % 4 ? " " : "\n");
	}
	fprintf(out, "%s\n\n", result);
	fclose(out);
	return text;
}

static void play_turn(unsigned board, unsigned turn, unsigned last)
{
	const struct stream_subject subject = { .event = event, .round = round_number, .board = board };
	char path[EXPORT_PATH], uci[8], *text = record(board, turn, last);
	json_t *move, *clock;

	move_of(board, turn, uci);
	move = json_pack("{s:I, s:s, s:I, s:i, s:s, s:s, s:s}", "t_wall", (json_int_t)realtime_us(), "type", "move",
			 "t_us", (json_int_t)turn * 1000000, "ply", (int)turn, "uci", uci, "state", "committed",
			 "placement", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	clock = json_pack("{s:I, s:s, s:I, s:i, s:i, s:s}", "t_wall", (json_int_t)realtime_us(), "type", "clock",
			  "t_us", (json_int_t)turn * 1000000, "white_us", 300000000, "black_us", 299000000, "running",
			  "white");
	must(stream_database_add(database, &subject, move) >= 0, "a move");
	must(stream_database_add(database, &subject, clock) >= 0, "a clock");
	export_path(path, round_number, board, "pgn");
	put_file(round_number, board, path, text, true);
	json_decref(move);
	json_decref(clock);
	free(text);
}

static void finish(unsigned boards, unsigned to, unsigned last)
{
	const struct export_event about = { .id = event, .name = event, .site = "", .rulebook = "", .time = "" };
	struct export_pairing *pairings = calloc(boards, sizeof(*pairings));
	json_t *rounds = json_array();
	char *all = NULL, *text, path[EXPORT_PATH];
	size_t size;
	FILE *out = open_memstream(&all, &size);

	must(pairings, "memory");
	for (unsigned n = 1; n <= round_number; n++)
		json_array_append_new(rounds, json_pack("{s:i, s:i}", "count", (int)boards, "live",
							n < round_number || to == last ? 0 : (int)boards));
	for (unsigned board = 1; board <= boards; board++) {
		pairings[board - 1] =
			(struct export_pairing){ .board = board,
						 .player = { { .name = "Weiß, Åse" }, { .name = "Schwarz" } },
						 .result = to == last ? "1-0" : "",
						 .live = to != last };
		text = record(board, to, last);
		fputs(text, out);
		free(text);
	}
	fclose(out);
	export_path(path, round_number, 0, "pgn");
	put_file(round_number, 0, path, all, false);
	free(all);
	export_index_path(path, round_number);
	text = export_round("2026.01.31", pairings, boards);
	put_file(round_number, 0, path, text, true);
	free(text);
	text = export_tournament(&about, rounds);
	put_file(0, 0, EXPORT_TOURNAMENT, text, true);
	free(text);
	free(pairings);
	json_decref(rounds);
}

int main(int argc, char **argv)
{
	struct timespec next;
	char path[512], err[256] = "";
	unsigned boards, from, to, last = 60, pace_ms;

	if (argc < 6) {
		fprintf(stderr, "usage: made-hall STATE EVENT BOARDS FROM TO [PACE_MS]\n");
		return 2;
	}
	state = argv[1];
	event = argv[2];
	boards = (unsigned)atoi(argv[3]);
	from = (unsigned)atoi(argv[4]);
	to = (unsigned)atoi(argv[5]);
	pace_ms = argc > 6 ? (unsigned)atoi(argv[6]) : 0;
	if (getenv("ROUND"))
		round_number = (unsigned)atoi(getenv("ROUND"));
	make_folders();
	snprintf(path, sizeof(path), "%s/relay/stream.db", state);
	must(stream_database_open(path, &database, err) >= 0, err);
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (unsigned turn = from; turn <= to; turn++) {
		for (unsigned board = 1; board <= boards; board++) {
			const uint64_t slot = pace_ms * UINT64_C(1000000) / boards;

			if (pace_ms) { /* presses do not come all at once */
				next.tv_nsec += (long)slot;
				next.tv_sec += next.tv_nsec / 1000000000;
				next.tv_nsec %= 1000000000;
				clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
			}
			play_turn(board, turn, last);
			if (pace_ms)
				must(stream_database_commit(database) >= 0, "the database");
		}
		must(stream_database_commit(database) >= 0, "the database");
	}
	finish(boards, to, last);
	must(stream_database_commit(database) >= 0, "the database");
	stream_database_close(database);
	return 0;
}
