// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pairings and events as people write them, with slips of chance in them: what is wrong is said in a sentence, at a
 * place that the text has; what is read is in order, each board and each player once, in the places where it stands.
 * Results are filled into nothing but the columns that they belong to. FLAGFALL_TEXT=N shows that text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>

#include "formats/event-file.h"
#include "formats/pairings.h"
#include "tests/sim/chance.h"

#define EACH 260 /* of each kind of text */
#define LONGEST 8000

#define ROW(n, title, name, elo, fide, points, rounds) \
	"001 " n " m" title " " name " " elo " NOR " fide " 1990/01/01 " points "     " rounds "\n"
#define ANNA \
	ROW("   1", " GM", "Aas,Anna                         ", "2500", "    1500001", " 2.0", \
	    "     4 b 1     3 w 1     2 w  ")
#define BODIL \
	ROW("   2", "WIM", "B\xc3\xb8,Bodil                         ", "2400", "    1500002", " 1.5", \
	    "     3 b =     4 w 1     1 b  ")
#define CARL \
	ROW("   3", "   ", "Carlsen, Carl                    ", "    ", "           ", " 0,5", \
	    "     2 w =     1 b 0     4 w  ")
#define DINA \
	ROW("   4", "   ", "Dahl, Dina                       ", "2100", "    1500004", "12.5", \
	    "     1 w 0     2 b 0     3 b  ")
#define ERIK \
	ROW("   5", "   ", "Eng, Erik                        ", "2100", "    1500005", " 1.0", \
	    "  0000 - Z  0000 - U  0000 - H")
#define FAWN \
	ROW("   6", "   ", "Fawn, Eva                        ", "1980", "           ", " 0.5", \
	    "     7 w +     7 b -     7 w 1")
#define GAIL \
	ROW("   7", "   ", "Gail, O                          ", "    ", "           ", "    ", \
	    "     6 b -     6 w +     6 b 0")

static const char *const texts[] = {
	/* pairings, and then events */
	"board,white,black,white_fide,black_fide,white_elo,black_elo,white_title,black_title,white_team,black_team,result\n"
	"2,\"Nepomniachtchi, Ian\",\"Ding, Liren\",4168119,8603677,2795,2788,GM,g,,,\n"
	"1,\"Carlsen, Magnus\",\"O\"\"Neill,Jo\",1503014,,2830,,gm,,Oslo,Cork,1-0\n"
	"7,A B,\"C, D\",,,,,WFM,cm,,,1/2\n,Walter,half-bye,,,,,,,,,\n,Zoe,bye,,,,,,,,,\n",
	"\xef\xbb\xbf"
	"board;white;black;result\r\n1;\"B\xc4\x93rzi\xc5\x86\xc5\xa1, A\";Ozols;+/-\r\n\r\n2;X, Y;Z;2-0\r\n3;V;W;\xc2\xbd-\xc2\xbd\r\n;U;zero-bye;\r\n",
	"board,white,black,white_team,black_team\n1,A,B,Riga,Oslo\n2,C,D,Oslo,Riga\n3,E,F,Bergen,Cork\n4,G,H,Bergen,Cork\n",
	"board,white,black,white_team,black_team\n1,A,B,Riga,Oslo\n2,C,D,Bern,Rome\n3,E,F,Bergen,Cork\n",
	"[Event \"x\"]\n[Round \"1.2\"]\n[White \"Tal,Mikhail\"]\n[Black \"Botvinnik, Mikhail\"]\n[WhiteElo \"2600\"]\n"
	"[Result \"*\"]\n\n*\n\n[Round \"1\"]\n[Board \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[BlackTeam \"Riga\"]\n"
	"[Result \"1-0\"]\n[Termination \"forfeit\"]\n\n1-0\n\n[Round \"1\"]\n[White \"C\"]\n[Black \"BYE\"]\n\n*\n",
	"[White \"A\"]\n[Black \"B\"]\n\n*\n\n[White \"C\"]\n[Black \"D\"]\n[WhiteFideId \"1503014\"]\n[WhiteTitle \"GM\"]\n\n"
	"0-1\n\n% a comment\n[White \"E\"]\n[Black \"F\"]\n[Result \"0-1\"]\n[Termination \"unplayed\"]\n\n0-1\n",
	"012 Club\n042 2026/01/31\n" CARL DINA ERIK BODIL ANNA "XXR 5\n240 F 002    5\n240 Z   4    3    4\n",
	ANNA BODIL CARL DINA FAWN GAIL "013 Oslo                               3    1\n"
				       "013 Bergen                             4    2\n",
	"XXR 9\r\nBBW  3.0\r\nBBD  1.0\r\n" FAWN GAIL ANNA BODIL CARL DINA ERIK
	"132                          26/01/31  26/02/01\n",
	"id: club\nname: Club evening\nsite: Riga\ndates: [2026-01-31, 2026-02-01]\ntimezone: Europe/Riga\n"
	"rulebook: fide2023-blitz\ntime: 300+2\nstart: press\ndelay: {moves: 3, minutes: 15}\nlever: hand\n"
	"options: {flag_call: claim, arbiter_calls: true, min_draw_move: 30, bonus: 5, flag: a=b}\n"
	"boards:\n- {number: 1, board: SIM-0001}\n- {number: 2, board: \"B 2\"}\n- {number: 3}\n"
	"tags: {Annotator: nobody, Source: here}\n",
	"# by hand\nname: \"A \\\"name\\\" No. 3!\"\ntime: 40/5400+30:1800+30\nrulebook: fide2023-standard\nrelay: yes\n"
	"boards:\n  - number: 12\n    board: H12\n  - {number: 4, board: H4}\ndates: 2024-02-29\noptions: {default_time_ms: 3}\n",
};
#define KINDS (sizeof(texts) / sizeof(texts[0]))
#define EVENTS (KINDS - 2)

