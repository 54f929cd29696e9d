/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The languages: all say the same things, name nothing that nobody knows, and read well where facts are missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/sentences/sentence.h"

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static bool ends(const char *text, const char *with)
{
	const size_t n = strlen(text), k = strlen(with);

	return n >= k && !strcmp(text + n - k, with);
}

/* "win/flag", and not "side/white" or "also/gains". */
static bool is_of_ruling(const char *key)
{
	char word[40];

	snprintf(word, sizeof(word), "%.*s", (int)strcspn(key, "/"), key);
	return ruling_from_name(word) >= 0 && strchr(key, '/');
}

/* Names may have forms, and a language has those that it needs. */
static bool has_forms(const char *key)
{
	static const char *const folders[] = { "side/", "person/", "judge/", "piece/", "claim/", "conduct/", "fault/" };

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (begins(key, folders[i]))
			return true;
	return false;
}

static void test_sorted(void **state)
{
	for (const struct language *const *l = language_list(); *l; l++)
		for (size_t i = 0; i < (*l)->count; i++) {
			if (i && strcmp((*l)->texts[i - 1].key, (*l)->texts[i].key) >= 0)
				fail_msg("%s: %s", (*l)->id, (*l)->texts[i].key);
			assert_ptr_equal(language_text(*l, (*l)->texts[i].key), (*l)->texts[i].text);
		}
}

static void test_same_keys(void **state)
{
	const struct language *first = *language_list();

	for (const struct language *const *l = language_list(); *l; l++) {
		for (size_t i = 0; i < first->count; i++)
			if (!strchr(first->texts[i].key, '.') && !language_text(*l, first->texts[i].key))
				fail_msg("%s has no %s", (*l)->id, first->texts[i].key);
		for (size_t i = 0; i < (*l)->count; i++)
			if (!strchr((*l)->texts[i].key, '.') && !language_text(first, (*l)->texts[i].key))
				fail_msg("%s of %s is not in English", (*l)->texts[i].key, (*l)->id);
	}
}

/* The folder whose words a placeholder stands for; "" one that has no forms; NULL no placeholder. */
static const char *folder_of(const char *name)
{
	static const char *const names[][2] = {
		{ "player", "side" },
		{ "opponent", "side" },
		{ "winner", "side" },
		{ "loser", "side" },
		{ "answerer", "side" },
		{ "claimant", "side" },
		{ "starts", "side" },
		{ "gainer", "side" },
		{ "culprit", "side" },
		{ "by", "side" },
		{ "piece", "piece" },
		{ "claim", "claim" },
		{ "other-piece", "piece" },
		{ "conduct", "conduct" },
		{ "fault", "fault" },
		{ "duty", "duty" },
		{ "square", "" },
		{ "to", "" },
		{ "other-square", "" },
		{ "count", "" },
		{ "limit", "" },
		{ "time", "" },
		{ "gained", "" },
		{ "text", "" },
		{ "article", "" },
		{ "readings", "" },
		{ "waiting", "" },
		{ "move", "" },
		{ "waits", "" },
		{ "then", "" },
		{ "reading", "" },
		{ "answers", "" },
		{ "judge", "judge" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i][0], name))
			return names[i][1];
	return NULL;
}

/* Every word of a folder has the form that a text asks for. */
static void check_form(const struct language *l, const char *key, const char *folder, const char *form)
{
	char with[96];

	for (size_t i = 0; i < l->count; i++) {
		if (!begins(l->texts[i].key, folder) || l->texts[i].key[strlen(folder)] != '/' ||
		    strchr(l->texts[i].key, '.'))
			continue;
		snprintf(with, sizeof(with), "%s.%s", l->texts[i].key, form);
		if (!language_text(l, with))
			fail_msg("%s: %s asks for %s", l->id, key, with);
	}
}

