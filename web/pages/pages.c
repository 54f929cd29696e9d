/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pairings.h"
#include "web/source.h"

enum view { VIEW_HOME, VIEW_SCREEN, VIEW_EVENT, VIEW_ROUND, VIEW_STANDINGS, VIEW_MATCHES, VIEW_PLAYER, VIEW_GAME };

/* What an address asks for. */
struct address {
	enum view view;
	bool is_csv;
	char id[LIVE_NAME], key[ENTRANT_KEY];
	unsigned round;
};

/* --- reading it --- */

static bool take(const char **at, const char *text)
{
	const size_t n = strlen(text);

	if (strncmp(*at, text, n) != 0)
		return false;
	*at += n;
	return true;
}

static bool take_until(const char **at, char end, char *buf, size_t size)
{
	const char *to = strchr(*at, end);
	const size_t n = to ? (size_t)(to - *at) : strlen(*at);

	if (n == 0 || n >= size)
		return false;
	snprintf(buf, size, "%.*s", (int)n, *at);
	*at += n;
	return true;
}

/* ".csv" at the end is taken off. */
static bool take_csv(char *text)
{
	char *dot = strrchr(text, '.');

	if (!dot || strcmp(dot, ".csv") != 0)
		return false;
	*dot = '\0';
	return true;
}

static bool read_round(const char *path, struct address *a)
{
	char text[32];

	if (!take_until(&path, '/', text, sizeof(text)) || *path)
		return false;
	a->is_csv = a->view == VIEW_ROUND && take_csv(text);
	a->round = number_read(text, strlen(text), 100000);
	return a->round > 0;
}

static bool read_event(const char *path, struct address *a)
{
	a->view = VIEW_EVENT;
	if (!take_until(&path, '/', a->id, sizeof(a->id)))
		return false;
	if (!*path || strcmp(path, "/") == 0)
		return !strchr(a->id, '.');
	path++;
	if (strcmp(path, "standings") == 0 || strcmp(path, "standings.csv") == 0) {
		a->view = VIEW_STANDINGS;
		a->is_csv = path[9] != '\0';
		return true;
	}
	if (take(&path, "player/")) {
		a->view = VIEW_PLAYER;
		if (!take_until(&path, '/', a->key, sizeof(a->key)) || *path)
			return false;
		a->is_csv = take_csv(a->key);
		return !strstr(a->key, ".pgn");
	}
	if (take(&path, "matches/"))
		a->view = VIEW_MATCHES;
	else if (take(&path, "round/"))
		a->view = VIEW_ROUND;
	else
		return false;
	return read_round(path, a);
}

static bool read_address(const char *path, struct address *a)
{
	*a = (struct address){ .view = VIEW_HOME };
	if (strcmp(path, "/") == 0)
		return true;
	if (take(&path, "/event/"))
		return read_event(path, a);
	if (take(&path, "/game/")) {
		a->view = VIEW_GAME;
		return take_until(&path, '/', a->id, sizeof(a->id)) && !*path && !strchr(a->id, '.');
	}
	a->view = VIEW_SCREEN;
	return strcmp(path, "/screen") == 0 || strcmp(path, "/screen/list") == 0 || strcmp(path, "/attention") == 0 ||
	       (take(&path, "/overlay/") && *path && strspn(path, "0123456789") == strlen(path));
}

/* --- what there is to it --- */

/* Whatever an address is about. */
struct subject {
	const struct stream *stream;
	const struct address *address;
	const json_t *event, *game;
	json_t *past; /* a game that is not shown any more */
	struct event_table table;
	const struct entrant *entrant;
	bool has_table;
};

static bool is_running(const json_t *event)
{
	const json_t *round = event_round(event, (unsigned)json_integer_value(json_object_get(event, "round")));

	return round && strcmp(live_text(round, "state"), "closed") != 0;
}

/* Where one event alone runs, the first page is its page. */
static const json_t *only_event(const struct stream *s)
{
	const json_t *found = NULL, *event;
	const char *id;

	json_object_foreach(s->events, id, event)
		if (is_running(event)) {
			if (found)
				return NULL;
			found = event;
		}
	if (!found && json_object_size(s->events) == 1 && json_object_size(s->games) == 0)
		found = json_object_iter_value(json_object_iter(s->events));
	return found;
}