static struct chance chance;

static unsigned below(unsigned n)
{
	return chance_below(&chance, n);
}

/* --- slips --- */

static char *at_line(char *text, unsigned n)
{
	while (n > 0 && *text) {
		text += strcspn(text, "\n");
		text += *text == '\n';
		n--;
	}
	return text;
}

static void cut(char *at, size_t n)
{
	size_t length = strlen(at);

	n = n < length ? n : length;
	memmove(at, at + n, length - n + 1);
}

static void put(char *text, char *at, const char *more, size_t n)
{
	if (strlen(text) + n + 1 > LONGEST)
		return;
	memmove(at + n, at, strlen(at) + 1);
	memcpy(at, more, n);
}

static void slip(char *text)
{
	static const char letters[] = "0123456789ABCDZabcx   ..,,;:-+/*=\"'[]{}#%\n\t\x7f\xc3@~HUFZwb0123456789";
	static const char *const words[] = { "bye",
					     "half-bye",
					     "1-0",
					     "0-1",
					     "1/2-1/2",
					     "0-0",
					     "2-0",
					     "1-1",
					     "-/-",
					     "0000",
					     "    ",
					     "\n\n",
					     "\"\"",
					     "Oslo",
					     "GM",
					     "2700",
					     "001 ",
					     "013 ",
					     "240 ",
					     "XXR ",
					     "12.5",
					     "number: ",
					     "true",
					     "null",
					     "- ",
					     "[Board \"5\"]\n",
					     "[Round \"2\"]\n",
					     ",,,",
					     "99999",
					     "A, B" };
	const size_t size = strlen(text);
	char *at = text + below((unsigned)size + 1), *other, copy[300];
	size_t n;

	switch (below(14)) {
	case 0:
		if (*at)
			*at = letters[below(sizeof(letters) - 1)];
		break;
	case 1:
		put(text, at, &letters[below(sizeof(letters) - 1)], 1);
		break;
	case 2:
		cut(at, 1);
		break;
	case 9:
	case 10:
	case 11:
	case 3: /* a digit is another one */
		while (*at && (*at < '0' || *at > '9'))
			at++;
		if (*at)
			*at = (char)('0' + below(10));
		break;
	case 4:
		other = (char *)words[below(sizeof(words) / sizeof(words[0]))];
		put(text, at, other, strlen(other));
		break;
	case 12:
	case 5: /* in place of what is there */
		other = (char *)words[below(sizeof(words) / sizeof(words[0]))];
		cut(at, strlen(other));
		put(text, at, other, strlen(other));
		break;
	case 6: /* a line twice, elsewhere */
		at = at_line(text, below(12));
		n = strcspn(at, "\n") + 1;
		if (n >= sizeof(copy) || !*at)
			break;
		memcpy(copy, at, n);
		copy[n - 1] = '\n';
		put(text, at_line(text, below(12)), copy, n);
		break;
	case 7: /* a line gone */
		at = at_line(text, below(12));
		cut(at, strcspn(at, "\n") + 1);
		break;
	default: /* the end gone, or a blank field moved */
		if (below(4) == 0)
			*at = '\0';
		else if ((other = strpbrk(at, " ,;")))
			put(text, other, other, 1);
	}
}

