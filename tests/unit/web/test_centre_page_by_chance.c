// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a centre's page tells in days of chance: publications of two halls come into the centre's file, rounds follow
 * each other, a hall's clock is wrong, its database or the file is another one. Who follows the events has what the
 * page shows (page-reader.h), a game's record is there or is not, and nothing that the loop was given is left in it.
 * FLAGFALL_DAY=N plays that day alone and prints all of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-event.h>
#include <time.h>
#include <unistd.h>

#include "relay/store/store.h"
#include "tests/unit/memory-folder.h"
#include "tests/unit/web/page-reader.h"
#include "web/source.h"
#include "web/stream.h"

#define DAYS 40
#define STEPS 120
#define REALTIME_US INT64_C(1790000000000000)

static struct {
	char dir[MEMORY_FOLDER_PATH], path[96];
	struct live live;
	struct stream stream;
	struct store *store;
	struct centre_source *source;
	int64_t seq[2][2][3][4], epoch; /* of halls, events, rounds and boards */
	int round[2][2];		/* the latest */
	struct page_reader reader;
	uint64_t lot;
	int64_t now_us;
	unsigned sources;
	bool prints;
	sd_event_io_handler_t on_changes;
	sd_event_time_handler_t on_timer;
	void *userdata;
} d;

static const char *const halls[] = { "north", "south-2" }, *const events[] = { "club", "league" };

int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	const int64_t us = d.now_us + (clock == CLOCK_REALTIME ? REALTIME_US : 0);

	*now = (struct timespec){ us / 1000000, us % 1000000 * 1000 };
	return 0;
}

static bool loop_fails;

static unsigned next(unsigned n)
{
	d.lot = d.lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(d.lot >> 33) % n;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
	char *line;
	va_list ap;

	va_start(ap, format);
	assert_true(vasprintf(&line, format, ap) >= 0);
	va_end(ap);
	for (char *at; (at = strstr(line, d.dir));)
		memmove(at, at + strlen(d.dir), strlen(at + strlen(d.dir)) + 1);
	if (d.prints)
		printf("# %s\n", line);
	free(line);
}

/* --- the loop, which turns when the test does --- */

sd_event *sd_event_ref(sd_event *e)
{
	d.sources++;
	return e;
}

sd_event *sd_event_unref(sd_event *e)
{
	d.sources--;
	return NULL;
}

int sd_event_add_io(sd_event *e, sd_event_source **ret, int fd, uint32_t what, sd_event_io_handler_t handler,
		    void *userdata)
{
	if (loop_fails)
		return -ENOMEM;
	d.sources++;
	d.on_changes = handler;
	d.userdata = userdata;
	*ret = (sd_event_source *)&d.on_changes;
	return 0;
}

int sd_event_add_time_relative(sd_event *e, sd_event_source **ret, clockid_t clock, uint64_t us, uint64_t accuracy,
			       sd_event_time_handler_t handler, void *userdata)
{
	d.sources++;
	d.on_timer = handler;
	*ret = (sd_event_source *)&d.on_timer;
	note("timer %d %d", (int)us, (int)accuracy);
	return 0;
}

int sd_event_source_set_time_relative(sd_event_source *source, uint64_t us)
{
	note("%s in %d", source == (sd_event_source *)&d.on_timer ? "timer" : "?", (int)us);
	return 0;
}

int sd_event_source_set_enabled(sd_event_source *source, int enabled)
{
	note("%s %d", source == (sd_event_source *)&d.on_timer ? "timer" : "?", enabled);
	return 0;
}

sd_event_source *sd_event_source_disable_unref(sd_event_source *source)
{
	d.sources -= source != NULL;
	return NULL;
}

static void turn(bool is_timer)
{
	FILE *kept = stderr;
	char *said = NULL;
	size_t size;

	stderr = open_memstream(&said, &size);
	if (is_timer)
		d.on_timer(NULL, 0, d.userdata);
	else
		d.on_changes(NULL, 0, 0, d.userdata);
	fclose(stderr);
	stderr = kept;
	if (*said)
		note("says %s", said);
	free(said);
}

/* --- what the halls say --- */

static void put(unsigned hall, unsigned event, unsigned round, unsigned board, json_t *p)
{
	const struct store_subject subject = { halls[hall], events[event], round, board };
	const int64_t t_us = REALTIME_US + d.now_us + (hall ? 5000000 : -20000);
	int64_t lag_us;
	char *text;

	json_object_set_new(p, "epoch", json_integer(d.epoch));
	json_object_set_new(p, "seq", json_integer(++d.seq[hall][event][round][board]));
	json_object_set_new(p, "t_wall", json_integer(t_us));
	text = json_dumps(p, JSON_COMPACT);
	assert_int_equal(store_take(d.store, &subject, text, strlen(text), REALTIME_US + d.now_us, &lag_us), 0);
	free(text);
	json_decref(p);
}