static void check_text(const struct language *l, const struct language_text *t)
{
	unsigned articles = 0, open = 0;
	const char *text = t->text;

	assert_true(*text);
	for (const char *at = text; *at; at++) {
		char name[32] = "", *form;
		const char *folder;

		open += *at == '[';
		if (*at == ']' && !open--)
			fail_msg("%s: %s closes what is not open", l->id, t->key);
		if (*at != '{')
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)(strcspn(at, "}") - 1), at + 1);
		if (*name >= 'A' && *name <= 'Z')
			*name += 'a' - 'A';
		form = strchr(name, '.');
		if (form)
			*form++ = '\0';
		folder = folder_of(name);
		if (!folder || (form && !*folder))
			fail_msg("%s: %s: no placeholder: %s", l->id, t->key, name);
		if (form)
			check_form(l, t->key, folder, form);
		articles += !strcmp(name, "article");
	}
	if (open)
		fail_msg("%s: %s: an open bracket", l->id, t->key);
	if (articles != (is_of_ruling(t->key) ? 1 : 0))
		fail_msg("%s: %s names the article %u times", l->id, t->key, articles);
	if ((is_of_ruling(t->key) || begins(t->key, "also/") || begins(t->key, "question/")) &&
	    !strchr(".?", text[strlen(text) - 1]) && !ends(text, " {waiting}") && !ends(text, "|{waiting}]") &&
	    !ends(text, "[ {waits}]"))
		fail_msg("%s: %s does not end", l->id, t->key);
}

static void test_texts(void **state)
{
	for (const struct language *const *l = language_list(); *l; l++)
		for (size_t i = 0; i < (*l)->count; i++)
			check_text(*l, &(*l)->texts[i]);
}

/* Each key names what there is: rulings, reasons, claims, persons. */
static void test_keys_are_known(void **state)
{
	const struct language *l = *language_list();

	for (size_t i = 0; i < l->count; i++) {
		char word[3][48] = { "", "", "" };
		const char *key = l->texts[i].key;

		sscanf(key, "%47[^/]/%47[^/]/%47s", word[0], word[1], word[2]);
		if (is_of_ruling(key) && reason_from_name(word[1]) < 0)
			fail_msg("%s: no such reason", key);
		else if ((begins(key, "claim/") || begins(key, "conduct/")) && claim_from_name(word[1]) < 0)
			fail_msg("%s: no such claim", key);
		else if (begins(key, "judge/") ? strcmp(word[1], "captains") && person_from_name(word[1]) < 0 :
						 begins(key, "person/") && person_from_name(word[1]) < 0)
			fail_msg("%s: nobody", key);
		else if (begins(key, "wall/"))
			continue; /* tests/unit/rules/rulebook/test_wall_page.c */
		else if (!is_of_ruling(key) && !has_forms(key) && !begins(key, "also/") && !begins(key, "question/") &&
			 !begins(key, "reading/") && !begins(key, "waiting/") && !begins(key, "then/") &&
			 !begins(key, "duty/") && !begins(key, "time/"))
			fail_msg("%s: what is that?", key);
	}
}

/* A player is asked about every claim by its name. */
static void test_all_claims(void **state)
{
	for (const struct language *const *l = language_list(); *l; l++)
		for (enum claim_kind c = CLAIM_NONE; c < CLAIM_COUNT; c++) {
			char key[64];

			snprintf(key, sizeof(key), "claim/%s", claim_name(c));
			if (!language_text(*l, key))
				fail_msg("%s has no %s", (*l)->id, key);
		}
}

/* A question says in every language whether the game waits for it. */
static void test_all_say_what_waits(void **state)
{
	const struct language *first = *language_list();

	for (size_t i = 0; i < first->count; i++)
		for (const struct language *const *l = language_list(); *l; l++) {
			const char *text = language_text(*l, first->texts[i].key);

			if (text && strstr(first->texts[i].text, "{waiting}") && !strstr(text, "{waiting}"))
				fail_msg("%s: %s does not say whether the game waits", (*l)->id, first->texts[i].key);
		}
}

static struct statement flag_loss(void)
{
	struct statement s = {
		.ruling = "win", .reason = "flag", .winner = BLACK, .article = "6.8", .facts = no_facts()
	};

	s.facts.player = WHITE;
	return s;
}

static void expect(const struct statement *s, const char *text)
{
	char buf[SENTENCE_TEXT];
	bool complete;
	size_t n = sentence_write(&language_en, s, buf, sizeof(buf), &complete);

	assert_string_equal(buf, text);
	assert_int_equal(n, strlen(text));
	assert_true(complete);
}