static int find_subject(struct subject *s)
{
	const struct address *a = s->address;
	int r;

	if (a->view == VIEW_SCREEN)
		return 0;
	if (a->view == VIEW_HOME) {
		s->event = only_event(s->stream);
		return 0;
	}
	if (a->view == VIEW_GAME) {
		s->game = stream_game(s->stream, a->id);
		if (!s->game)
			s->game = s->past = past_game(s->stream->events, a->id);
		return s->game ? 0 : -ENOENT;
	}
	s->event = json_object_get(s->stream->events, a->id);
	if (!s->event || (a->round && !event_round(s->event, a->round)))
		return -ENOENT;
	if (a->view != VIEW_STANDINGS && a->view != VIEW_PLAYER)
		return 0;
	s->has_table = true;
	r = event_table_make(s->event, false, &s->table);
	if (r >= 0 && a->view == VIEW_PLAYER && !(s->entrant = event_table_find(&s->table, a->key)))
		r = -ENOENT;
	return r;
}

/* --- writing it --- */

static void put_title(const struct page *p, const struct subject *s)
{
	if (s->game) {
		put_game_title(p, s->game);
		put(p, " – ");
	} else if (s->entrant) {
		put_text(p, s->entrant->name);
		put(p, " – ");
	} else if (s->event) {
		put_text(p, live_text(s->event, "name"));
		put(p, " – ");
	}
	put(p, "Flagfall");
}

static void put_preview(const struct page *p, const struct subject *s)
{
	bool is_first = true;

	put(p,
	    "<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"Flagfall\">\n"
	    "<meta property=\"og:title\" content=\"");
	put_title(p, s);
	put(p, "\">\n<meta name=\"description\" property=\"og:description\" content=\"");
	if (s->game) {
		put_game_preview(p, s->game);
	} else if (s->event) {
		if (*live_text(s->event, "site")) {
			put_dot(p, &is_first);
			put_text(p, live_text(s->event, "site"));
		}
		put_dot(p, &is_first);
		put_dates(p, s->event);
		put_dot(p, &is_first);
		put_word(p, "preview");
	} else {
		put_word(p, "preview");
	}
	put(p, "\">\n");
}

/* Where no event is alone: all of them, those that run first. */
static void put_events(const struct page *p, const struct stream *s)
{
	const json_t *event;
	const char *id;

	if (!json_object_size(s->events))
		return;
	put(p, "<nav class=\"events\" aria-label=\"");
	put_word(p, "events");
	put(p, "\"><ul>\n");
	for (int runs = 1; runs >= 0; runs--)
		json_object_foreach(s->events, id, event) {
			if (is_running(event) != runs)
				continue;
			put(p, "<li><a href=\"/event/");
			put_address(p, id);
			put(p, "/\">");
			put_text(p, live_text(event, "name"));
			put(p, "</a> <span>");
			put_dates(p, event);
			put(p, "</span></li>\n");
		}
	put(p, "</ul></nav>\n");
}

/* What boards show where a script runs; else the results of the round. */
static void put_boards(const struct page *p, const struct subject *s)
{
	const unsigned round = (unsigned)json_integer_value(json_object_get(s->event, "round"));

	if (s->event)
		put_event_head(p, s->event, TAB_BOARDS, 0);
	else
		put_events(p, s->stream);
	put(p, "<div id=\"view\">");
	if (s->event && round)
		put_results(p, s->event, round);
	put(p, "</div>\n");
}

static void put_main(const struct page *p, struct subject *s)
{
	const struct address *a = s->address;
	struct event_table teams;

	put(p, "<div class=\"whole\">\n");
	switch (a->view) {
	case VIEW_HOME:
	case VIEW_EVENT:
		put_boards(p, s);
		break;
	case VIEW_SCREEN:
		put(p, "<div id=\"view\"></div>\n");
		break;
	case VIEW_GAME:
		put_game(p, s->stream, s->game);
		break;
	case VIEW_ROUND:
		put_event_head(p, s->event, TAB_RESULTS, a->round);
		put_results(p, s->event, a->round);
		break;
	case VIEW_MATCHES:
		put_event_head(p, s->event, TAB_MATCHES, a->round);
		put_matches(p, s->event, a->round);
		break;
	case VIEW_STANDINGS:
		put_event_head(p, s->event, TAB_STANDINGS, 0);
		if (event_has_teams(s->event)) {
			if (event_table_make(s->event, true, &teams) >= 0)
				put_standings(p, &teams);
			event_table_done(&teams);
		}
		put_standings(p, &s->table);
		break;
	case VIEW_PLAYER:
		put_event_head(p, s->event, TAB_PLAYER, 0);
		put_player_page(p, &s->table, s->entrant);
		break;
	}
	put(p, "</div>\n");
}

