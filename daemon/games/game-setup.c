/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/game-setup.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "formats/event-file.h"
#include "daemon/bus/replies.h"
#include "daemon/time-zone.h"

#define MAX_TAGS 64

const struct detail game_setup_options[] = { { "rulebook", DETAIL_TEXT },
					     { "time", DETAIL_TEXT },
					     { "clock", DETAIL_JSON },
					     { "running", DETAIL_TEXT },
					     { "lever", DETAIL_TEXT },
					     { "after_reboot", DETAIL_TEXT },
					     { "white", DETAIL_TEXT },
					     { "black", DETAIL_TEXT },
					     { "event", DETAIL_TEXT },
					     { "site", DETAIL_TEXT },
					     { "round", DETAIL_TEXT },
					     { "date", DETAIL_TEXT },
					     { "fen", DETAIL_TEXT },
					     { "game", DETAIL_TEXT },
					     { "array", DETAIL_NUMBER },
					     { "overrides", DETAIL_TEXTS },
					     { "options", DETAIL_JSON },
					     { "state", DETAIL_JSON },
					     { "tags", DETAIL_MAP },
					     { "timezone", DETAIL_TEXT },
					     { "stands", DETAIL_BOOLEAN },
					     { "found", DETAIL_BOOLEAN },
					     { 0 } };

static const char *zone_of(const json_t *setup)
{
	const char *own = json_string_value(json_object_get(setup, "timezone"));

	return own ? own : event_pairing_of(setup).timezone;
}

/* The day of the start, by which a game is found; its record has that of the first move ("dated" says so). */
static void add_date(json_t *options)
{
	char date[16];
	struct tm tm;

	if (json_object_get(options, "date"))
		return;
	time_zone_local(zone_of(options), time(NULL), &tm);
	if (strftime(date, sizeof(date), "%Y.%m.%d", &tm)) {
		json_object_set_new(options, "date", json_string(date));
		json_object_set_new(options, "dated", json_string("start"));
	}
}

int game_setup_complete(json_t *options, const struct board_info *info, int64_t grace_us)
{
	add_date(options);
	return json_object_set_new(options, "board",
				   json_pack("{s:i, s:i, s:s, s:b, s:I, s:I}", "width", (int)info->width, "height",
					     (int)info->height, "sensors",
					     info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence", "lever",
					     (info->features & BOARD_FEATURE_LEVER) != 0, "scan_us",
					     (json_int_t)info->scan_us, "grace_us",
					     (json_int_t)(grace_us >= 0 ? grace_us : info->grace_us))) < 0 ?
		       -ENOMEM :
		       0;
}

/* Two or four digits, or as many question marks. -1: unknown. */
static bool read_part(const char *text, size_t digits, int *ret)
{
	*ret = -1;
	if (strspn(text, "?") >= digits)
		return true;
	if (strspn(text, "0123456789") < digits)
		return false;
	*ret = 0;
	for (size_t i = 0; i < digits; i++)
		*ret = *ret * 10 + (text[i] - '0');
	return true;
}

static bool is_date(const char *text)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;
	bool leap;

	if (strlen(text) != 10 || text[4] != '.' || text[7] != '.' || !read_part(text, 4, &year) ||
	    !read_part(text + 5, 2, &month) || !read_part(text + 8, 2, &day))
		return false;
	if (month == 0 || month > 12 || day == 0 || day > 31)
		return false;
	leap = year < 0 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
	return month < 0 || day <= days[month - 1] + (month == 2 && leap);
}

int game_setup_check_date(json_t *options, sd_bus_error *error)
{
	const char *date = json_string_value(json_object_get(options, "date"));

	if (!date || is_date(date))
		return 0;
	return fault(error, ERROR_BAD_ARGUMENT,
		     "date: \"%s\" is not a date; it is written YYYY.MM.DD, with ? for what is not known", date);
}