static void test_article(void **state)
{
	struct statement s = flag_loss();

	expect(&s, "White's flag fell: Black wins on time (6.8).");
	s.article = "event";
	expect(&s, "White's flag fell: Black wins on time.");
	s.article = NULL;
	expect(&s, "White's flag fell: Black wins on time.");
}

/* What an undone turn had earned is no second penalty, and is not said as one. */
static void test_revoked(void **state)
{
	struct statement s = { .ruling = "move-illegal",
			       .reason = "no-move",
			       .winner = NO_SIDE,
			       .facts = no_facts(),
			       .adjust_us = { -30000000, 120000000 } };

	s.facts.player = WHITE;
	expect(&s,
	       "White pressed the clock without a move, which counts as an illegal move. White has to move now. The 0:30 "
	       "that White's clock got for that turn is taken off again. 2:00 is added to Black's time.");
}

/* What was played after a turn that is taken back goes with it, and that is said before the clocks. */
static void test_undone(void **state)
{
	struct statement s = { .ruling = "move-illegal",
			       .reason = "no-move",
			       .winner = NO_SIDE,
			       .facts = no_facts(),
			       .article = "7.5.3" };

	s.facts.player = WHITE;
	s.facts.undone = true;
	s.facts.starts = WHITE;
	expect(&s,
	       "White pressed the clock without a move, which counts as an illegal move (7.5.3). White has to move now. "
	       "What was played since is taken back, too. Start White's clock.");
}

/* Who decides where captains stand in for the arbiter. */
static void test_judge(void **state)
{
	struct statement s = { .ruling = "claim-rejected",
			       .reason = "no-progress-rejected",
			       .about = "no-progress",
			       .winner = NO_SIDE,
			       .facts = no_facts() };
	char buf[SENTENCE_TEXT];

	s.facts.by = PERSON_WHITE;
	expect(&s, "The arbiter finds White's draw claim not justified: play goes on.");
	s.facts.judge = "captains";
	expect(&s, "The arbiter or a captain finds White's draw claim not justified: play goes on.");
	s.facts.judge = "captain";
	expect(&s, "A captain finds White's draw claim not justified: play goes on.");
	sentence_write(&language_de, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf, "Ein Mannschaftsführer findet die Remisreklamation von Weiß nicht berechtigt: Es wird "
				 "weitergespielt.");
	sentence_write(&language_ru, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf, "Капитан находит заявление белых о ничьей необоснованным: игра продолжается.");
}

static void test_clocks(void **state)
{
	struct statement s = { .ruling = "warning",
			       .reason = "conduct",
			       .about = "banging",
			       .winner = NO_SIDE,
			       .facts = no_facts(),
			       .adjust_us = { -61000000, 3723000000 } };

	s.facts.player = WHITE;
	s.facts.starts = BLACK;
	expect(&s,
	       "White is warned for banging the clock. A further offence may cost time or the game; play goes on. 1:01 is "
	       "taken off White's time. 1:02:03 is added to Black's time. Start Black's clock.");
	s.adjust_us[WHITE] = -99999;
	s.adjust_us[BLACK] = 7250000;
	s.facts.starts = NO_SIDE;
	expect(&s,
	       "White is warned for banging the clock. A further offence may cost time or the game; play goes on. 0:07.25 is "
	       "added to Black's time.");
}

/* A game whose clocks run does not wait. */
static void test_waiting(void **state)
{
	struct statement s = { .ruling = "claim-pending",
			       .reason = "needs-verdict",
			       .about = "notes",
			       .winner = NO_SIDE,
			       .facts = no_facts() };

	s.facts.player = BLACK;
	s.facts.word = "conduct";
	expect(&s,
	       "Black is reported for using notes: the arbiter decides. Play goes on meanwhile, and the clocks run.");
	s.facts.clock_stopped = true;
	expect(&s, "Black is reported for using notes: the arbiter decides. The game waits for that.");
	/* pieces stand wrongly: no game goes on meanwhile */
	s.facts.word = "put-right";
	strcpy(s.facts.square, "a8");
	strcpy(s.facts.to, "b8");
	s.facts.piece = "rook";
	expect(&s,
	       "It is reported that Black left pieces off their squares. The rook on b8 goes back to a8, and the "
	       "last move stands. The arbiter decides on whose time, and whether there is a penalty. The game waits "
	       "for that.");
	s.facts.clock_stopped = false;
	s.facts.piece = NULL;
	expect(&s, "It is reported that Black left pieces off their squares. They go back to the squares where they "
		   "belong, and the last move stands. The arbiter decides on whose time, and whether there is a "
		   "penalty.");
}

