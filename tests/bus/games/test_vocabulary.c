/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every word that players and arbiters may say is received over the bus, and no other; and what a person who is asked
 * is shown. */
#include <stdio.h>

#include "rules/vocabulary.h"
#include "tests/bus/rig.h"

/* The words of a list of names, one after the other. */
static bool next_word(const char **list, char word[static 64])
{
	size_t n = strcspn(*list, ",");

	if (!**list)
		return false;
	assert_true(n < 64);
	memcpy(word, *list, n);
	word[n] = '\0';
	*list += n;
	*list += strspn(*list, ", ");
	return true;
}

static void every_claim_is_heard(void **state)
{
	struct rig *rig = *state;
	char words[2000], word[64];
	unsigned n = 0;

	vocabulary_words(WORDS_CLAIMS, words, sizeof(words));
	for (const char *at = words; next_word(&at, word); n++) {
		rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
		json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "spectator", word, 0));
		json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", n % 2 ? "white" : "black", word, 0));
		if (strcmp(word, "resign") != 0)
			json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	}
	assert_true(n > 40);
}

/* Ends the game, unless what was answered has ended it. */
static void end_after(struct rig *rig, json_t *answer)
{
	bool over = false;
	size_t i;
	json_t *said;

	json_array_foreach(answer, i, said) {
		const char *result = json_string_value(json_object_get(said, "result"));

		over |= result && strcmp(result, "none") != 0;
	}
	json_decref(answer);
	if (!over)
		json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
}

static void every_report_and_verdict_is_heard(void **state)
{
	struct rig *rig = *state;
	char words[2000], word[64];
	sd_bus_error error;
	unsigned n = 0;

	vocabulary_words(WORDS_REPORTS, words, sizeof(words));
	for (const char *at = words; next_word(&at, word); n++) {
		rig_start(rig, "rulebook", "handbook", "time", "300", NULL);
		end_after(rig, rig_ask(rig, ARBITER, "Report", "ssa{sv}", n % 2 ? "arbiter" : "captain", word, 1,
				       "against", "s", "white"));
	}
	assert_int_equal(n, 31);
	vocabulary_words(WORDS_VERDICTS, words, sizeof(words));
	for (const char *at = words; next_word(&at, word);) {
		rig_start(rig, "rulebook", "handbook", "time", "300", NULL);
		json_decref(rig_ask(rig, ARBITER, "Report", "ssa{sv}", "captain", "wrong-hand", 1, "against", "s",
				    "white"));
		if (strcmp(word, "postpone") == 0)
			/* nothing that could be put off */
			end_after(rig, rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "wrong-hand", word, 1, "by", "s",
					       "captain"));
		else
			end_after(rig, rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "wrong-hand", word, 3, "against", "s",
					       "white", "side", "s", "black", "ms", "x", (int64_t)1000));
	}
	rig_start(rig, "rulebook", "handbook", "time", "300", NULL);
	error = rig_refused(rig, ARBITER, "Decide", "ssa{sv}", "10.2", "accept", 0);
	assert_string_equal(error.name, "org.flagfall1.Error.Refused"); /* a word that is known, though nobody asked */
	sd_bus_error_free(&error);
}

static void refused(struct rig *rig, const char *interface, const char *method, const char *one, const char *two,
		    const char *says)
{
	sd_bus_error error = rig_refused(rig, interface, method, "ssa{sv}", one, two, 0);

	assert_string_equal(error.name, "org.flagfall1.Error.UnknownWord");
	if (!strstr(error.message, says))
		fail_msg("\"%s\" does not say \"%s\"", error.message, says);
	sd_bus_error_free(&error);
}

static void other_words_are_refused_and_the_right_ones_named(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	refused(rig, GAME, "Claim", "white", "victory",
		"\"victory\"; there are: flag, illegal-move, resign, offer-draw");
	refused(rig, GAME, "Claim", "white", "none", "there are: flag");
	refused(rig, GAME, "Claim", "white", "no-clock", "there are: flag"); /* only reported */
	refused(rig, GAME, "Claim", "arbiter", "flag", "\"white\", \"black\" or \"spectator\"");
	refused(rig, ARBITER, "Report", "arbiter", "resign", "\"resign\"; there are: flag, illegal-move, wrong-setup");
	refused(rig, ARBITER, "Report", "white", "flag", "\"arbiter\" or a \"captain\"");
	refused(rig, ARBITER, "Decide", "flag", "perhaps", "\"perhaps\"; there are: accept, reject, postpone");
	refused(rig, ARBITER, "Decide", "lunch", "accept", "conduct, assistant, late, 10.2");
}