static void put_file(unsigned hall, unsigned event, unsigned round, unsigned board, const char *path, const char *text)
{
	put(hall, event, round, board,
	    json_pack("{s:s, s:s, s:i, s:i, s:s, s:i}", "type", "file", "path", path, "keep", 0, "tail", 0, "text",
		      text, "size", (int)strlen(text)));
}

static void say(void)
{
	static const char *const results
		[] = { "*", "1-0", "1/2-1/2", "" },
	 *const variants[] = { "", "[Variant \"Chess960\"]\n", "[FEN \"8/8/8/4k3/8/8/4K3/8 b - - 0 1\"]\n" },
	 *const tournaments
		 [] = { "{\"name\":\"Club\",\"location\":\"Riga\",\"rules\":\"R\",\"timecontrol\":\"60\",\"rounds\":[{\"count\":3,\"live\":1},{\"count\":2,\"live\":0},{\"count\":0}]}",
			"{\"name\":\"Club\",\"rounds\":[{\"count\":1,\"live\":0}]}", "no JSON" },
	 *const rounds
		 [] = { "{\"pairings\":[{\"board\":1,\"live\":true,\"white\":{\"fname\":\"Anna\",\"mname\":\"M\",\"lname\":\"A\",\"fideid\":7,\"title\":\"GM\",\"federation\":\"LAT\"},\"black\":{\"lname\":\"B\"},\"result\":\"\"},{\"board\":2,\"live\":false,\"white\":null,\"black\":{\"fname\":\"C\",\"lname\":\"D\"},\"result\":\"1-0\"}]}",
			"{\"pairings\":[{\"board\":3,\"live\":false,\"result\":\"\"}]}", "{}" },
	 *const types[] = { "question", "ruling", "clock", "position", "flag" }, *const given[] = { "", "none", "1-0" };
	const unsigned hall = next(2), event = next(2), board = 1 + next(3), what = next(9);
	unsigned round;
	char path[64], text[400];
	json_t *p;
	int n;

	if (!next(25) && d.round[hall][event] < 2)
		d.round[hall][event]++;
	round = next(5) || d.round[hall][event] == 1 ? (unsigned)d.round[hall][event] : 1;
	n = (int)d.seq[hall][event][round][board];
	if (what == 0) {
		put_file(hall, event, 0, 0, "tournament.json", tournaments[next(3)]);
	} else if (what == 1) {
		snprintf(path, sizeof(path), "round-%u/index.json", round);
		put_file(hall, event, round, 0, path, rounds[next(3)]);
	} else if (what < 4) {
		/* in this order, whichever a compiler has for a call's arguments */
		const char *result = results[next(4)], *variant = variants[next(3)],
			   *round_tag = next(4) ? "[Round \"1.2\"]\n" : "[Round]\n",
			   *board_tag = next(3) ? "" : "[Board \"17\"]\n";

		snprintf(path, sizeof(path), "round-%u/game-%u.%s", round, board, board == 3 ? "pdn" : "pgn");
		snprintf(text, sizeof(text), "[White \"A \\\"%u\\\"\"]\n[Black \"B\"]\n[Result \"%s\"]\n%s%s%s\n*\n",
			 board, result, board_tag, board == 3 ? "[GameType \"20,W,10,10,N2,0\"]\n" : variant,
			 round_tag);
		put_file(hall, event, round, board, path, text);
	} else if (what < 7) {
		p = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:i}", "type", "move", "ply", 1 + n % 9, "side",
			      n % 2 ? "black" : "white", "uci", n % 7 ? "e2e4" : "", "placement", "8/8/8/8/4P3/8/8/8",
			      "state", n % 5 ? "played" : "undone", "t_us", n / 2);
		if (next(4))
			json_object_set_new(p, "san", json_string("e4"));
		if (!next(6))
			json_object_set_new(p, "withheld", json_true());
		put(hall, event, round, board, p);
	} else {
		const char *type = types[next(5)], *result = given[next(3)];

		put(hall, event, round, board,
		    json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:s, s:i, s:s}", "type", type, "reason", "repetition",
			      "ruling", "checkmate", "result", result, "white_us", 1000 + n, "black_us", 2000 + n,
			      "running", n % 3 ? "white" : "none", "t_us", n / 2, "fen", "8/8/8/8/8/8/8/8 w - - 0 1"));
	}
}