/* Tenths as the language writes them. */
static void test_point(void **state)
{
	static const struct language_text texts[] = { { "draw", "{time}" }, { "time/point", "," } };
	const struct language language = { .id = "made", .texts = texts, .count = sizeof(texts) / sizeof(*texts) };
	struct statement s = { .ruling = "draw", .reason = "agreed", .winner = NO_SIDE, .facts = no_facts() };
	char buf[SENTENCE_TEXT];

	s.facts.time_us = 9700000;
	sentence_write(&language, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf, "0:09,7");
}

/* Who left pieces off their squares puts them back before anything else, and his clock runs for that. */
static void test_puts_back(void **state)
{
	struct statement s = { .ruling = "move-illegal", .reason = "no-move", .winner = NO_SIDE, .facts = no_facts() };

	s.facts.player = BLACK;
	s.facts.puts_back = WHITE;
	expect(&s, "Black pressed the clock without a move, which counts as an illegal move. Black has to move now. "
		   "First White puts back the pieces that still stand wrongly: White's clock runs for that, and then "
		   "Black's.");
	s.facts.puts_back = BLACK;
	s.facts.starts = BLACK;
	expect(&s, "Black pressed the clock without a move, which counts as an illegal move. Black has to move now. "
		   "First Black puts back the pieces that still stand wrongly, on his own time. Start Black's clock.");
}

/* What the next offence costs is said where the rules fix it. */
static void test_next_offence(void **state)
{
	struct statement s = {
		.ruling = "warning", .reason = "conduct", .about = "banging", .winner = NO_SIDE, .facts = no_facts()
	};

	s.facts.player = WHITE;
	s.facts.time_us = 60000000;
	expect(&s, "White is warned for banging the clock. The second such offence gives Black 1:00, and the third "
		   "costs the game; play goes on.");
	s.ruling = "time-penalty";
	s.facts.time_us = FACT_NO_NUMBER;
	s.facts.limit = 3;
	expect(&s, "White is penalized for banging the clock. The 3rd such offence costs the game. Play goes on.");
}

/* Cases and capitals are the language's own. */
static void test_grammar(void **state)
{
	struct statement s = flag_loss();
	char buf[SENTENCE_TEXT];

	sentence_write(&language_de, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf,
			    "Das Blättchen von Weiß ist gefallen: Schwarz gewinnt durch Zeitüberschreitung (6.8).");
	sentence_write(&language_ru, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf, "Флажок белых упал: чёрные выигрывают по времени (6.8).");
	s = (struct statement){
		.ruling = "touch-obligation", .reason = "touch-move", .winner = NO_SIDE, .facts = no_facts()
	};
	s.facts.player = BLACK;
	s.facts.piece = "rook";
	strcpy(s.facts.square, "a8");
	sentence_write(&language_de, &s, buf, sizeof(buf), NULL);
	assert_string_equal(
		buf,
		"Schwarz hat zuerst den Turm auf a8 berührt und muss damit ziehen. Was stattdessen gezogen wurde, wird "
		"zurückgenommen.");
	sentence_write(&language_ru, &s, buf, sizeof(buf), NULL);
	assert_string_equal(buf, "Чёрные первым делом коснулись ладьи на a8 и должны пойти ею. Сделанный вместо этого "
				 "ход берётся назад.");
	s.facts.piece = "queen";
	sentence_write(&language_de, &s, buf, sizeof(buf), NULL);
	assert_string_equal(
		buf,
		"Schwarz hat zuerst die Dame auf a8 berührt und muss damit ziehen. Was stattdessen gezogen wurde, wird "
		"zurückgenommen.");
}

/* A text that is cut ends with a whole letter. */
static void test_cut(void **state)
{
	struct statement s = flag_loss();
	char buf[SENTENCE_TEXT];

	for (size_t size = 1; size < 80; size++) {
		size_t n = sentence_write(&language_ru, &s, buf, size, NULL);

		assert_true(n < size && n + 2 >= size);
		assert_int_equal(strlen(buf), n);
		/* what is left of two bytes never stands alone */
		assert_true(!n || (buf[n - 1] & 0xe0) != 0xc0);
	}
}

