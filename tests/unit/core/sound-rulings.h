/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has to be true of each ruling and question, whatever was ruled or asked. */
#ifndef TESTS_SOUND_RULINGS_H
#define TESTS_SOUND_RULINGS_H

#include "daemon/core/format/publication.h"
#include "rules/sentences/language.h"
#include "tests/unit/core/core-testing.h"

static inline void fail_ruling(const struct game *of, const struct publication *p, const char *what)
{
	json_t *o = publication_format(of, p, true);
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);

	print_error("%s\n", text);
	free(text);
	json_decref(o);
	fail_msg("%s", what);
}

/* Anybody can say such a thing, and a decision answers what somebody asked: then in is what is read of it as the
 * journal has it. */
static inline bool can_be_given(const struct core *core, struct input *in)
{
	const struct game *of = core_get_setup(core)->game;
	char *text = input_format(of, in, NULL), err[160] = "";
	json_t *o = json_loads(text, 0, NULL);
	const int r = input_parse(of, o, in, err);

	assert_true(r == 0 || *err);
	free(text);
	json_decref(o);
	return r == 0 && (in->type != INPUT_DECIDE || core_was_asked(core, in));
}

/* It stands in the book, in one that this is based on, or was set by the event. */
static inline bool book_has_article(const struct rulebook *book, const char *article)
{
	const size_t n = strlen(article);
	size_t files;
	const struct rulebook_file *file = rulebook_files(book, &files);

	if (!strcmp(article, "event"))
		return true;
	for (size_t i = 0; i < files; i++)
		for (const char *at = strstr(file[i].text, article); at; at = strstr(at + 1, article))
			if (strchr(" [", at[-1]) && strchr(" ,]\n", at[n]))
				return true;
	return false;
}

/* Who has only the JSON can say it in every language, and nothing is left out. */
static inline void can_be_said(const struct game *of, const struct publication *p)
{
	json_t *o = publication_format(of, p, true);
	char sentence[SENTENCE_TEXT];
	struct statement s;
	bool is_complete;

	if (!statement_parse(o, &s))
		fail_ruling(of, p, "it cannot be read back");
	for (const struct language *const *l = language_list(); *l; l++) {
		sentence_write(*l, &s, sentence, sizeof(sentence), &is_complete);
		if (!is_complete || strlen(sentence) < 10 || strpbrk(sentence, "{}[]") ||
		    !strchr(".?!", sentence[strlen(sentence) - 1])) {
			print_error("%s: %s\n", (*l)->id, sentence);
			fail_ruling(of, p, "its sentence is not whole");
		}
	}
	json_decref(o);
}

/* book: NULL none. */
static inline void check_ruling(const struct game *of, const struct rulebook *book, const struct publication *p)
{
	const enum side winner = statement_winner(p->result);
	const bool is_over = strcmp(p->result ? p->result : "none", "none") != 0;

	can_be_said(of, p);
	if (book && p->type == PUBLISH_RULING && !p->articles &&
	    strcmp(p->reason, "late-forfeit")) /* the event has it so */
		fail_ruling(of, p, "no article is cited");
	for (unsigned i = 0; book && i < p->articles; i++)
		if (!book_has_article(book, p->article[i]))
			fail_ruling(of, p, "the book has no such article");
	if (p->type != PUBLISH_RULING)
		return;
	switch (p->ruling) {
	case RULING_WIN:
		if (winner == NO_SIDE)
			fail_ruling(of, p, "nobody wins");
		break;
	case RULING_DRAW:
		if (!is_over || winner != NO_SIDE)
			fail_ruling(of, p, "that is no draw");
		break;
	case RULING_DOUBLE_LOSS:
		if (strcmp(p->result, "0-0"))
			fail_ruling(of, p, "not both lose");
		break;
	case RULING_TIME_PENALTY: /* for conduct, what a person says */
		if (strcmp(p->reason, "conduct") && !p->adjust_us[WHITE] && !p->adjust_us[BLACK])
			fail_ruling(of, p, "nobody's time changes");
		break;
	default:
		break;
	}
	if (is_over && p->to_move != NO_SIDE)
		fail_ruling(of, p, "it is over, and somebody is to move");
}

#endif
