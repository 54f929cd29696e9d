// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/format/publication.h"

#define BOOKS 32

struct casebook {
	rulebook_complaint complain;
	void *userdata;
	const struct language *language;
	bool sentences_alone;
	unsigned count;
	struct {
		char id[64];
		struct rulebook *book;
		char fault[100];
	} book[BOOKS]; /* no book: its first fault */
	/* … as they stand for the options of the cases: few, whatever the number of cases */
	struct rulebook **fitted;
	size_t fitted_count;
};

struct casebook_case {
	struct core_setup setup;
	unsigned count;
	struct input *input;
};

int casebook_new(rulebook_complaint complain, void *userdata, struct casebook **ret)
{
	struct casebook *casebook = calloc(1, sizeof(*casebook));

	if (!casebook)
		return -ENOMEM;
	casebook->complain = complain;
	casebook->userdata = userdata;
	casebook->language = *language_list();
	*ret = casebook;
	return 0;
}

void casebook_speak(struct casebook *casebook, const struct language *language, bool alone)
{
	casebook->language = language;
	casebook->sentences_alone = alone;
}

void casebook_free(struct casebook *casebook)
{
	if (!casebook)
		return;
	for (unsigned i = 0; i < casebook->count; i++)
		rulebook_free(casebook->book[i].book);
	for (size_t i = 0; i < casebook->fitted_count; i++)
		rulebook_free(casebook->fitted[i]);
	free(casebook->fitted);
	free(casebook);
}

struct loading {
	struct casebook *casebook;
	char *fault;
};

static void keep_first(void *userdata, const char *file, unsigned line, const char *reason)
{
	struct loading *l = userdata;
	const char *name = strrchr(file, '/');

	if (!l->fault[0])
		snprintf(l->fault, sizeof(l->casebook->book[0].fault), "%.30s:%u: %.60s", name ? name + 1 : file, line,
			 reason);
	if (l->casebook->complain)
		l->casebook->complain(l->casebook->userdata, file, line, reason);
}

/* Read once, also where it cannot be read. */
static int get_book(struct casebook *casebook, const char *id, const struct rulebook **ret, char err[static 160])
{
	struct loading l = { .casebook = casebook };
	unsigned n = 0;
	int r;

	while (n < casebook->count && strcmp(casebook->book[n].id, id))
		n++;
	if (n == BOOKS || strlen(id) >= sizeof(casebook->book[0].id)) {
		snprintf(err, 160, "too many rulebooks, or the name is too long");
		return -EINVAL;
	}
	if (n == casebook->count) {
		strcpy(casebook->book[n].id, id);
		l.fault = casebook->book[n].fault;
		r = rulebook_load(id, keep_first, &l, &casebook->book[n].book);
		if (r < 0 && !l.fault[0])
			snprintf(l.fault, sizeof(casebook->book[n].fault), "%s", strerror(-r));
		if (r < 0)
			casebook->book[n].book = NULL;
		casebook->count++;
	}
	*ret = casebook->book[n].book;
	if (!*ret)
		snprintf(err, 160, "rulebook \"%.50s\": %.96s", id, casebook->book[n].fault);
	return *ret ? 0 : -EINVAL;
}

/* The rulebook of the setup as it stands for its options. Cases share it: thousands of copies would not stay in a
 * processor's cache. */
static int fit_book(struct casebook *casebook, struct core_setup *setup)
{
	struct rulebook *book, **more;
	int r = core_fit_rulebook(setup, &book);

	if (r < 0)
		return r;
	setup->fitted = true;
	for (size_t i = 0; i < casebook->fitted_count; i++)
		if (rulebook_same(casebook->fitted[i], book)) {
			rulebook_free(book);
			setup->rulebook = casebook->fitted[i];
			return 0;
		}
	more = reallocarray(casebook->fitted, casebook->fitted_count + 1, sizeof(struct rulebook *));
	if (!more) {
		rulebook_free(book);
		return -ENOMEM;
	}
	casebook->fitted = more;
	setup->rulebook = more[casebook->fitted_count++] = book;
	return 0;
}