/* The most specific key wins: the word, the claim, the reason. */
static void test_most_specific(void **state)
{
	struct statement s = { .ruling = "draw", .reason = "flag-cannot-mate", .winner = NO_SIDE, .facts = no_facts() };
	char key[96];

	s.facts.player = BLACK;
	s.about = "flag";
	assert_string_equal(sentence_key(&language_en, &s, key), "draw/flag-cannot-mate");
	s.about = "forced-win";
	assert_string_equal(sentence_key(&language_en, &s, key), "draw/flag-cannot-mate/forced-win");
	s.reason = "sunshine";
	assert_null(sentence_key(&language_en, &s, key));
}

/* What is between brackets is left out when it is not known, and the other text is taken. */
static void test_choice(void **state)
{
	struct statement s = {
		.ruling = "restore-position", .reason = "displaced", .winner = NO_SIDE, .facts = no_facts()
	};

	expect(&s, "Pieces have been displaced. All is put back as it stood after the last move, and play goes on.");
	s.facts.piece = "rook";
	strcpy(s.facts.square, "a8");
	expect(&s, "The rook belongs on a8. All is put back as it stood after the last move, and play goes on.");
	strcpy(s.facts.to, "b8");
	expect(&s,
	       "The rook belongs on a8 and not on b8. All is put back as it stood after the last move, and play goes on.");
}

/* A fact that is missing is told to the caller; what does not fit is cut between letters. */
static void test_incomplete(void **state)
{
	struct statement s = flag_loss();
	char buf[SENTENCE_TEXT], small[9];
	bool complete = true;

	s.winner = NO_SIDE;
	sentence_write(&language_en, &s, buf, sizeof(buf), &complete);
	assert_false(complete);
	s.winner = BLACK;
	assert_int_equal(sentence_write(&language_en, &s, small, sizeof(small), &complete), 8);
	assert_string_equal(small, "White's ");
	s.reason = "sunshine";
	s.ruling = "rain";
	assert_int_equal(sentence_write(&language_en, &s, buf, sizeof(buf), &complete), 0);
	assert_false(complete);
}

static void test_find(void **state)
{
	assert_ptr_equal(language_find("C"), &language_en);
	assert_ptr_equal(language_find("C.UTF-8"), &language_en);
	assert_ptr_equal(language_find("POSIX"), &language_en);
	assert_ptr_equal(language_find("en_GB.UTF-8"), &language_en);
	assert_ptr_equal(language_find("de_AT.UTF-8"), &language_de);
	assert_ptr_equal(language_find("de"), &language_de);
	assert_ptr_equal(language_find("ru_RU.UTF-8"), &language_ru);
	assert_null(language_find("eno"));
	assert_null(language_find("dex"));
	assert_null(language_find(""));
	assert_null(language_find("tlh_QO"));
}

/* A draughts king is not a chess king where a language has two words. */
static void test_pieces(void **state)
{
	assert_string_equal(piece_word(&game_chess, 'k'), "king");
	assert_string_equal(piece_word(&game_chess, 'b'), "bishop");
	assert_string_equal(piece_word(&game_draughts, 'b'), "man");
	assert_string_equal(piece_word(&game_draughts, 'W'), "crowned");
	assert_null(piece_word(&game_chess, '.'));
	assert_null(piece_word(&game_chess, '?'));
}