/* --- what became of it --- */

static unsigned number; /* of the text */

static bool is_report(void)
{
	return number % KINDS >= 6 && number % KINDS < EVENTS;
}

static size_t lines_of(const char *text, size_t n)
{
	size_t lines = n > 0 && text[n - 1] != '\n';

	for (size_t i = 0; i < n; i++)
		lines += text[i] == '\n';
	return lines;
}

/* There is such a place, or it is just behind what is there; a line of a report may be too short for its columns. */
static void check_place(const char *text, size_t n, unsigned line, unsigned column)
{
	const char *at = text, *end = text + n;
	size_t width = 0;

	for (unsigned i = 1; i < line && at < end; i++) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		at = next ? next + 1 : end;
	}
	while (at + width < end && at[width] != '\n')
		width++;
	if (line > lines_of(text, n) + 1 || (column > width + 1 && !is_report()))
		fail_msg("text %u has no place %u:%u", number, line, column);
}

static void check_fault(const char *text, size_t n, const struct text_fault *fault)
{
	const size_t length = strlen(fault->reason);

	check_place(text, n, fault->line, fault->column);
	if (length < 10 || length >= sizeof(fault->reason) - 1 || strpbrk(fault->reason, "\n\r\t") ||
	    fault->reason[length - 1] == '.')
		fail_msg("text %u: \"%s\"", number, fault->reason);
}

static bool same_player(const struct player *a, const struct player *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->fide, b->fide) && a->number == b->number;
}

static void check_player(const struct pairings *p, size_t at, unsigned side, const char *text, size_t n)
{
	const struct player *player = &p->list[at].player[side];

	if (!*player->name)
		fail_msg("text %u: pairing %zu lacks a player", number, at);
	check_place(text, n, player->line, player->column);
	for (size_t i = 0; i <= at; i++)
		for (unsigned k = 0; k < (i < at ? 2 : side); k++)
			if (same_player(&p->list[i].player[k], player))
				fail_msg("text %u: %s plays twice", number, player->name);
}

static void check_pairings(const struct pairings *p, const char *text, size_t n)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct pairing *one = &p->list[i], *before = i ? one - 1 : NULL;

		check_place(text, n, one->line, one->column);
		if (!one->board != (one->bye != 0))
			fail_msg("text %u: pairing %zu is on board %u", number, i, one->board);
		if (before && one->board && (!before->board || before->board >= one->board))
			fail_msg("text %u: board %u follows %u", number, one->board, before->board);
		check_player(p, i, 0, text, n);
		if (one->board)
			check_player(p, i, 1, text, n);
		else
			assert_false(*one->player[1].name);
	}
}

