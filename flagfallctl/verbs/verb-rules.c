/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl rules: list, check, explain and show rulebooks. Needs no daemon. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/verbs.h"
#include "rules/rulebook.h"
#include "rules/rulebook/book.h"
#include "rules/rulebook/notices.h"

struct arguments {
	char *word[64];
	int words;
	enum wall_reader reader; /* 0: nobody's page */
	const char *format;	 /* NULL: text */
	const char *paper;	 /* NULL: A4 */
	bool titles;
};

static const struct argp_option options[] = {
	{ "for", 'f', "READER", 0, "with show: a page for the wall, for the player or the arbiter", 0 },
	{ "titles", 't', 0, 0, "with list: the books' titles, too, as on a terminal", 0 },
	{ "format", 'F', "FORMAT", 0, "with --for: text (the default), man, html or pdf", 0 },
	{ "paper", 'p', "PAPER", 0, "with --format html or pdf: A4 (the default) or letter", 0 },
	{ 0 },
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'f':
		a->reader = !strcmp(arg, "player") ? WALL_PLAYER : !strcmp(arg, "arbiter") ? WALL_ARBITER : 0;
		if (!a->reader)
			argp_error(state, "--for %s: a page is for the player or for the arbiter", arg);
		return 0;
	case 'F':
		if (strcmp(arg, "text") && strcmp(arg, "man") && strcmp(arg, "html") && strcmp(arg, "pdf"))
			argp_error(state, "--format %s: it is text, man, html or pdf", arg);
		a->format = arg;
		return 0;
	case 'p':
		if (strcasecmp(arg, "a4") && strcasecmp(arg, "letter"))
			argp_error(state, "--paper %s: it is A4 or letter", arg);
		a->paper = strcasecmp(arg, "a4") ? "letter" : "A4";
		return 0;
	case 't':
		a->titles = true;
		return 0;
	case ARGP_KEY_ARG:
		if (a->words == (int)(sizeof(a->word) / sizeof(*a->word)))
			argp_error(state, "too many arguments");
		a->word[a->words++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->words)
			argp_error(state, "one of list, check, explain or show is required");
		if (a->reader && strcmp(a->word[0], "show"))
			argp_error(state, "--for goes with show");
		if (a->titles && strcmp(a->word[0], "list"))
			argp_error(state, "--titles goes with list");
		if (a->format && !a->reader)
			argp_error(state, "--format goes with --for");
		if (a->paper && (!a->format || (strcmp(a->format, "html") && strcmp(a->format, "pdf"))))
			argp_error(state, "--paper goes with --format html or pdf");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc =
		"list [--titles]\ncheck FILE...\nexplain RULEBOOK ARTICLE\nshow RULEBOOK [--for READER [--format FORMAT [--paper PAPER]]]",
	.doc = "Read the rulebooks that rulings rest on.\v"
	       "list prints one id a line, on a terminal or with --titles also what the book is called. check prints FILE:LINE: reason for each fault of a rulebook's file and "
	       "ends with status 1 if there are any. explain says what an article asks and what it sets. "
	       "show prints a book in full, or with --for a page for the wall: what is claimed how, what costs what. "
	       "html is made for print; pdf is the same through weasyprint, which has to be installed. Both are in the language of --lang. RULEBOOK is an id of the list or the path of a file.",
};

/* Where a check's findings go. */
struct findings {
	const char *given, *path; /* the file as the user and as the reader name it */
	json_t *list;		  /* NULL: to stdout */
};

static void print_finding(void *userdata, const char *file, unsigned line, const char *reason)
{
	const struct findings *f = userdata;
	const char *name = !strcmp(file, f->path) ? f->given : file;

	/* A fault of the file as a whole is said at its first line. */
	line = line ? line : 1;
	if (f->list)
		json_array_append_new(f->list,
				      json_pack("{s:s,s:i,s:s}", "file", name, "line", (int)line, "reason", reason));
	else
		printf("%s:%u: %s\n", name, line, reason);
}