/* What a language made for this says: the text of draw/agreed, with everything known or nothing. */
static const char *made(const char *text, bool known, bool *complete)
{
	static char buf[SENTENCE_TEXT];
	const struct language_text texts[] = {
		{ "claim/flag", "a flag" },	   { "conduct/flag", "flagging" },
		{ "draw/agreed", text },	   { "fault/check", "is in {fault.short}" },
		{ "fault/check.short", "check" },  { "person/arbiter", "the arbiter" },
		{ "piece/king", "{other-piece}" }, { "piece/rook", "rook of {player.gen}" },
		{ "piece/rook.pl", "rooks" },	   { "side/black", "black" },
		{ "side/black.gen", "black's" },   { "side/white", "white" },
		{ "side/white.gen", "white's" },
	};
	const struct language language = { .id = "made", .texts = texts, .count = sizeof(texts) / sizeof(*texts) };
	struct statement s = { .ruling = "draw", .reason = "agreed", .winner = NO_SIDE, .facts = no_facts() };

	if (known)
		s = (struct statement){ .ruling = "draw",
					.reason = "agreed",
					.about = "flag",
					.winner = BLACK,
					.article = "9.1",
					.text = "e4 e5",
					.facts = { .by = PERSON_BLACK,
						   .player = WHITE,
						   .starts = BLACK,
						   .word = "check",
						   .piece = "rook",
						   .square = "a1",
						   .to = "a8",
						   .other_piece = "king",
						   .other_square = "e1",
						   .count = 3,
						   .limit = -5,
						   .time_us = 3600000000 } };
	sentence_write(&language, &s, buf, sizeof(buf), complete);
	return buf;
}

/* Each placeholder and form, texts in brackets within each other, and what a text does that is not written well. */
static void test_placeholders(void **state)
{
	static const struct {
		const char *text, *known, *unknown;
		bool misses, misses_unknown;
	} texts[] = {
		{ "no placeholder", "no placeholder", "no placeholder", false, false },
		{ "{player} {opponent.gen}.", "white black's.", " .", false, true },
		{ "{winner} {loser} {claimant} {answerer}", "black white black white", "   ", false, true },
		{ "{starts}, {by}", "black, black", ", ", false, true },
		{ "{gainer}", "", "", true, true },
		{ "{Player}, {Piece}", "White, Rook of white's", ", ", false, true },
		{ "{piece.pl} {piece.dat}", "rooks ", " ", true, true },
		{ "{piece} {square} {to} {other-square}", "rook of white's a1 a8 e1", "   ", false, true },
		{ "{count} of {limit} in {time}", "3 of -5 in 1:00:00", " of  in ", false, true },
		{ "{claim}: {conduct}, {fault}", "a flag: flagging, is in check", ": , ", false, true },
		{ "{text}{article}", "e4 e5 (9.1)", "", false, true },
		{ "{other-piece}", "", "", true, true }, /* it names itself without end */
		{ "{nothing}{}", "", "", true, true },
		{ "[{piece}|a man] moves", "rook of white's moves", "a man moves", false, false },
		{ "[{piece}] moves", "rook of white's moves", " moves", false, false },
		{ "[{nothing}|{piece}|it] moves", "rook of white's moves", "it moves", false, false },
		{ "[{nothing}|{no}] moves", " moves", " moves", false, false },
		{ "[a [b {piece.pl}|c] d|e]", "a b rooks d", "a c d", false, false },
		{ "[a [b|{piece}] d|e]", "a b d", "a b d", false, false },
		{ "[a [{nothing}] {piece.pl}|e]", "a  rooks", "e", false, false },
		{ "{nothing}[{piece.pl}|x]", "rooks", "x", true, true },
		{ "[{piece.pl}|x]{square}", "rooksa1", "x", false, true },
		{ "a|b]", "a|b]", "a|b]", false, false },
		{ "open [{piece.pl}", "open rooks", "open ", false, false },
		{ "open {piece.pl", "open rooks", "open ", false, true },
		{ "[x", "x", "x", false, false },
		{ "", "", "", false, false },
	};
	bool complete;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (unsigned known = 0; known < 2; known++) {
			const char *said = made(texts[i].text, known, &complete);
			const bool misses = known ? texts[i].misses : texts[i].misses_unknown;

			if (strcmp(said, known ? texts[i].known : texts[i].unknown) || complete == misses)
				fail_msg("%s: %s%s", texts[i].text, said, complete ? "" : " (not complete)");
		}
}