static void draws_are_offered_and_answered(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;
	json_t *answer;
	char *text;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	answer = rig_ask(rig, GAME, "OfferDraw", "s", "black");
	assert_int_equal(json_array_size(answer), 0);
	json_decref(answer);
	json_decref(rig_ask(rig, GAME, "DeclineDraw", "s", "white"));
	answer = rig_ask(rig, GAME, "AcceptDraw", "s", "white");
	assert_string_equal(json_string_value(json_object_get(json_array_get(answer, 0), "reason")), "offer-lapsed");
	json_decref(answer);
	json_decref(rig_ask(rig, GAME, "OfferDraw", "s", "white"));
	answer = rig_ask(rig, GAME, "AcceptDraw", "s", "black");
	assert_string_equal(json_string_value(json_object_get(json_array_get(answer, 0), "reason")), "agreed");
	json_decref(answer);
	text = rig_property(rig, GAME, "Result");
	assert_string_equal(text, "1/2-1/2");
	free(text);
	error = rig_refused(rig, GAME, "Resign", "s", "white");
	assert_string_equal(error.name, "org.flagfall1.Error.GameOver");
	sd_bus_error_free(&error);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", NULL);
	error = rig_refused(rig, GAME, "OfferDraw", "s", "spectator");
	assert_string_equal(error.name, "org.flagfall1.Error.UnknownWord");
	sd_bus_error_free(&error);
	answer = rig_ask(rig, GAME, "Resign", "s", "white");
	assert_string_equal(json_string_value(json_object_get(json_array_get(answer, 0), "result")), "0-1");
	json_decref(answer);
}

static json_t *evidence(struct rig *rig)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *text;

	assert_true(sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Evidence", NULL, &reply, NULL) >=
		    0);
	assert_true(sd_bus_message_read(reply, "s", &text) >= 0);
	return *text ? json_loads(text, 0, NULL) : NULL;
}

static void is_asked(struct rig *rig, const char *about)
{
	char *text = rig_property(rig, GAME, "Question");

	assert_string_equal(text, about);
	free(text);
}

static void who_is_asked_is_shown_what_he_needs(void **state)
{
	struct rig *rig = *state;
	json_t *e, *turn;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	is_asked(rig, "");
	assert_null(evidence(rig));
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "wrong-hand", 1, "against", "s", "black"));
	is_asked(rig, "wrong-hand");
	e = evidence(rig);
	assert_non_null(e);
	assert_string_equal(json_string_value(json_object_get(e, "about")), "wrong-hand");
	assert_string_equal(json_string_value(json_object_get(e, "by")), "white");
	assert_string_equal(json_string_value(json_object_get(e, "against")), "black");
	assert_string_equal(json_string_value(json_object_get(e, "fen")),
			    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
	assert_int_equal(strlen(json_string_value(json_object_get(e, "squares"))), 64);
	assert_true(json_integer_value(json_object_get(json_object_get(e, "left_us"), "black")) < 300000000);
	assert_int_equal(json_array_size(json_object_get(e, "turns")), 2);
	turn = json_array_get(json_object_get(e, "turns"), 1);
	assert_string_equal(json_string_value(json_object_get(turn, "uci")), "e7e5");
	assert_string_equal(json_string_value(
				    json_object_get(json_array_get(json_object_get(turn, "touched"), 0), "square")),
			    "e7");
	/* two moves of three events, and the claim */
	assert_true(json_array_size(json_object_get(e, "events")) >= 7);
	json_decref(e);
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "wrong-hand", "accept", 0));
	is_asked(rig, "");
	assert_null(evidence(rig));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_claim_is_heard, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(every_report_and_verdict_is_heard, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(other_words_are_refused_and_the_right_ones_named, rig_setup,
						rig_teardown),
		cmocka_unit_test_setup_teardown(draws_are_offered_and_answered, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(who_is_asked_is_shown_what_he_needs, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