static int check(struct ctl *ctl, const char *given)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	json_auto_t *list = ctl->json ? json_array() : NULL;
	char *path = NULL;
	struct findings f = { .given = given, .list = list };
	int r;

	/* A bare name is a file here, not the id of an installed book. */
	if (asprintf(&path, "%s%s", strchr(given, '/') ? "" : "./", given) < 0)
		return ctl_fail(ctl, "out of memory");
	f.path = path;
	r = rulebook_load(path, print_finding, &f, &book);
	free(path);
	if (r && r != -EINVAL)
		return ctl_fail(ctl, "%s, where a rulebook's file is expected, cannot be read: %s", given,
				strerror(-r));
	if (list)
		ctl_print_json(json_incref(list));
	return r ? CTL_FAILED : CTL_DONE;
}

static void keep_first(void *userdata, const char *file, unsigned line, const char *reason)
{
	char *first = userdata;

	if (!*first)
		snprintf(first, 400, "%s:%u: %s", file, line ? line : 1, reason);
}

static int unknown_book(struct ctl *ctl, const char *id)
{
	char known[600] = "", meant[300];
	size_t n = 0;
	char **books;

	if (rulebook_list(&books) == 0) {
		for (char **b = books; *b && n < sizeof(known); b++)
			n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%s", n ? ", " : "", *b);
		rulebook_list_free(books);
	}
	if (ctl_near_words(id, known, meant, sizeof(meant)))
		return ctl_fail(ctl,
				"there is no rulebook \"%s\"; did you mean %s? \"flagfallctl rules list\" names all",
				id, meant);
	return ctl_fail(ctl, "there is no rulebook \"%s\"; there are: %s", id, n ? known : "none");
}

static int verb_rules_load(struct ctl *ctl, const char *id, struct rulebook **ret)
{
	char first[400] = "";
	const int r = rulebook_load(id, keep_first, first, ret);

	if (r == -ENOENT)
		return unknown_book(ctl, id);
	return r ? ctl_fail(ctl, "%s", *first ? first : strerror(-r)) : CTL_DONE;
}

/* The id, and what the book calls itself; a book that cannot be read has no title. */
static void print_title(const char *id, int width)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	char first[400] = "";

	rulebook_load(id, keep_first, first, &book);
	printf("%-*s  %s\n", width, id, book ? rulebook_heading(book) : "(cannot be read: flagfallctl rules check)");
}

static int list(struct ctl *ctl, bool titles)
{
	json_t *ids = ctl->json ? json_array() : NULL;
	char **books;
	const int r = rulebook_list(&books);
	int width = 0;

	if (r) {
		json_decref(ids);
		return ctl_fail(ctl, "the rulebooks' folder cannot be read: %s", strerror(-r));
	}
	for (char **id = books; *id; id++)
		width = (int)strlen(*id) > width ? (int)strlen(*id) : width;
	for (char **id = books; *id; id++) {
		if (ids)
			json_array_append_new(ids, json_string(*id));
		else if (titles)
			print_title(*id, width);
		else
			puts(*id);
	}
	rulebook_list_free(books);
	if (ids)
		ctl_print_json(ids);
	return CTL_DONE;
}

/* Prints text made by show or explain, or with --json the same text as one string. */
static int print_text(struct ctl *ctl, const struct rulebook *book, const char *article)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int r;

	if (!out)
		return ctl_fail(ctl, "out of memory");
	r = article ? rulebook_explain(book, article, out) : rulebook_show(book, out);
	fclose(out);
	if (r == -ENOENT)
		ctl_fail(ctl, "%s has no article \"%s\"; \"flagfallctl rules show %s\" has all that it names",
			 rulebook_id(book), article, rulebook_id(book));
	else if (r)
		ctl_fail(ctl, "%s", strerror(-r));
	else if (ctl->json)
		ctl_print_json(article ? json_pack("{s:s,s:s,s:s}", "rulebook", rulebook_id(book), "article", article,
						   "text", text) :
					 json_pack("{s:s,s:s}", "rulebook", rulebook_id(book), "text", text));
	else
		fputs(text, stdout);
	free(text);
	return r ? CTL_FAILED : CTL_DONE;
}