/* As the centre says it of itself and its halls. */
static void tell(void)
{
	const unsigned hall = next(2), connected = next(4), silent_us = next(5) ? 0 : 20000000;
	unsigned lag_us;
	char text[160];

	store_set_alive(d.store, REALTIME_US + d.now_us - silent_us, connected, "");
	snprintf(text, sizeof(text), "{\"t_wall\":%lld,\"epoch\":%lld,\"events\":{\"club\":%u}}",
		 (long long)(REALTIME_US + d.now_us + (hall ? 5000000 : -20000)), (long long)d.epoch, next(40));
	lag_us = 1499 + next(3);
	store_set_hall(d.store, halls[hall], REALTIME_US + d.now_us, next(12) ? text : "no JSON", lag_us, 2500);
}

static void open_store(void)
{
	char err[256];

	assert_int_equal(store_open(d.path, false, &d.store, err), 0);
}

static void mishap(void)
{
	char other[128];
	unsigned what = next(5);

	note("mishap %u", what);
	if (what == 0) { /* another file */
		store_close(d.store);
		if (next(2)) {
			snprintf(other, sizeof(other), "%s/old.db", d.dir);
			rename(d.path, other);
			turn(true);
		}
		memory_folder_clear(d.dir);
		memset(d.seq, 0, sizeof(d.seq));
		open_store();
	} else if (what == 1) { /* a hall's database is another one */
		d.epoch++;
		memset(d.seq, 0, sizeof(d.seq));
	} else if (what == 2) {
		d.now_us += INT64_C(86400000000) * (1 + next(2));
	} else if (what == 3) { /* some are missing: what follows is not whole */
		d.seq[next(2)][0][1][1] += 2;
	}
}

static void look(void)
{
	static const char *const ids[] = { "north~club~1~1", "south-2~league~1~3", "north~club~2~2",
					   "north~club~1",   "north~club~1~0",	   "x",
					   "north~club~1~1x" };
	const char *id = ids[next(7)], *suffix = "none", *text = "none";
	int64_t next_us;
	bool is_new;
	int r;

	is_new = stream_update(&d.stream, &d.live, REALTIME_US + d.now_us, &next_us);
	note("news %d", is_new);
	page_reader_follow(&d.reader, &d.stream);
	if (next(3))
		return;
	r = centre_source_record(d.source, id, &suffix, &text);
	note("%s: %d %s %s", id, r, r ? "" : suffix, r ? "" : text);
	assert_true(r <= 0);
	if (r == 0)
		assert_true((!strcmp(suffix, "pgn") || !strcmp(suffix, "pdn")) && strstr(text, "[White \"") == text);
}

static void one_day(unsigned day)
{
	d.lot = day;
	d.sources = 0;
	d.now_us = 0;
	d.epoch = 10;
	memset(d.seq, 0, sizeof(d.seq));
	for (unsigned i = 0; i < 4; i++)
		d.round[i / 2][i % 2] = 1;
	memory_folder_clear(d.dir);
	if (day % 3)
		open_store();
	assert_int_equal(live_init(&d.live), 0);
	assert_int_equal(stream_init(&d.stream), 0);
	strcpy(d.stream.mark, "day");
	assert_int_equal(centre_source_open(d.dir, NULL, &d.live, &d.source), 0);
	turn(true);
	look();
	if (day % 3 == 0)
		open_store();
	for (unsigned board = 10; day % 9 == 0 && board < 150; board++) { /* a large hall */
		const struct store_subject subject = { "large", "open", 1, board };
		char text[120];
		int64_t lag_us;

		snprintf(text, sizeof(text),
			 "{\"epoch\":10,\"seq\":1,\"t_wall\":%lld,\"type\":\"move\",\"ply\":1,\"uci\":\"e2e4\"}",
			 (long long)REALTIME_US);
		assert_int_equal(store_take(d.store, &subject, text, strlen(text), REALTIME_US, &lag_us), 0);
	}
	for (unsigned n = 0; n < STEPS; n++) {
		for (unsigned more = 1 + next(3); more > 0; more--)
			say();
		if (!next(3))
			tell();
		assert_int_equal(store_commit(d.store), 0);
		d.now_us += 5000 * (int64_t)next(next(4) ? 8 : 400);
		turn(next(2));
		look();
		if (!next(25))
			mishap();
	}
	turn(true);
	look();
	note("%s", stream_snapshot(&d.stream));
	centre_source_close(d.source);
	assert_int_equal(d.sources, 0);
	store_close(d.store);
	page_reader_done(&d.reader);
	stream_done(&d.stream);
	live_done(&d.live);
}

static void who_follows_has_the_page(void **state)
{
	const char *alone = getenv("FLAGFALL_DAY");

	centre_source_close(NULL);
	loop_fails = true;
	assert_int_equal(centre_source_open("/", NULL, &d.live, &d.source), -ENOMEM);
	assert_int_equal(d.sources, 0);
	loop_fails = false;
	d.source = NULL;
	memory_folder_make(d.dir);
	snprintf(d.path, sizeof(d.path), "%s/centre.db", d.dir);
	d.prints = alone != NULL;
	for (unsigned day = 1; day <= DAYS; day++)
		if (!alone || (unsigned)atoi(alone) == day)
			one_day(day);
	memory_folder_remove(d.dir);
}

