// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads a rulebook's YAML. libyaml gives the nodes with their line numbers and
 * guesses no types: "no" stays the word no.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

#include "rules/rulebook/book.h"

struct yaml_reading {
	struct rulebook *book;
	yaml_document_t doc;
	const char *file;
	rulebook_complaint complain;
	void *userdata;
	unsigned findings;
	int error; /* -ENOMEM */
};

/* The longest book is an eighth of that. What is larger, or nested deeper, is no rulebook: libyaml would take minutes
 * for it. */
#define BOOK_SIZE (128 * 1024)
#define BOOK_DEPTH 16
/* Nobody reads more; of a file that is something else altogether every line would be one. */
#define FINDINGS 100

__attribute__((format(printf, 3, 4))) static void finding(struct yaml_reading *rd, unsigned line, const char *format,
							  ...)
{
	char reason[256];
	va_list ap;

	if (rd->findings >= FINDINGS)
		return;
	va_start(ap, format);
	vsnprintf(reason, sizeof(reason), format, ap);
	va_end(ap);
	/* a finding is one line without control characters */
	for (char *c = reason; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	rd->findings++;
	if (rd->complain)
		rd->complain(rd->userdata, rd->file, line, reason);
	if (rd->findings == FINDINGS && rd->complain)
		rd->complain(rd->userdata, rd->file, line, "and more: the rest was not checked");
}

static unsigned line_of(const yaml_node_t *node)
{
	return (unsigned)node->start_mark.line + 1;
}

static const char *yaml_keep(struct yaml_reading *rd, const char *text)
{
	const char *kept = rulebook_keep(rd->book, text);

	if (!kept)
		rd->error = -ENOMEM;
	return kept ? kept : "";
}

/* The node's text, NULL if it is no scalar. Lives as long as the document. */
static const char *scalar(const yaml_node_t *node)
{
	return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

typedef void (*pair_handler)(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
			     void *userdata);

/* Calls handle for each pair of a mapping; complains about other shapes and about keys that come twice. */
static void each_pair(struct yaml_reading *rd, yaml_node_t *node, const char *what, pair_handler handle, void *userdata)
{
	if (node->type != YAML_MAPPING_NODE) {
		finding(rd, line_of(node), "%s must be a list of \"key: value\"", what);
		return;
	}
	for (yaml_node_pair_t *p = node->data.mapping.pairs.start;
	     p < node->data.mapping.pairs.top && rd->findings < FINDINGS; p++) {
		yaml_node_t *key = yaml_document_get_node(&rd->doc, p->key);
		const char *name = scalar(key);
		bool twice = false;

		if (!name) {
			finding(rd, line_of(key), "a key in %s must be a word", what);
			continue;
		}
		for (yaml_node_pair_t *q = node->data.mapping.pairs.start; q < p; q++) {
			const char *other = scalar(yaml_document_get_node(&rd->doc, q->key));

			twice = twice || (other && !strcmp(other, name));
		}
		if (twice)
			finding(rd, line_of(key), "%s comes twice in %s", name, what);
		else
			handle(rd, name, key, yaml_document_get_node(&rd->doc, p->value), userdata);
	}
}

static void read_parameter(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
			   void *userdata)
{
	struct rulebook_value *values = userdata;
	const int p = rulebook_parameter_find(key);
	struct rulebook_value v = { .file = rd->file, .line = line_of(key_node) };
	const yaml_node_t *part[2] = { NULL, NULL };
	char err[160];

	if (p < 0) {
		finding(rd, v.line, "there is no parameter \"%s\"", key);
		return;
	}
	if (value->type != YAML_SEQUENCE_NODE) {
		finding(rd, v.line, "%s must be [value, articles]", key);
		return;
	}
	unsigned n = 0;
	for (yaml_node_item_t *i = value->data.sequence.items.start; i < value->data.sequence.items.top; i++, n++)
		if (n < 2)
			part[n] = yaml_document_get_node(&rd->doc, *i);
	if (n == 1 && scalar(part[0])) {
		finding(rd, v.line, "%s names no article", key);
		return;
	}
	if (n != 2 || !scalar(part[0]) || !scalar(part[1])) {
		finding(rd, v.line, "%s must be [value, articles]", key);
		return;
	}
	if (!*scalar(part[1])) {
		finding(rd, v.line, "%s names no article", key);
		return;
	}
	if (rulebook_value_read((enum rulebook_parameter)p, scalar(part[0]), &v, err)) {
		finding(rd, v.line, "%s", err);
		return;
	}
	v.text = yaml_keep(rd, scalar(part[0]));
	v.articles = yaml_keep(rd, scalar(part[1]));
	values[p] = v;
}

struct cite_list {
	struct rulebook_cite **cites;
	size_t *count;
};

static void read_cite(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
		      void *userdata)
{
	struct cite_list *list = userdata;
	struct rulebook_cite *cites;

	if (!scalar(value) || !*scalar(value)) {
		finding(rd, line_of(key_node), "%s names no article", key);
		return;
	}
	cites = rulebook_grow(*list->cites, *list->count, sizeof(*cites));
	if (!cites) {
		rd->error = -ENOMEM;
		return;
	}
	*list->cites = cites;
	cites[(*list->count)++] = (struct rulebook_cite){
		.hash = rulebook_hash(key),
		.key = yaml_keep(rd, key),
		.articles = yaml_keep(rd, scalar(value)),
		.file = rd->file,
		.line = line_of(key_node),
	};
}

static void read_article(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
			 void *userdata)
{
	struct rulebook_article *articles;

	if (!scalar(value) || !*scalar(value)) {
		finding(rd, line_of(key_node), "article %s is empty", key);
		return;
	}
	articles = rulebook_grow(rd->book->articles, rd->book->article_count, sizeof(*articles));
	if (!articles) {
		rd->error = -ENOMEM;
		return;
	}
	rd->book->articles = articles;
	articles[rd->book->article_count++] = (struct rulebook_article){
		.number = yaml_keep(rd, key),
		.text = yaml_keep(rd, scalar(value)),
		.file = rd->file,
		.line = line_of(key_node),
	};
}

static void read_condition(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
			   void *userdata)
{
	struct rulebook_when *when = userdata;

	if (!scalar(value) || when->conditions == RULEBOOK_CONDITIONS) {
		finding(rd, line_of(key_node), "a condition is \"option: value\", at most %d of them",
			RULEBOOK_CONDITIONS);
		return;
	}
	when->condition[when->conditions].key = yaml_keep(rd, key);
	when->condition[when->conditions++].value = yaml_keep(rd, scalar(value));
}

static void read_when_key(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
			  void *userdata)
{
	struct rulebook_when *when = userdata;
	struct cite_list cites = { &when->cites, &when->cite_count };

	if (!strcmp(key, "if"))
		each_pair(rd, value, "if", read_condition, when);
	else if (!strcmp(key, "parameters"))
		each_pair(rd, value, "parameters", read_parameter, when->values);
	else if (!strcmp(key, "cites"))
		each_pair(rd, value, "cites", read_cite, &cites);
	else
		finding(rd, line_of(key_node), "\"%s\" is not known here: if, parameters, cites", key);
}

static void read_when(struct yaml_reading *rd, yaml_node_t *node)
{
	struct rulebook_when *whens = rulebook_grow(rd->book->whens, rd->book->when_count, sizeof(*whens));
	struct rulebook_when *when;

	if (!whens) {
		rd->error = -ENOMEM;
		return;
	}
	rd->book->whens = whens;
	when = &whens[rd->book->when_count++];
	*when = (struct rulebook_when){ .file = rd->file,
					.line = line_of(node),
					.values = calloc(PARAM_COUNT, sizeof(*when->values)) };
	if (!when->values) {
		rd->error = -ENOMEM;
		return;
	}
	each_pair(rd, node, "when", read_when_key, when);
	if (!when->conditions)
		finding(rd, when->line, "a \"when\" section without \"if\" never holds");
}

static void read_top(struct yaml_reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value,
		     void *userdata)
{
	struct rulebook *book = rd->book;
	struct cite_list cites = { &book->cites, &book->cite_count };
	const char **text = !strcmp(key, "rulebook") ? &book->id :
			    !strcmp(key, "title")    ? &book->title :
			    !strcmp(key, "game")     ? &book->game :
			    !strcmp(key, "inherits") ? &book->inherits :
						       NULL;

	if (text == &book->inherits)
		book->inherits_line = line_of(key_node);
	if (text && !scalar(value))
		finding(rd, line_of(key_node), "%s must be a word or a sentence", key);
	else if (text)
		*text = yaml_keep(rd, scalar(value));
	else if (!strcmp(key, "parameters"))
		each_pair(rd, value, key, read_parameter, book->values);
	else if (!strcmp(key, "cites"))
		each_pair(rd, value, key, read_cite, &cites);
	else if (!strcmp(key, "articles"))
		each_pair(rd, value, key, read_article, NULL);
	else if (!strcmp(key, "when") && value->type == YAML_SEQUENCE_NODE)
		for (yaml_node_item_t *i = value->data.sequence.items.start; i < value->data.sequence.items.top; i++)
			read_when(rd, yaml_document_get_node(&rd->doc, *i));
	else if (!strcmp(key, "when"))
		finding(rd, line_of(key_node), "when must be a list, each with \"- if:\"");
	else
		finding(rd, line_of(key_node),
			"\"%s\" is not known: rulebook, title, game, inherits, parameters, cites, "
			"when, articles",
			key);
}

static unsigned line_at(const unsigned char *text, size_t offset)
{
	unsigned line = 1;

	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

/* The whole file; -errno, or -EFBIG. */
static ssize_t yaml_read_file(const char *path, unsigned char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe must not hold us up */
	size_t used = 0;
	struct stat st;
	ssize_t n;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return -EINVAL;
	}
	while (used < size && ((n = read(fd, text + used, size - used)) > 0 || (n < 0 && errno == EINTR)))
		used += n > 0 ? (size_t)n : 0;
	n = n < 0 ? -errno : used == size ? -EFBIG : (ssize_t)used;
	close(fd);
	return n;
}

/* Has the parser failed for want of memory? In some places libyaml names no error then. */
static bool lacks_memory(const yaml_parser_t *parser)
{
	return parser->error == YAML_MEMORY_ERROR || parser->error == YAML_NO_ERROR;
}

/* Is it nested deeper than any book? The line where, 0 if not. What is wrong otherwise is found when it is read. */
static unsigned too_deep(struct yaml_reading *rd, const unsigned char *text, size_t size)
{
	unsigned depth = 0, line = 0;
	yaml_parser_t parser;
	yaml_event_t event;
	bool more = true;

	if (!yaml_parser_initialize(&parser)) {
		rd->error = -ENOMEM;
		return 0;
	}
	yaml_parser_set_input_string(&parser, text, size);
	while (more && !line) {
		if (!yaml_parser_parse(&parser, &event)) {
			if (lacks_memory(&parser))
				rd->error = -ENOMEM;
			break;
		}
		if (event.type == YAML_MAPPING_START_EVENT || event.type == YAML_SEQUENCE_START_EVENT)
			depth++;
		if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT)
			depth--;
		if (depth > BOOK_DEPTH)
			line = (unsigned)event.start_mark.line + 1;
		more = event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return line;
}

/* What comes after the end of the first document would be passed over without a word. */
static void only_document(struct yaml_reading *rd, yaml_parser_t *parser)
{
	yaml_document_t more;
	yaml_node_t *root;

	if (!yaml_parser_load(parser, &more)) {
		if (lacks_memory(parser))
			rd->error = -ENOMEM;
		else
			finding(rd, (unsigned)parser->problem_mark.line + 1, "%s", parser->problem);
		return;
	}
	root = yaml_document_get_root_node(&more);
	if (root)
		finding(rd, line_of(root), "a second document begins here: a rulebook is one");
	yaml_document_delete(&more);
}

static void read_document(struct yaml_reading *rd, const unsigned char *text, size_t size)
{
	yaml_parser_t parser;
	yaml_node_t *root;

	if (!yaml_parser_initialize(&parser)) {
		rd->error = -ENOMEM;
		return;
	}
	yaml_parser_set_input_string(&parser, text, size);
	if (!yaml_parser_load(&parser, &rd->doc)) {
		if (lacks_memory(&parser))
			rd->error = -ENOMEM;
		else if (parser.error == YAML_READER_ERROR) /* has no mark */
			finding(rd, line_at(text, parser.problem_offset), "%s", parser.problem);
		else
			finding(rd, (unsigned)parser.problem_mark.line + 1, "%s", parser.problem);
	} else {
		root = yaml_document_get_root_node(&rd->doc);
		if (root)
			each_pair(rd, root, "a rulebook", read_top, NULL);
		else
			finding(rd, 1, "the file is empty");
		yaml_document_delete(&rd->doc);
		only_document(rd, &parser);
	}
	yaml_parser_delete(&parser);
}

/* As read_file(), of a text that is in memory. */
static ssize_t copy_text(const char *given, unsigned char *text, size_t size)
{
	size_t length = strlen(given);

	if (length >= size)
		return -EFBIG;
	memcpy(text, given, length);
	return (ssize_t)length;
}

int rulebook_read(struct rulebook *book, const char *path, const char *given, rulebook_complaint complain,
		  void *userdata)
{
	struct yaml_reading rd = { .book = book, .complain = complain, .userdata = userdata };
	unsigned char *text = calloc(1, BOOK_SIZE + 1);
	unsigned deep;
	ssize_t size;

	if (!text)
		return -ENOMEM;
	size = given ? copy_text(given, text, BOOK_SIZE) : yaml_read_file(path, text, BOOK_SIZE);
	if (size < 0 && size != -EFBIG && size != -EINVAL) {
		free(text);
		return (int)size;
	}
	rd.file = book->file = yaml_keep(&rd, path);
	book->text = size < 0 ? NULL : yaml_keep(&rd, (const char *)text);
	deep = size < 0 ? 0 : too_deep(&rd, text, (size_t)size);
	if (size == -EFBIG)
		finding(&rd, 1, "more than %d KiB: this is not a rulebook", BOOK_SIZE / 1024);
	else if (size < 0)
		finding(&rd, 1, "this is not a file but a folder, a pipe or a device");
	else if (deep)
		finding(&rd, deep, "nested more than %d deep: this is not a rulebook", BOOK_DEPTH);
	else
		read_document(&rd, text, (size_t)size);
	free(text);
	return rd.error ? rd.error : (int)rd.findings;
}
