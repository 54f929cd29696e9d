/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a request to flagfall-web says: its path, its id of an event, its host and its languages. None of it is
 * believed, and what is refused changes nothing.
 */
#include <errno.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "web/source.h"
#include "web/server.h"

const char *const fuzz_seeds[] = { "/game/12.pgn",
				   "/event/club/round/3.pgn",
				   "/round/3.pdn",
				   "0123456789abcdef-12",
				   "de-AT, de;q=0.9, en;q=0.1",
				   "[::1]:8964",
				   "hall.local:8964",
				   "rnb?kbnr/8/8/8/8/8/8/RNBQKBNR",
				   "W31,K46:B1,2:?20",
				   NULL };
const char *const fuzz_words[] = { "/game/", "/event/", "/round/", ".pgn", ".pdn", "club", "..",
				   "%2e",    "-",	"q=",	   ";",	   ",",	   "[",	   "]",
				   ":",	     "de",	"en",	   "8",	   "/",	   "?",	   "18446744073709551616",
				   NULL };

/* In place of the page's own files. */
const struct page_file page_files[] = {
	{ "texts-en.txt", "", "", (const unsigned char *)"", 0 },
	{ "texts-de.txt", "", "", (const unsigned char *)"", 0 },
	{ 0 },
};

/* A hall of one event with one round of two games. */
static void make_hall(struct live *live)
{
	struct live_event *event;

	FUZZ_ASSERT(live_init(live) == 0);
	event = live_add_event(live, "/event/club", "club");
	FUZZ_ASSERT(event);
	json_object_set_new(event->properties, "Rounds", json_pack("[[i, s, i]]", 3, "running", 1));
	json_object_set_new(event->rounds, "3", json_pack("{s:[{s:s},{s:s}]}", "pairings", "game", "1", "game", "2"));
}

static void try_path(const struct live *live, const char *text)
{
	struct games_text games = { 0 };
	const int r = games_text_find(&games, live, text);

	FUZZ_ASSERT(r == 0 || r == -EINVAL || r == -ENOENT);
	for (size_t i = 0; i < games.count; i++)
		FUZZ_ASSERT(*games.ids[i] && strlen(games.ids[i]) < LIVE_NAME && !strpbrk(games.ids[i], "/.% \n"));
	FUZZ_ASSERT(r == 0 || games.count == 0);
	games_text_done(&games);
}

static void try_placement(const char *text)
{
	struct live_board board = { 0 };

	for (const struct game *const *g = game_list(); *g; g++) {
		board.geometry = *g;
		live_set_squares(&board, text);
		for (unsigned i = 0; i < (*g)->squares; i++)
			FUZZ_ASSERT(board.squares[i] == '.' || board.squares[i] == '?' ||
				    strchr((*g)->pieces, board.squares[i]));
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static struct server server = { .hosts = { "hall.local" }, .host_count = 1 };
	static struct stream stream = { .mark = "0123456789abcdef", .first = 5, .last = 20 };
	static struct live live;
	const char *text = (const char *)data;
	const struct page_file *texts;
	uint64_t number;

	if (!live.news)
		make_hall(&live);
	try_path(&live, text);
	try_placement(text);
	if (stream_number(&stream, text, &number))
		FUZZ_ASSERT(number >= 4 && number <= 20);
	texts = page_texts(text);
	FUZZ_ASSERT(texts && strncmp(texts->name, "texts-", 6) == 0);
	host_is_ours(&server, text);
}