int game_setup_number(json_t *options, sd_bus_error *error)
{
	json_t *number = json_object_get(options, "array");
	const char *name = json_string_value(json_object_get(options, "game"));
	const struct game *game = name ? game_find(name) : NULL;
	struct game_position start;
	char fen[GAME_FEN];

	if (!number)
		return 0;
	if (json_object_get(options, "fen"))
		return fault(error, ERROR_BAD_ARGUMENT, "fen and array are both given; only one of them may be");
	if (!game || !game->starts)
		return fault(error, ERROR_BAD_ARGUMENT, "array: %s has one start position; numbers are chess960's",
			     name ? name : "the usual game");
	if (json_integer_value(number) < 0 || json_integer_value(number) >= game->starts ||
	    game->start((unsigned)json_integer_value(number), &start) < 0)
		return fault(error, ERROR_BAD_ARGUMENT, "array: %lld; the start positions of %s are 0 to %u",
			     (long long)json_integer_value(number), name, game->starts - 1);
	game->format(&start, fen);
	json_object_del(options, "array");
	return json_object_set_new(options, "fen", json_string(fen)) < 0 ? -ENOMEM : 0;
}

/* What StartGame has an option for is not said twice. */
static const char *option_of_tag(const char *name)
{
	static const char *const options[][2] = {
		{ "Event", "event" }, { "Site", "site" },   { "Date", "date" },
		{ "Round", "round" }, { "White", "white" }, { "Black", "black" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (strcmp(name, options[i][0]) == 0)
			return options[i][1];
	return NULL;
}

/* What the record says by itself, from what is played. */
static bool is_own_tag(const char *name)
{
	static const char *const own[] = {
		"Result",     "TimeControl", "Termination", "Rulebook", "Variant", "SetUp",    "FEN",
		"WhiteClock", "BlackClock",  "UTCDate",	    "UTCTime",	"GameId",  "PlyCount",
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (strcmp(name, own[i]) == 0)
			return true;
	return false;
}

static bool is_tag_name(const char *name)
{
	size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");

	return n > 0 && n <= 64 && !name[n];
}

int game_setup_tags(json_t *options, sd_bus_error *error)
{
	json_t *tags = json_object_get(options, "tags"), *value;
	const char *name, *option;
	void *next;

	if (json_object_size(tags) > MAX_TAGS)
		return fault(error, ERROR_BAD_ARGUMENT, "tags: %zu are given; at most %d are kept",
			     json_object_size(tags), MAX_TAGS);
	json_object_foreach_safe(tags, next, name, value) {
		if (!is_tag_name(name))
			return fault(error, ERROR_BAD_ARGUMENT,
				     "tags: \"%s\" is no name of a tag; letters, digits and \"_\" are", name);
		if (is_own_tag(name))
			return fault(error, ERROR_BAD_ARGUMENT, "tags: %s is said by the record itself", name);
		option = option_of_tag(name);
		if (!option)
			continue;
		if (!json_object_get(options, option))
			json_object_set(options, option, value);
		json_object_del(tags, name);
	}
	return 0;
}

int game_setup_zone(const json_t *options, sd_bus_error *error)
{
	const char *name = json_string_value(json_object_get(options, "timezone"));

	if (!name || time_zone_known(name))
		return 0;
	return fault(error, ERROR_BAD_ARGUMENT, "timezone: \"%s\" is not known; it must be a name as \"Europe/Riga\"",
		     name);
}

const char *game_setup_zone_name(const struct game_setup *setup)
{
	return zone_of(setup->json);
}

const char *game_setup_given_date(const struct game_setup *setup)
{
	return json_object_get(setup->json, "dated") ? "" : game_setup_text(setup, "date");
}

const char *game_setup_text(const struct game_setup *setup, const char *key)
{
	const char *text = json_string_value(json_object_get(setup->json, key));

	return text ? text : "";
}

struct complaint {
	char text[200];
};

static void on_complaint(void *userdata, const char *file, unsigned line, const char *reason)
{
	struct complaint *c = userdata;

	if (!c->text[0])
		snprintf(c->text, sizeof(c->text), "%s:%u: %s", file, line, reason);
}

static int unknown_rulebook(const char *id, sd_bus_error *error)
{
	char **list, known[400] = "";
	size_t n = 0;

	if (rulebook_list(&list) >= 0) {
		for (char **s = list; *s && n < sizeof(known); s++)
			n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s", n ? ", " : "", *s);
		rulebook_list_free(list);
	}
	return fault(error, ERROR_UNKNOWN_RULEBOOK, "There is no rulebook \"%s\"; known rulebooks: %s", id,
		     known[0] ? known : "none");
}

/* What a rulebook is read by. New text or NULL. */
static char *asked_of(const struct game_setup *s)
{
	json_t *overrides = json_object_get(s->json, "overrides");
	char *list = overrides ? json_dumps(overrides, JSON_COMPACT) : strdup(""), *asked = NULL;

	if (list && asprintf(&asked, "%s %s", game_setup_text(s, "rulebook"), list) < 0)
		asked = NULL;
	free(list);
	return asked;
}

static int load_rulebook(struct game_setup *s, const char *id, struct complaint *complaint)
{
	struct rulebook_file files[16];
	size_t count = 0, i;
	json_t *file;
	char *asked;

	if (!s->books)
		return rulebook_load(id, on_complaint, complaint, &s->book);
	json_array_foreach(s->books, i, file)
		if (count < sizeof(files) / sizeof(files[0]) && json_string_value(json_object_get(file, "id")) &&
		    json_string_value(json_object_get(file, "text")))
			files[count++] = (struct rulebook_file){ json_string_value(json_object_get(file, "id")),
								 json_string_value(json_object_get(file, "text")) };
	asked = asked_of(s);
	if (asked)
		s->book = rulebook_cache_find(s->shelf, asked, files, count);
	free(asked);
	if (s->book)
		return 1;
	return rulebook_load_texts(id, files, count, on_complaint, complaint, &s->book);
}

char *game_setup_books(const struct game_setup *setup)
{
	json_t *list = json_array();
	const struct rulebook_file *files;
	size_t count = 0;
	char *text;

	files = setup->book ? rulebook_files(setup->book, &count) : NULL;
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "id", files[i].id, "text", files[i].text));
	text = count && json_array_size(list) == count ? json_dumps(list, JSON_COMPACT) : NULL;
	json_decref(list);
	return text;
}

static int read_rulebook(struct game_setup *s, sd_bus_error *error)
{
	const char *id = game_setup_text(s, "rulebook");
	json_t *overrides = json_object_get(s->json, "overrides"), *value;
	struct complaint complaint = { "" };
	char err[160] = "";
	size_t i;
	int r;

	if (!*id)
		return json_array_size(overrides) == 0 ?
			       0 :
			       fault(error, ERROR_BAD_ARGUMENT,
				     "overrides: \"%s\" is of a rulebook, and no rulebook is named",
				     json_string_value(json_array_get(overrides, 0)));
	if (strchr(id, '/')) /* the daemon reads no file that a caller names */
		return fault(error, ERROR_BAD_ARGUMENT, "rulebook: \"%s\" is a path; an id is required", id);
	r = load_rulebook(s, id, &complaint);
	if (r == -ENOENT)
		return unknown_rulebook(id, error);
	if (r == -ENOMEM)
		return r;
	if (r < 0)
		return fault(error, ERROR_BAD_RULEBOOK, "The rulebook \"%s\" cannot be used: %s", id,
			     complaint.text[0] ? complaint.text : strerror(-r));
	s->core.rulebook = s->book;
	if (r > 0) /* with its overrides */
		return 0;
	json_array_foreach(overrides, i, value) {
		r = rulebook_override(s->book, json_string_value(value), err);
		if (r < 0)
			return fault(error, ERROR_BAD_RULEBOOK, "overrides: \"%s\": %s", json_string_value(value), err);
	}
	return 0;
}

static bool fits(const struct game *game, json_t *board)
{
	return game->width == json_integer_value(json_object_get(board, "width")) &&
	       game->height == json_integer_value(json_object_get(board, "height"));
}

static int unknown_game(const char *name, sd_bus_error *error)
{
	char known[200] = "";
	size_t n = 0;

	for (const struct game *const *g = game_list(); *g && n < sizeof(known); g++)
		n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s", n ? ", " : "", (*g)->name);
	return fault(error, ERROR_BAD_ARGUMENT, "game: there is no game \"%s\"; known games: %s", name, known);
}

/* The one that was asked for. */
static int take_game(struct game_setup *s, const char *name, sd_bus_error *error)
{
	json_t *board = json_object_get(s->json, "board");

	s->core.game = game_find(name);
	if (!s->core.game)
		return unknown_game(name, error);
	if (s->book && strcmp(game_rulebooks(s->core.game), rulebook_game(s->book)) != 0)
		return fault(error, ERROR_UNSUITABLE, "The rulebook \"%s\" is for %s, not for %s", rulebook_id(s->book),
			     rulebook_game(s->book), name);
	if (!fits(s->core.game, board))
		return fault(error, ERROR_UNSUITABLE, "game: %s is played on %ux%u squares; this board has %dx%d", name,
			     s->core.game->width, s->core.game->height,
			     (int)json_integer_value(json_object_get(board, "width")),
			     (int)json_integer_value(json_object_get(board, "height")));
	return 0;
}

static int find_game(struct game_setup *s, sd_bus_error *error)
{
	json_t *board = json_object_get(s->json, "board");

	if (*game_setup_text(s, "game"))
		return take_game(s, game_setup_text(s, "game"), error);
	if (s->book) {
		s->core.game = game_find(rulebook_game(s->book));
		if (!s->core.game)
			return fault(error, ERROR_UNSUITABLE,
				     "The rulebook \"%s\" is for %s, which is not a known game", rulebook_id(s->book),
				     rulebook_game(s->book));
		if (!fits(s->core.game, board))
			return fault(error, ERROR_UNSUITABLE,
				     "The rulebook \"%s\" is for %s on %ux%u squares; this board has %dx%d",
				     rulebook_id(s->book), s->core.game->name, s->core.game->width,
				     s->core.game->height, (int)json_integer_value(json_object_get(board, "width")),
				     (int)json_integer_value(json_object_get(board, "height")));
		return 0;
	}
	for (const struct game *const *g = game_list(); *g; g++)
		if (fits(*g, board)) {
			s->core.game = *g;
			return 0;
		}
	return fault(error, ERROR_UNSUITABLE, "No game is known for a board of %dx%d squares",
		     (int)json_integer_value(json_object_get(board, "width")),
		     (int)json_integer_value(json_object_get(board, "height")));
}

static int read_start(struct game_setup *s, sd_bus_error *error)
{
	const struct game *game = s->core.game;
	const char *fen = game_setup_text(s, "fen");
	struct game_error e = { 0 };

	/* rights to castle that only a variant has say which game it is */
	if (*fen && !*game_setup_text(s, "game") && game->parse(fen, &s->core.start, &e) < 0 &&
	    game_of_fen(fen)->variant && !strcmp(game_rulebooks(game_of_fen(fen)), game->name))
		s->core.game = game = game_of_fen(fen);
	s->core.open_start = game->starts && !*fen;
	s->core.any_start = !*fen && !game->starts && json_is_true(json_object_get(s->json, "found"));
	if (game->parse(*fen ? fen : game->start_fen, &s->core.start, &e) < 0 || game->playable(&s->core.start, &e) < 0)
		return fault(error, ERROR_BAD_FEN, "fen: %s: %s; a position is expected as this one: %.100s", e.field,
			     e.reason, game->start_fen);
	game->format(&s->core.start, s->start_fen);
	return 0;
}

static int read_clock(struct game_setup *s, sd_bus_error *error)
{
	json_t *clock = json_object_get(s->json, "clock");
	const char *time = game_setup_text(s, "time"), *running = game_setup_text(s, "running");
	char err[160] = "";

	if (clock && *time)
		return fault(error, ERROR_BAD_TIME_CONTROL, "time and clock are both given; only one of them may be");
	if (clock) {
		if (clock_control_from_json(clock, &s->core.clock, err) < 0)
			return fault(error, ERROR_BAD_TIME_CONTROL, "clock: %s", err);
	} else if (clock_control_parse(*time ? time : "-", &s->core.clock, err) < 0) {
		return fault(error, ERROR_BAD_TIME_CONTROL, "time: %s", err);
	} else {
		s->core.clock.running = s->core.game->to_move(&s->core.start);
	}
	if (*running) {
		if (strcmp(running, "white") == 0)
			s->core.clock.running = WHITE;
		else if (strcmp(running, "black") == 0)
			s->core.clock.running = BLACK;
		else if (strcmp(running, "none") == 0 || strcmp(running, "press") == 0)
			s->core.clock.running = NO_SIDE;
		else
			return fault(error, ERROR_BAD_ARGUMENT,
				     "running: must be \"white\", \"black\", \"none\" or \"press\", not \"%s\"",
				     running);
	}
	s->core.press_starts = *running ? strcmp(running, "press") == 0 : clock_starts_by_press(clock);
	if (clock_control_format(&s->core.clock, s->time_control, sizeof(s->time_control)) < 0)
		strcpy(s->time_control, "?");
	return 0;
}

/* The board's own by default, where it has one. */
static int read_lever(struct game_setup *s, sd_bus_error *error)
{
	bool has = json_is_true(json_object_get(json_object_get(s->json, "board"), "lever"));
	const char *word = game_setup_text(s, "lever");

	if (!*word)
		s->lever = has ? LEVER_BOARD : LEVER_NONE;
	else if (strcmp(word, "hand") == 0)
		s->lever = LEVER_HAND;
	else if (strcmp(word, "none") == 0)
		s->lever = LEVER_NONE;
	else if (strcmp(word, "board") == 0 && has)
		s->lever = LEVER_BOARD;
	else if (strcmp(word, "board") == 0)
		return fault(error, ERROR_UNSUITABLE, "lever: this board has none; use \"hand\" or \"none\"");
	else
		return fault(error, ERROR_BAD_ARGUMENT, "lever: must be \"board\", \"hand\" or \"none\", not \"%s\"",
			     word);
	s->core.has_lever = s->lever != LEVER_NONE;
	s->core.lever_by_hand = s->lever == LEVER_HAND;
	return 0;
}

static int check_after_reboot(const struct game_setup *s, sd_bus_error *error)
{
	const char *word = game_setup_text(s, "after_reboot");

	if (!*word || strcmp(word, "ask") == 0 || strcmp(word, "run") == 0)
		return 0;
	return fault(error, ERROR_BAD_ARGUMENT, "after_reboot: must be \"ask\" or \"run\", not \"%s\"", word);
}

static int read_board(struct game_setup *s)
{
	json_t *board = json_object_get(s->json, "board");
	const char *sensors = json_string_value(json_object_get(board, "sensors"));

	if (!sensors)
		return -EINVAL;
	s->core.sensors = strcmp(sensors, "piece-id") == 0 ? TRACKER_PIECE_ID : TRACKER_PRESENCE;
	s->core.scan_us = (uint32_t)json_integer_value(json_object_get(board, "scan_us"));
	s->core.grace_us = (uint32_t)json_integer_value(json_object_get(board, "grace_us"));
	return 0;
}

static bool from_the_start(const struct game_setup *s)
{
	char squares[GAME_MAX_SQUARES];

	if (!*game_setup_text(s, "fen"))
		return true;
	if (!s->core.game->starts)
		return false;
	s->core.game->placement(&s->core.start, squares);
	return s->core.game->start_number(squares) >= 0;
}

int game_setup_read(json_t *json, struct game_setup *ret, sd_bus_error *error)
{
	return game_setup_read_with(json, NULL, NULL, ret, error);
}

int game_setup_read_with(json_t *json, const json_t *books, struct cached_rulebook *shelf, struct game_setup *ret,
			 sd_bus_error *error)
{
	struct arbiter_setup arbiter;
	char err[160];
	int r;

	*ret = (struct game_setup){ .json = json_incref(json), .books = books, .shelf = shelf };
	r = read_board(ret);
	if (r >= 0)
		r = read_rulebook(ret, error);
	ret->books = NULL;
	ret->shelf = NULL;
	if (r >= 0)
		r = find_game(ret, error);
	if (r >= 0)
		r = read_start(ret, error);
	if (r >= 0)
		r = read_clock(ret, error);
	if (r >= 0)
		r = read_lever(ret, error);
	if (r >= 0)
		r = check_after_reboot(ret, error);
	if (r >= 0) {
		ret->core.options = json_incref(json_object_get(json, "options"));
		ret->core.state = json_incref(json_object_get(json, "state"));
		r = core_arbiter_setup(&ret->core, &arbiter, err);
		/* a game taken up in the middle has the times that it has */
		if (r >= 0)
			r = from_the_start(ret) && !ret->core.state ? core_setup_check(&ret->core, err) : 0;
		if (r >= 0)
			return 0;
		if (r != -ENOMEM)
			r = fault(error, ERROR_UNSUITABLE, "%s", err);
	}
	game_setup_done(ret);
	return r;
}

int game_setup_share_book(struct game_setup *setup, struct cached_rulebook **shelf)
{
	char *asked;
	int r;

	if (!setup->book || setup->shelved)
		return 0;
	asked = asked_of(setup);
	r = asked ? rulebook_cache_put(shelf, &setup->core, asked, &setup->book, &setup->shelved) : -ENOMEM;
	free(asked);
	return r;
}

void game_setup_done(struct game_setup *setup)
{
	json_decref(setup->core.options);
	json_decref(setup->core.state);
	if (setup->shelved)
		rulebook_cache_release(setup->shelved);
	else
		rulebook_freep(&setup->book);
	json_decref(setup->json);
	*setup = (struct game_setup){ 0 };
}