static void put_table(const struct page *p, const struct subject *s)
{
	if (s->address->view == VIEW_ROUND)
		put_results_csv(p, s->event, s->address->round);
	else if (s->address->view == VIEW_STANDINGS)
		put_standings_csv(p, &s->table);
	else
		put_player_csv(p, &s->table, s->entrant);
}

/* The page's file, in which lines that are a mark alone are filled in. */
static void put_page(const struct page *p, struct subject *s)
{
	const struct page_file *file = page_file("index.html");
	struct text_lines l = { .text = (const char *)file->data, .size = file->length };
	char language[16];

	page_words(p, "language", language, sizeof(language));
	while (text_next_line(&l)) {
		const size_t n = l.length;

		if (n >= 5 && memcmp(l.line, "<html", 5) == 0)
			fprintf(p->out, "<html lang=\"%s\">\n", language);
		else if (n >= 7 && memcmp(l.line, "<title>", 7) == 0) {
			put(p, "<title>");
			put_title(p, s);
			put(p, "</title>\n");
			put_preview(p, s);
		} else if (n == 11 && memcmp(l.line, "<!--main-->", 11) == 0)
			put_main(p, s);
		else
			fprintf(p->out, "%.*s\n", (int)n, l.line);
	}
}

/* Counting takes milliseconds, and a hall asks for standings at once when a result comes: what was said last of them is
 * kept. An event's view is another one when it has changed. */
#define KEPT 6

struct kept {
	json_t *event; /* NULL: nothing */
	const struct page_file *texts;
	bool is_csv;
	char *text;
	size_t length;
};

static struct kept *find_kept(const struct page *p, const struct address *a, json_t *event)
{
	static struct kept list[KEPT];
	static unsigned oldest;
	struct kept *k;

	for (unsigned i = 0; i < KEPT; i++)
		if (list[i].event == event && list[i].texts == p->texts && list[i].is_csv == a->is_csv)
			return &list[i];
	k = &list[oldest++ % KEPT];
	json_decref(k->event);
	free(k->text);
	*k = (struct kept){ .event = json_incref(event), .texts = p->texts, .is_csv = a->is_csv };
	return k;
}

static char *copy(const char *text, size_t length)
{
	char *to = malloc(length + 1);

	return to ? memcpy(to, text, length + 1) : NULL;
}

static int show_kept(const struct stream *stream, const struct page *p, const struct address *a, char **text,
		     size_t *length, struct kept **ret)
{
	json_t *event = a->view == VIEW_STANDINGS ? json_object_get(stream->events, a->id) : NULL;

	*ret = event ? find_kept(p, a, event) : NULL;
	if (!*ret || !(*ret)->text)
		return -EAGAIN;
	*length = (*ret)->length;
	*text = copy((*ret)->text, *length);
	return *text ? 0 : -ENOMEM;
}

static const char *type_of(const struct address *a)
{
	return a->is_csv ? "text/csv; charset=utf-8" : "text/html; charset=utf-8";
}

int pages_show(const struct stream *stream, const char *path, const char *languages, char **text, size_t *length,
	       const char **type)
{
	struct address address;
	struct subject s = { .stream = stream, .address = &address };
	struct page p = { .texts = page_texts(languages) };
	struct kept *kept;
	int r;

	if (!read_address(path, &address))
		return -EINVAL;
	*type = type_of(&address);
	r = show_kept(stream, &p, &address, text, length, &kept);
	if (r != -EAGAIN)
		return r;
	r = find_subject(&s);
	if (r < 0)
		goto out;
	r = -ENOMEM;
	p.out = open_memstream(text, length);
	if (!p.out)
		goto out;
	if (address.is_csv)
		put_table(&p, &s);
	else
		put_page(&p, &s);
	r = fclose(p.out) == 0 ? 0 : -ENOMEM;
	if (r < 0)
		free(*text);
	else if (kept && (kept->text = copy(*text, *length)))
		kept->length = *length;
out:
	json_decref(s.past);
	if (s.has_table)
		event_table_done(&s.table);
	return r;
}