/* Where kings decide the game each side has one. */
static int check_kings(const struct core_setup *setup, char err[static 160])
{
	char squares[GAME_MAX_SQUARES];
	unsigned kings[2] = { 0, 0 };

	if (!strchr(setup->game->pieces, 'N'))
		return 0;
	memset(squares, '.', sizeof(squares));
	setup->game->placement(&setup->start, squares);
	for (unsigned q = 0; q < setup->game->squares; q++) {
		kings[WHITE] += squares[q] == 'K';
		kings[BLACK] += squares[q] == 'k';
	}
	if (kings[WHITE] == 1 && kings[BLACK] == 1)
		return 0;
	snprintf(err, 160, "start position: placement: White has %u kings, Black %u", kings[WHITE], kings[BLACK]);
	return -EINVAL;
}

/* What is undone in it is left out. */
static int leave_out(struct casebook_case *c, char err[static 160])
{
	struct undone_acts undone = { 0 };
	unsigned kept = 0;
	int r = 0;

	for (unsigned i = 0; i < c->count && r == 0; i++)
		r = undone_acts_note(&undone, &c->input[i]);
	for (unsigned i = 0; i < c->count; i++) {
		struct input in = c->input[i];

		if (undone_acts_pass(&undone, &in, NULL))
			c->input[kept++] = in;
	}
	c->count = kept;
	undone_acts_done(&undone);
	if (r < 0)
		snprintf(err, 160, "out of memory");
	return r;
}

static int read_events(struct casebook_case *c, json_t *events, char err[static 160])
{
	char why[160];
	json_t *event;
	size_t i;

	if (!json_is_array(events)) {
		snprintf(err, 160, "\"events\" is not a list");
		return -EINVAL;
	}
	c->input = calloc(json_array_size(events), sizeof(*c->input));
	if (!c->input && json_array_size(events)) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	json_array_foreach(events, i, event) {
		if (input_parse(c->setup.game, event, &c->input[i], why) < 0) {
			snprintf(err, 160, "event %zu: %.130s", i + 1, why);
			return -EINVAL;
		}
		if (i && c->input[i].t_us < c->input[i - 1].t_us) {
			snprintf(err, 160, "event %zu: its time is before the one before it", i + 1);
			return -EINVAL;
		}
		c->count++;
	}
	return leave_out(c, err);
}

int casebook_prepare(struct casebook *casebook, json_t *object, struct casebook_case **ret, char err[static 160])
{
	const char *id = json_string_value(json_object_get(object, "rulebook"));
	struct casebook_case *c = calloc(1, sizeof(*c));
	int r;

	if (!c) {
		snprintf(err, 160, "out of memory");
		return -ENOMEM;
	}
	r = core_setup_from_json(object, &c->setup, err);
	c->setup.sensors = TRACKER_EXACT;
	c->setup.has_lever = true;
	if (r == 0)
		r = check_kings(&c->setup, err);
	if (r == 0 && !id) {
		snprintf(err, 160, "\"rulebook\" is missing");
		r = -EINVAL;
	}
	if (r == 0)
		r = get_book(casebook, id, &c->setup.rulebook, err);
	if (r == 0)
		r = fit_book(casebook, &c->setup);
	if (r == 0)
		r = read_events(c, json_object_get(object, "events"), err);
	if (r < 0) {
		casebook_case_free(c);
		return r;
	}
	*ret = c;
	return 0;
}

void casebook_case_free(struct casebook_case *c)
{
	if (!c)
		return;
	core_setup_done(&c->setup);
	free(c->input);
	free(c);
}

/* Where sentences are printed as they come. */
struct casebook_speech {
	const struct game *game;
	const struct language *language;
	const char *id;
	FILE *out;
};

static bool casebook_say(const struct publication *p, const struct game *game, const struct language *language,
			 char ret[static SENTENCE_TEXT])
{
	json_t *object = publication_format(game, p, false);
	struct statement s;
	bool complete = false;

	ret[0] = '\0';
	if (statement_parse(object, &s))
		sentence_write(language, &s, ret, SENTENCE_TEXT, &complete);
	json_decref(object);
	return complete;
}

struct collected {
	struct casebook_outcome *outcome;
	const struct casebook_speech *speech; /* NULL: nothing is printed */
	struct publication *last;	      /* the last public ruling, NULL: nobody asks */
	unsigned room;
	int failed;
};

