// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pairings and events as people write them, with slips of chance in them: what becomes of each text, or what is said to
 * be wrong where, is in tests/data/texts-by-chance.txt, a line each. FLAGFALL_TEXTS=FILE writes it anew: read what
 * differs; FLAGFALL_TEXT=N shows that text, and all that was read of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/event/event-file.h"
#include "daemon/event/pairings.h"
#include "daemon/event/trf-results.h"
#include "tests/sim/chance.h"

#define TEXTS "tests/data/texts-by-chance.txt"
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

static uint32_t sum_of(const char *text, size_t n)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ (uint8_t)text[i]) * 16777619u;
	return sum;
}

static void tell_player(const struct pairing_player *p, FILE *f)
{
	fprintf(f, " <%s|%s|%s|%s|%s|%s|%u|%u:%u>", p->name, p->fide, p->elo, p->title, p->team, p->fed, p->number,
		p->line, p->column);
}

/* A round's results are filled into a report of chance, too. */
static void tell_filled(const char *text, size_t n, unsigned round, FILE *f)
{
	static const char letters[] = "10=+-HUZ ";
	struct trf_result results[4];
	char *filled;

	for (unsigned i = 0; i < 4; i++)
		results[i] = (struct trf_result){ 1 + below(8), below(8), "wb-"[below(3)], letters[below(9)] };
	filled = trf_fill(text, n, round, results, 4);
	if (filled)
		fprintf(f, "\n%s", filled);
	free(filled);
}

static bool read_pairings(const char *text, size_t n, char *said)
{
	struct text_fault fault = { 0 };
	struct pairings p;
	const unsigned round = below(2) ? 1 : 1 + below(5);
	char *all = NULL;
	size_t size;
	FILE *f = open_memstream(&all, &size);
	int r = pairings_read(text, n, round, &p, &fault);

	assert_non_null(f);
	if (r < 0) {
		sprintf(said, "%d %u:%u %.200s", r, fault.line, fault.column, fault.reason);
	} else {
		for (size_t i = 0; i < p.count; i++) {
			fprintf(f, "\n%u %u %d %s %u:%u", p.list[i].board, p.list[i].match, p.list[i].bye,
				p.list[i].result, p.list[i].line, p.list[i].column);
			tell_player(&p.list[i].player[0], f);
			tell_player(&p.list[i].player[1], f);
		}
		sprintf(said, "round %u by %s: %zu pairings", round, p.format, p.count);
		pairings_done(&p);
	}
	if (n < 5 || memcmp(text, "board", 5) != 0)
		tell_filled(text, n, round, f);
	fclose(f);
	if (getenv("FLAGFALL_TEXT"))
		print_message("%s\n", all);
	sprintf(said + strlen(said), " %08x", (unsigned)sum_of(all, size));
	free(all);
	return r >= 0;
}

static bool read_event(const char *text, size_t n, char *said)
{
	struct text_fault fault = { 0 };
	json_t *event = NULL, *places = NULL;
	int r = event_file_read(text, n, &event, &places, &fault);
	char *all, *where;

	if (r < 0) {
		sprintf(said, "%d %u:%u %.200s", r, fault.line, fault.column, fault.reason);
		return false;
	}
	all = json_dumps(event, JSON_SORT_KEYS);
	where = json_dumps(places, JSON_SORT_KEYS);
	assert_true(all && where);
	if (getenv("FLAGFALL_TEXT"))
		print_message("%s\n%s\n", all, where);
	sprintf(said, "event of %zu keys %08x %08x", json_object_size(event), (unsigned)sum_of(all, strlen(all)),
		(unsigned)sum_of(where, strlen(where)));
	free(all);
	free(where);
	json_decref(event);
	json_decref(places);
	return true;
}

static bool read_one(unsigned number, char *said)
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
	is_sound = kind < EVENTS ? read_pairings(exact, n, said) : read_event(exact, n, said);
	free(exact);
	return is_sound;
}

static void each_is_read_as_it_was(void **state)
{
	const char *path = getenv("FLAGFALL_TEXTS"), *alone = getenv("FLAGFALL_TEXT");
	FILE *f = fopen(path ? path : TEXTS, path ? "w" : "r");
	unsigned others = 0, sound = 0;
	char there[1000], said[600], line[1000];

	assert_non_null(f);
	for (unsigned n = 0; n < KINDS * EACH && others < 10; n++) {
		if (!path && !fgets(there, sizeof(there), f))
			*there = '\0';
		if (alone && n != (unsigned)atoi(alone))
			continue;
		sound += read_one(n, said);
		snprintf(line, sizeof(line), "%u %s\n", n, said);
		if (path)
			fputs(line, f);
		else if (strcmp(line, there) && ++others)
			print_message("# now  %s# then %s", line, there);
	}
	fclose(f);
	assert_int_equal(others, 0);
	if (!alone)
		assert_in_range(sound, KINDS * EACH / 3, KINDS * EACH);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(each_is_read_as_it_was) };

	return cmocka_run_group_tests_name("texts by chance", tests, NULL, NULL);
}