/* A round's results are filled into a report of chance, too: all but its columns and the points stay. */
static void check_filled(const char *text, size_t n, unsigned round)
{
	static const char letters[] = "10=+-HUZ ";
	const size_t first = 91 + 10 * ((size_t)round - 1);
	struct trf_result results[4];
	char *filled, *line, *rest;

	for (unsigned i = 0; i < 4; i++)
		results[i] = (struct trf_result){ 1 + below(8), below(8), "wb-"[below(3)], letters[below(9)] };
	filled = trf_fill(text, n, round, results, 4, false);
	assert_non_null(filled);
	assert_int_equal(lines_of(filled, strlen(filled)), lines_of(text, n));
	for (line = rest = filled; (line = strsep(&rest, "\n")); text += strcspn(text, "\n") + 1) {
		const size_t was = strcspn(text, "\n"), is = strlen(line);

		if (memcmp(text, "001", was < 3 ? was : 3) != 0)
			assert_true(is == was && !memcmp(text, line, was));
		for (size_t i = 0, column = 0; i < was; column += (text[++i] & 0xc0) != 0x80) {
			const bool may_change = (column >= 79 && column < 84) ||
						(column >= first && column < first + 8);

			if (may_change && text[i] & 0x80) /* then the rest stands elsewhere */
				break;
			if (!may_change && (i >= is || text[i] != line[i]))
				fail_msg("text %u: column %zu of \"%s\" was '%c'", number, column + 1, line, text[i]);
		}
		if (!text[was])
			break;
	}
	free(filled);
}

static bool read_pairings(const char *text, size_t n)
{
	const unsigned round = below(2) ? 1 : 1 + below(5);
	struct text_fault fault = { 0 };
	struct pairings p;
	const int r = pairings_read(text, n, round, &p, &fault);

	if (r < 0) {
		assert_int_equal(r, -EINVAL);
		check_fault(text, n, &fault);
	} else {
		check_pairings(&p, text, n);
		pairings_done(&p);
	}
	return r >= 0;
}

static bool read_event(const char *text, size_t n)
{
	struct event_file *file = NULL;
	json_t *event, *places = NULL, *place;
	struct text_fault fault = { 0 };
	const int r = event_file_read(text, n, &file, &places, &fault);
	unsigned last = 0;
	const char *key;

	if (r < 0) {
		assert_int_equal(r, -EINVAL);
		check_fault(text, n, &fault);
		return false;
	}
	event = event_file_format(file);
	json_object_foreach(places, key, place) {
		assert_non_null(json_object_get(event, key));
		check_place(text, n, (unsigned)json_integer_value(json_array_get(place, 0)),
			    (unsigned)json_integer_value(json_array_get(place, 1)));
	}
	assert_true(*file->id);
	for (size_t i = 0; i < file->board_count; i++) {
		const unsigned now = file->boards[i].number;

		if (now <= last)
			fail_msg("text %u: board %u follows %u", number, now, last);
		last = now;
	}
	json_decref(event);
	event_file_unref(file);
	json_decref(places);
	return true;
}

static bool read_one(void)
{
	char text[LONGEST + 1], *exact;
	const size_t kind = number % KINDS;
	bool is_sound;
	size_t n;

	chance.state = number;
	strcpy(text, texts[kind]);
	for (unsigned slips = number < KINDS ? 0 : below(4) ? 1 : 2; slips > 0; slips--)
		slip(text);
	if (getenv("FLAGFALL_TEXT"))
		print_message("%s\n", text);
	/* nothing is behind it, as the sanitizers see */
	n = strlen(text);
	exact = memcpy(malloc(n ? n : 1), text, n);
	is_sound = kind < EVENTS ? read_pairings(exact, n) : read_event(exact, n);
	free(exact);
	if (kind < EVENTS && strncmp(text, "board", 5) != 0)
		check_filled(text, n, 1 + below(5));
	return is_sound;
}

static void what_is_read_is_in_order(void **state)
{
	const char *alone = getenv("FLAGFALL_TEXT");
	unsigned sound = 0;

	for (number = alone ? (unsigned)atoi(alone) : 0; number < KINDS * EACH; number++) {
		sound += read_one();
		if (alone)
			return;
	}
	/* many a slip does no harm, and many do */
	assert_in_range(sound, KINDS * EACH / 3, KINDS * EACH * 2 / 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_read_is_in_order) };

	return cmocka_run_group_tests_name("texts by chance", tests, NULL, NULL);
}