static void collect(void *userdata, const struct publication *p)
{
	struct collected *h = userdata;
	struct casebook_outcome *o = h->outcome;

	if (p->type != PUBLISH_RULING || !p->is_public)
		return;
	if (h->speech && (p->ruling != RULING_MOVE_ACCEPTED || strcmp(p->reason, reason_name(REASON_PLAYED)))) {
		char text[SENTENCE_TEXT];

		/* a sentence that lacks something shows that it does */
		fprintf(h->speech->out, "%s: %s%s\n", h->speech->id,
			casebook_say(p, h->speech->game, h->speech->language, text) ? "" : "???", text);
	}
	if (o->rulings == h->room) {
		unsigned room = h->room ? h->room * 2 : 16;
		enum ruling_kind *more = realloc(o->sequence, room * sizeof(*more));

		if (!more) {
			h->failed = -ENOMEM;
			return;
		}
		o->sequence = more;
		h->room = room;
	}
	o->sequence[o->rulings++] = p->ruling;
	o->ruling = p->ruling;
	o->reason = (enum reason)reason_from_name(p->reason);
	o->articles = p->articles;
	memcpy(o->article, p->article, sizeof(o->article));
	if (h->last)
		*h->last = *p;
}

static void conclude(const struct core *core, struct casebook_outcome *o)
{
	const struct game_clock *clock = core_clock(core);
	struct core_state state;
	struct game_position pos;

	core_get_state(core, &state);
	o->result = state.result;
	o->to_move = state.over ? NO_SIDE : state.to_move;
	for (enum side s = WHITE; s <= BLACK; s++) {
		o->adjust_us[s] = state.adjust_us[s];
		o->left_us[s] = clock->left_us[s];
	}
	core_get_position(core, &pos);
	core_get_setup(core)->game->format_placement(&pos, o->placement);
}

int casebook_run(const struct casebook_case *c, const struct casebook_speech *speech, struct publication *last,
		 struct casebook_outcome *ret, char err[static 160])
{
	struct collected h = { .outcome = ret, .speech = speech, .last = last };
	struct core *core;
	int r;

	*ret = (struct casebook_outcome){ .ruling = RULING_NONE, .reason = REASON_NOTHING_PUBLISHED };
	r = core_new(&c->setup, collect, &h, &core, err);
	if (r < 0)
		return r;
	/* a case ends with its last event: a move set down and not pressed stays so */
	for (unsigned i = 0, n; i < c->count && r == 0; i += n) {
		for (n = 1; n < CORE_GROUP && i + n < c->count && c->input[i + n].t_us == c->input[i].t_us; n++)
			;
		r = core_input_group(core, &c->input[i], n, err);
	}
	if (r == 0)
		r = core_end_instant(core);
	if (r == 0)
		conclude(core, ret);
	core_free(core);
	if (r == 0)
		r = h.failed;
	if (r < 0) {
		free(ret->sequence);
		ret->sequence = NULL;
	}
	return r;
}

static json_t *pair(const int64_t us[2])
{
	return json_pack("{sIsI}", "white", (json_int_t)(us[WHITE] / 1000), "black", (json_int_t)(us[BLACK] / 1000));
}

static json_t *outcome_format(const struct casebook_outcome *o, const struct publication *last,
			      const struct casebook_speech *speech)
{
	char sentence[SENTENCE_TEXT] = "";
	json_t *got = json_object(), *articles = json_array(), *sequence = json_array();

	for (unsigned i = 0; i < o->articles && o->ruling != RULING_NONE; i++)
		json_array_append_new(articles, json_string(o->article[i]));
	for (unsigned i = 0; i < o->rulings; i++)
		json_array_append_new(sequence, json_string(ruling_name(o->sequence[i])));
	json_object_set_new(got, "ruling", json_string(ruling_name(o->ruling)));
	json_object_set_new(got, "reason", json_string(reason_name(o->reason)));
	json_object_set_new(got, "result", json_string(o->result));
	json_object_set_new(got, "time_adjust_ms", pair(o->adjust_us));
	json_object_set_new(got, "clock_after_ms", pair(o->left_us));
	json_object_set_new(got, "next_to_move",
			    json_string(o->to_move == WHITE ? "white" :
					o->to_move == BLACK ? "black" :
							      "none"));
	json_object_set_new(got, "placement", json_string(o->placement));
	json_object_set_new(got, "sequence", sequence);
	json_object_set_new(got, "articles", articles);
	if (o->rulings)
		casebook_say(last, speech->game, speech->language, sentence);
	json_object_set_new(got, "sentence", json_string(sentence));
	return got;
}

/* Do the expected rulings occur in that order, others between them or not? */
static bool in_order(json_t *expected, json_t *got)
{
	size_t at = 0, n = json_array_size(expected);

	for (size_t i = 0; i < json_array_size(got) && at < n; i++)
		if (json_equal(json_array_get(got, i), json_array_get(expected, at)))
			at++;
	return at == n;
}