/* Times as they are said, also those that a clock loses or gains. */
static void test_times(void **state)
{
	static const struct {
		int64_t us;
		const char *text, *amount; /* as a time; as what is added or taken off, NULL the same */
	} times[] = {
		{ 0, "0:00", NULL },
		{ 99999, "0:00", NULL },
		{ 100000, "0:00.1", NULL },
		{ 59900000, "0:59.9", NULL },
		{ 28499000, "0:28.4", "0:28.499" },
		{ 59999999, "0:59.9", "1:00" },
		{ 60000000, "1:00", NULL },
		{ 60900000, "1:00", "1:00.9" },
		{ 61000000, "1:01", NULL },
		{ 3599000000, "59:59", NULL },
		{ 3600000000, "1:00:00", NULL },
		{ 3660000000, "1:01:00", NULL },
		{ 360000000000, "100:00:00", NULL },
		{ -100000, "0:00.1", NULL },
		{ -99999, "0:00", NULL },
		{ -7200000, "0:07.2", NULL },
		{ -3725000000, "1:02:05", NULL },
	};
	static const struct language_text texts[] = {
		{ "also/gains", "+{gained}" },
		{ "also/loses", "-{gained}" },
		{ "draw", "{time} {by}" },
		{ "person/arbiter", "arbiter" },
	};
	const struct language language = { .id = "made", .texts = texts, .count = sizeof(texts) / sizeof(*texts) };

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		const int64_t us = times[i].us;
		const char *amount = times[i].amount ? times[i].amount : times[i].text;
		struct statement s = { .ruling = "draw", .reason = "agreed", .winner = NO_SIDE, .facts = no_facts() };
		char buf[SENTENCE_TEXT], all[80];
		bool complete;

		s.facts.time_us = us;
		s.facts.by = PERSON_ARBITER;
		s.adjust_us[BLACK] = us;
		/* less than a tenth of a second is no change */
		snprintf(all, sizeof(all), "%s arbiter%s%s", times[i].text,
			 us >= 100000  ? " +" :
			 us <= -100000 ? " -" :
					 "",
			 us >= 100000 || us <= -100000 ? amount : "");
		assert_int_equal(sentence_write(&language, &s, buf, sizeof(buf), &complete), strlen(all));
		assert_string_equal(buf, all);
		assert_true(complete);
	}
}

/* The first letter of what a placeholder stands for, where that begins with a capital. */
static void test_capitals(void **state)
{
	static const char *const letters[][2] = {
		{ "a", "A" }, { "z", "Z" }, { "`", "`" }, { "~", "~" }, { "Q", "Q" }, { "7", "7" },
		{ "à", "À" }, { "ä", "Ä" }, { "þ", "Þ" }, { "ß", "ß" }, { "ÿ", "ÿ" }, { "Ü", "Ü" },
		{ "а", "А" }, { "п", "П" }, { "р", "Р" }, { "я", "Я" }, { "ѐ", "Ѐ" }, { "ё", "Ё" },
		{ "џ", "Џ" }, { "Ѡ", "Ѡ" }, { "Я", "Я" }, { "Џ", "Џ" }, { "†", "†" }, { "€", "€" },
	};

	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
		char word[16], capital[16], buf[SENTENCE_TEXT];
		const struct language_text texts[] = { { "draw", "{Piece} {piece}" }, { "piece/x", word } };
		const struct language language = { .id = "made", .texts = texts, .count = 2 };
		struct statement s = { .ruling = "draw", .reason = "agreed", .winner = NO_SIDE, .facts = no_facts() };

		snprintf(word, sizeof(word), "%saя", letters[i][0]);
		snprintf(capital, sizeof(capital), "%saя %saя", letters[i][1], letters[i][0]);
		s.facts.piece = "x";
		sentence_write(&language, &s, buf, sizeof(buf), NULL);
		assert_string_equal(buf, capital);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sorted),	     cmocka_unit_test(test_same_keys),
		cmocka_unit_test(test_texts),	     cmocka_unit_test(test_keys_are_known),
		cmocka_unit_test(test_all_claims),   cmocka_unit_test(test_all_say_what_waits),
		cmocka_unit_test(test_article),	     cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_undone),	     cmocka_unit_test(test_judge),
		cmocka_unit_test(test_revoked),	     cmocka_unit_test(test_most_specific),
		cmocka_unit_test(test_choice),	     cmocka_unit_test(test_incomplete),
		cmocka_unit_test(test_find),	     cmocka_unit_test(test_grammar),
		cmocka_unit_test(test_cut),	     cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_placeholders), cmocka_unit_test(test_capitals),
		cmocka_unit_test(test_times),	     cmocka_unit_test(test_waiting),
		cmocka_unit_test(test_puts_back),    cmocka_unit_test(test_next_offence),
		cmocka_unit_test(test_point),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