/* A page for print goes through the packaged program that makes PDF of HTML. */
static int print_pdf(struct ctl *ctl, const struct rulebook *book, const struct wall_page *page)
{
	void (*before)(int) = signal(SIGPIPE, SIG_IGN);
	FILE *printer;
	int r;

	fflush(stdout);
	printer = popen("weasyprint --quiet - -", "w");
	if (!printer)
		return ctl_fail(ctl, "weasyprint: %s", strerror(errno));
	r = rulebook_wall_page(book, page, printer);
	if (pclose(printer) != 0 || r)
		r = ctl_fail(
			ctl,
			"--format pdf needs the program weasyprint (package weasyprint); --format html can be printed by a browser");
	signal(SIGPIPE, before);
	return r;
}

static enum wall_form form_of(const char *format)
{
	return !format || !strcmp(format, "text") ? WALL_TEXT : !strcmp(format, "man") ? WALL_ROFF : WALL_HTML;
}

static int print_page(struct ctl *ctl, const struct rulebook *book, const struct arguments *a)
{
	const struct wall_page page = { a->reader, form_of(a->format), ctl->language, a->paper ? a->paper : "A4" };
	char *text = NULL;
	size_t size;
	FILE *out;
	int r;

	if (page.form == WALL_HTML && ctl->json)
		return ctl_fail(ctl, "--json goes with --format text or man");
	if (a->format && !strcmp(a->format, "pdf"))
		return print_pdf(ctl, book, &page);
	out = open_memstream(&text, &size);
	if (!out)
		return ctl_fail(ctl, "out of memory");
	r = rulebook_wall_page(book, &page, out);
	fclose(out);
	if (r)
		ctl_fail(ctl, "%s", strerror(-r));
	else if (ctl->json)
		ctl_print_json(json_pack("{s:s,s:s,s:s}", "rulebook", rulebook_id(book), "for",
					 a->reader == WALL_PLAYER ? "player" : "arbiter", "text", text));
	else
		fputs(text, stdout);
	free(text);
	return r ? CTL_FAILED : CTL_DONE;
}

static void usage(const struct ctl *ctl, const char *sentence)
{
	fprintf(stderr, "flagfallctl %s: %s\nTry 'flagfallctl %s --help'.\n", ctl->verb, sentence, ctl->verb);
	exit(CTL_USAGE);
}

static int run_rules(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
	struct arguments a = { .words = 0 };
	int status = CTL_DONE;

	ctl_parse(ctl, &argp, argc, argv, &a);
	if (!strcmp(a.word[0], "list")) {
		if (a.words != 1)
			usage(ctl, "list takes no arguments");
		return list(ctl, a.titles || isatty(STDOUT_FILENO));
	}
	if (!strcmp(a.word[0], "check")) {
		if (a.words < 2)
			usage(ctl, "check needs the file of a rulebook");
		for (int i = 1; i < a.words; i++)
			if (check(ctl, a.word[i]))
				status = CTL_FAILED;
		return status;
	}
	if (!strcmp(a.word[0], "explain")) {
		if (a.words != 3)
			usage(ctl, "explain needs a rulebook and an article");
		status = verb_rules_load(ctl, a.word[1], &book);
		return status ? status : print_text(ctl, book, a.word[2]);
	}
	if (!strcmp(a.word[0], "show")) {
		if (a.words != 2)
			usage(ctl, "show needs a rulebook, as rules show fide2023-blitz; rules list names them");
		status = verb_rules_load(ctl, a.word[1], &book);
		if (status)
			return status;
		return a.reader ? print_page(ctl, book, &a) : print_text(ctl, book, NULL);
	}
	usage(ctl, "one of list, check, explain or show is required");
	return CTL_USAGE;
}

const struct verb verb_rules = { "rules", run_rules, "list, check, show and explain rulebooks" };