static bool share_article(json_t *a, json_t *b)
{
	for (size_t i = 0; i < json_array_size(a); i++)
		for (size_t k = 0; k < json_array_size(b); k++)
			if (json_equal(json_array_get(a, i), json_array_get(b, k)))
				return true;
	return false;
}

static bool as_expected(json_t *object, json_t *expect, json_t *got)
{
	const char *key;
	json_t *value;

	json_object_foreach(expect, key, value) {
		json_t *mine = json_object_get(got, key);

		if (!strcmp(key, "sequence") ? !in_order(value, mine) : !json_equal(value, mine))
			return false;
	}
	return !strcmp(json_string_value(json_object_get(got, "ruling")), "none") ||
	       share_article(json_object_get(object, "articles"), json_object_get(got, "articles"));
}

static void casebook_write_line(json_t *line, FILE *out)
{
	json_dumpf(line, out, JSON_COMPACT);
	fputc('\n', out);
	json_decref(line);
}

static int run_object(struct casebook *casebook, json_t *object, json_t *line, FILE *out, struct casebook_score *score,
		      char err[static 160])
{
	json_t *expect = json_object_get(object, "expect"), *got, *sequence = json_object_get(expect, "sequence");
	bool doubtful = json_is_true(json_object_get(object, "doubtful"));
	const char *id = json_string_value(json_object_get(object, "id"));
	struct casebook_speech speech = { .language = casebook->language, .id = id ? id : "", .out = out };
	struct casebook_case *c = NULL;
	struct casebook_outcome outcome;
	struct publication last;
	bool pass;
	int r;

	if (json_is_null(expect))
		expect = NULL;
	if ((expect && !json_is_object(expect)) || (sequence && !json_is_array(sequence))) {
		snprintf(err, 160, "%s",
			 sequence ? "\"sequence\" of \"expect\" is not a list" : "\"expect\" is not an object");
		return -EINVAL;
	}
	r = casebook_prepare(casebook, object, &c, err);
	if (r == 0) {
		speech.game = c->setup.game;
		r = casebook_run(c, casebook->sentences_alone ? &speech : NULL, &last, &outcome, err);
	}
	casebook_case_free(c);
	if (r < 0)
		return r;
	got = outcome_format(&outcome, &last, &speech);
	free(outcome.sequence);
	pass = expect && as_expected(object, expect, got);
	json_object_set_new(line, "pass", expect ? json_boolean(pass) : json_null());
	json_object_set_new(line, "doubtful", json_boolean(doubtful));
	json_object_set(line, "expected", expect ? expect : json_null());
	json_object_set_new(line, "got", got);
	if (!expect)
		score->asked++;
	else if (doubtful)
		score->doubtful++;
	else if (pass)
		score->passed++;
	else
		score->failed++;
	return 0;
}

int casebook_run_file(struct casebook *casebook, const char *name, FILE *out, struct casebook_score *score)
{
	FILE *f = fopen(name, "re");
	char *text = NULL;
	size_t size = 0;
	unsigned number = 0;
	size_t mark;
	ssize_t n;

	if (!f)
		return -errno;
	while ((n = getline(&text, &size, f)) > 0) {
		json_t *object, *line = json_object(), *id;
		char err[160] = "";
		json_error_t why;
		int r = -EINVAL;

		number++;
		if (strspn(text, " \t\r\n") == (size_t)n) {
			json_decref(line);
			continue;
		}
		/* some editors begin a file with a byte order mark */
		mark = number == 1 && !strncmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
		object = json_loadb(text + mark, (size_t)n - mark, JSON_REJECT_DUPLICATES, &why);
		id = json_object_get(object, "id");
		json_object_set(line, "id", id ? id : json_null());
		if (object && !json_is_object(object))
			snprintf(err, sizeof(err), "a case must be an object");
		else if (object)
			r = run_object(casebook, object, line, out, score, err);
		else
			snprintf(err, sizeof(err), "%.150s", why.text);
		if (r < 0) {
			json_object_set_new(line, "pass", json_false());
			json_object_set_new(line, "doubtful",
					    json_boolean(json_is_true(json_object_get(object, "doubtful"))));
			json_object_set_new(line, "error", json_sprintf("%s:%u: %s", name, number, err));
			score->failed++;
		}
		if (!casebook->sentences_alone || r < 0)
			casebook_write_line(line, out);
		else
			json_decref(line);
		json_decref(object);
	}
	free(text);
	fclose(f);
	return 0;
}