/* --- rounds that a hall has no more --- */

static void put_tournament(const char *rounds)
{
	char text[160];

	snprintf(text, sizeof(text), "{\"name\":\"Club\",\"rounds\":[%s]}", rounds);
	put_file(0, 0, 0, 0, "tournament.json", text);
}

static void put_game(unsigned round, const char *result)
{
	char path[32], text[160];

	snprintf(path, sizeof(path), "round-%u/game-1.pgn", round);
	snprintf(text, sizeof(text), "[Round \"%u.1\"]\n[White \"A\"]\n[Result \"%s\"]\n[UTCDate \"2026.11.22\"]\n",
		 round, result);
	put_file(0, 0, round, 1, path, text);
}

static void page_shows(const char *expected)
{
	char ids[256] = "";

	assert_int_equal(store_commit(d.store), 0);
	turn(true);
	for (const struct live_game *g = d.live.games; g; g = g->next)
		snprintf(ids + strlen(ids), sizeof(ids) - strlen(ids), "%s%s", *ids ? " " : "", g->id);
	assert_string_equal(ids, expected);
}

static void begin_again(int64_t epoch)
{
	d.epoch = epoch;
	memset(d.seq, 0, sizeof(d.seq));
}

static void begin_page(void)
{
	assert_int_equal(live_init(&d.live), 0);
	assert_int_equal(centre_source_open(d.dir, NULL, &d.live, &d.source), 0);
}

static void end_page(void)
{
	centre_source_close(d.source);
	live_done(&d.live);
}

#define ONE "{\"count\":1,\"live\":1}"

/* The hall was put back to a copy from before its second round, and all that it has came again. */
static void a_round_that_is_lost_is_shown_no_more(void **state)
{
	memory_folder_make(d.dir);
	snprintf(d.path, sizeof(d.path), "%s/centre.db", d.dir);
	for (unsigned order = 0; order < 2; order++) {
		d.now_us = 0;
		begin_again(10);
		open_store();
		begin_page();
		put_tournament(ONE "," ONE);
		put_game(1, "1-0");
		put_game(2, "*");
		page_shows("north~club~2~1");

		begin_again(11);
		if (order) {
			put_game(1, "1-0");
			page_shows("north~club~2~1");
			put_tournament(ONE);
		} else {
			put_tournament(ONE);
			page_shows("north~club~1~1"); /* its record is here yet from before */
			put_game(1, "1-0");
		}
		page_shows("north~club~1~1");
		end_page();
		begin_page(); /* who comes later sees the same */
		page_shows("north~club~1~1");

		put_game(2, "*"); /* it is played anew */
		page_shows("north~club~2~1");
		put_tournament(ONE "," ONE);
		page_shows("north~club~2~1");

		begin_again(12); /* the hall's stream database was lost, and no round of the event was */
		put_tournament(ONE "," ONE);
		page_shows("north~club~2~1");
		end_page();
		store_close(d.store);
		memory_folder_clear(d.dir);
	}
	memory_folder_remove(d.dir);
}

/* A hall has said a move when its clock was an hour ahead, and was set right since. */
static void a_clock_that_was_set_back_hides_no_move(void **state)
{
	const struct store_subject subject = { .hall = halls[0], .event = "club", .round = 1, .board = 1 };
	struct delay_shown shown;
	char text[256];
	int64_t lag_us;

	memory_folder_make(d.dir);
	snprintf(d.path, sizeof(d.path), "%s/centre.db", d.dir);
	d.now_us = 0;
	begin_again(10);
	open_store();
	begin_page();
	put_tournament(ONE);
	put_game(1, "*");
	snprintf(
		text, sizeof(text),
		"{\"epoch\":10,\"seq\":2,\"t_wall\":%lld,\"type\":\"move\",\"ply\":1,\"uci\":\"e2e4\",\"state\":\"committed\"}",
		(long long)REALTIME_US + INT64_C(3600000000));
	assert_int_equal(store_take(d.store, &subject, text, strlen(text), REALTIME_US, &lag_us), 0);
	page_shows("north~club~1~1");
	assert_int_equal(live_game_shown(d.live.games, REALTIME_US + d.now_us, &shown), 0);
	assert_int_equal(shown.count, 1);
	end_page();
	store_close(d.store);
	memory_folder_clear(d.dir);
	memory_folder_remove(d.dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(who_follows_has_the_page),
					    cmocka_unit_test(a_round_that_is_lost_is_shown_no_more),
					    cmocka_unit_test(a_clock_that_was_set_back_hides_no_move) };

	return cmocka_run_group_tests_name("centre's page by chance", tests, NULL, NULL);
}
