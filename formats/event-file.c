/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/event-file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define MAX_SIZE (256 * 1024) /* a thousand boards take an eighth of it */
#define MAX_DEPTH 8
#define MAX_TEXT (EVENT_TEXT - 1)
#define MAX_BOARD 9999
#define MAX_BOARDS 1000

struct reading {
	yaml_document_t doc;
	struct event_file *event;
	json_t *places;
	struct text_fault *fault;
};

static int wrong(struct reading *rd, const yaml_node_t *node, const char *reason)
{
	return text_fault(rd->fault, (unsigned)node->start_mark.line + 1, (unsigned)node->start_mark.column + 1, "%s",
			  reason);
}

/* NULL if it is no scalar, or one that is no line of text. */
static const char *scalar(const yaml_node_t *node)
{
	const char *text = node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;

	if (!text || strlen(text) != node->data.scalar.length || strlen(text) > MAX_TEXT)
		return NULL;
	for (const char *c = text; *c; c++)
		if (iscntrl((unsigned char)*c))
			return NULL;
	return text;
}

static int read_text(struct reading *rd, char to[static EVENT_TEXT], const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text)
		return wrong(rd, node, "one line of text of at most 200 bytes is expected");
	strcpy(to, text);
	return 0;
}

static int whole_number(const yaml_node_t *node, long max)
{
	const char *text = scalar(node);
	char *end;
	long n;

	if (!text || !isdigit((unsigned char)*text))
		return -EINVAL;
	n = strtol(text, &end, 10);
	return *end || n > max ? -EINVAL : (int)n;
}

static int read_date(struct reading *rd, const yaml_node_t *node)
{
	static const unsigned days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	const char *text = scalar(node);
	unsigned y, m, d;
	char date[EVENT_DATE], end;

	if (!text ||
	    (sscanf(text, "%4u-%2u-%2u%c", &y, &m, &d, &end) != 3 &&
	     sscanf(text, "%4u.%2u.%2u%c", &y, &m, &d, &end) != 3) ||
	    y < 1000 || m < 1 || m > 12 || d < 1 || d > days[m - 1] ||
	    (m == 2 && d == 29 && (y % 4 || (y % 100 == 0 && y % 400))))
		return wrong(rd, node, "a date is expected, as 2026-01-31");
	snprintf(date, sizeof(date), "%04u.%02u.%02u", y % 10000, m % 100, d % 100);
	return event_file_add_date(rd->event, date);
}

static int read_dates(struct reading *rd, const yaml_node_t *node)
{
	int r = 0;

	if (node->type != YAML_SEQUENCE_NODE)
		return read_date(rd, node);
	for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top && r >= 0; i++)
		r = read_date(rd, yaml_document_get_node(&rd->doc, *i));
	return r;
}

static int read_timezone(struct reading *rd, const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text || !isalpha((unsigned char)*text) || strstr(text, "..") ||
	    text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/")])
		return wrong(rd, node, "the name of a time zone is expected, as Europe/Riga");
	strcpy(rd->event->timezone, text);
	return 0;
}

static int read_start(struct reading *rd, const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text || (strcmp(text, "arbiter") != 0 && strcmp(text, "press") != 0))
		return wrong(rd, node, "\"arbiter\" or \"press\" is expected: who starts White's clock");
	strcpy(rd->event->start, text);
	return 0;
}

static int read_lever(struct reading *rd, const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text || (strcmp(text, "none") != 0 && strcmp(text, "hand") != 0))
		return wrong(rd, node,
			     "hand (beside a board without a lever there is one that is entered) or none is expected");
	strcpy(rd->event->lever, text);
	return 0;
}

static int read_relay(struct reading *rd, const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text || (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0))
		return wrong(rd, node, "\"yes\" or \"no\" is expected: whether what is public leaves the hall");
	rd->event->relay = *text == 'y';
	return 0;
}

static bool is_id(const char *text)
{
	size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");

	return n > 0 && n < EVENT_ID && !text[n] && strspn(text, "0123456789") != n && text[0] != '-';
}

static int read_id(struct reading *rd, const yaml_node_t *node)
{
	const char *text = scalar(node);

	if (!text || !is_id(text))
		return wrong(rd, node, "an id is letters, digits, \"-\" and \"_\", at most 63, and not digits alone");
	strcpy(rd->event->id, text);
	return 0;
}

static const char *key_of(struct reading *rd, yaml_node_t *map, yaml_node_pair_t *pair, int *r)
{
	const yaml_node_t *key = yaml_document_get_node(&rd->doc, pair->key);
	const char *name = scalar(key);

	if (!name || !*name) {
		*r = wrong(rd, key, "a key is a word");
		return NULL;
	}
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < pair; p++) {
		const char *other = scalar(yaml_document_get_node(&rd->doc, p->key));

		if (other && strcmp(other, name) == 0) {
			*r = wrong(rd, key, "this key comes twice");
			return NULL;
		}
	}
	return name;
}

static int event_file_read_board(struct reading *rd, yaml_node_t *node)
{
	const yaml_node_t *number_node = NULL;
	const char *board = ""; /* a table without sensors */
	int number = 0, r = 0;

	if (node->type != YAML_MAPPING_NODE)
		return wrong(rd, node, "{number: N, board: NAME} is expected");
	for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
		yaml_node_t *value = yaml_document_get_node(&rd->doc, p->value);
		const char *key = key_of(rd, node, p, &r);

		if (!key)
			return r;
		if (strcmp(key, "number") == 0) {
			number = whole_number(value, MAX_BOARD);
			number_node = value;
		} else if (strcmp(key, "board") == 0) {
			board = scalar(value);
			if (!board || !*board)
				return wrong(rd, value,
					     "a board's serial number, by-id name, port path or URI is expected");
		} else {
			return wrong(rd, yaml_document_get_node(&rd->doc, p->key), "number or board is expected");
		}
	}
	if (!number_node)
		return wrong(rd, node, "number, the table's, is expected here");
	if (number < 1)
		return wrong(rd, number_node, "a table's number from 1 to 9999 is expected");
	for (size_t i = 0; i < rd->event->board_count; i++) {
		const struct event_board *other = &rd->event->boards[i];

		if (other->number == (unsigned)number)
			return wrong(rd, number_node, "this table comes twice");
		if (*board && strcmp(other->board, board) == 0)
			return wrong(rd, node, "this board is at two tables");
	}
	if (rd->event->board_count == MAX_BOARDS)
		return wrong(rd, node, "there are more than 1000 boards");
	return event_file_add_board(rd->event, (unsigned)number, board);
}

static int by_number(const void *a, const void *b)
{
	const struct event_board *p = a, *q = b;

	return p->number < q->number ? -1 : p->number > q->number;
}

static int read_boards(struct reading *rd, const yaml_node_t *node)
{
	int r = 0;

	if (node->type != YAML_SEQUENCE_NODE)
		return wrong(rd, node, "a list of {number: N, board: NAME} is expected");
	for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top && r >= 0; i++)
		r = event_file_read_board(rd, yaml_document_get_node(&rd->doc, *i));
	if (r >= 0 && rd->event->board_count > 0)
		qsort(rd->event->boards, rd->event->board_count, sizeof(*rd->event->boards), by_number);
	return r;
}

enum map_kind { MAP_OPTIONS, MAP_DELAY, MAP_TAGS };

static int read_pair(struct reading *rd, enum map_kind kind, const char *key, const yaml_node_t *key_node,
		     const yaml_node_t *value)
{
	const char *text = scalar(value);
	char assignment[2 * MAX_TEXT + 2];
	int n, r;

	if (!text)
		return wrong(rd, value, "one line of text of at most 200 bytes is expected");
	switch (kind) {
	case MAP_OPTIONS:
		if (event_has_option(key, strlen(key)))
			return json_object_set_new(rd->event->options, key, event_option_value(text));
		snprintf(assignment, sizeof(assignment), "%s=%s", key, text);
		return json_array_append_new(rd->event->overrides, json_string(assignment));
	case MAP_DELAY:
		if (strcmp(key, "moves") != 0 && strcmp(key, "minutes") != 0)
			return wrong(rd, key_node, "moves or minutes is expected");
		n = whole_number(value, 1000);
		r = n < 0 ? wrong(rd, value, "a whole number from 0 to 1000 is expected") : 0;
		if (r >= 0)
			*(strcmp(key, "moves") == 0 ? &rd->event->delay_moves :
						      &rd->event->delay_minutes) = (unsigned)n;
		return r;
	case MAP_TAGS:
		if (key[strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
			return wrong(rd, key_node, "a tag's name is letters, digits and \"_\"");
		return json_object_set_new(rd->event->tags, key, json_string(text));
	}
	return -EINVAL;
}

static int read_map(struct reading *rd, yaml_node_t *node, enum map_kind kind)
{
	int r = 0;

	if (node->type != YAML_MAPPING_NODE)
		return wrong(rd, node, "\"key: value\" pairs are expected");
	for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top && r >= 0; p++) {
		const char *key = key_of(rd, node, p, &r);

		if (key)
			r = read_pair(rd, kind, key, yaml_document_get_node(&rd->doc, p->key),
				      yaml_document_get_node(&rd->doc, p->value));
	}
	return r;
}

static int read_key(struct reading *rd, const char *key, const yaml_node_t *key_node, yaml_node_t *value)
{
	json_object_set_new(rd->places, key,
			    json_pack("[i, i]", (int)value->start_mark.line + 1, (int)value->start_mark.column + 1));
	if (strcmp(key, "name") == 0)
		return read_text(rd, rd->event->name, value);
	if (strcmp(key, "site") == 0)
		return read_text(rd, rd->event->site, value);
	if (strcmp(key, "rulebook") == 0)
		return read_text(rd, rd->event->rulebook, value);
	if (strcmp(key, "time") == 0)
		return read_text(rd, rd->event->time, value);
	if (strcmp(key, "dates") == 0)
		return read_dates(rd, value);
	if (strcmp(key, "timezone") == 0)
		return read_timezone(rd, value);
	if (strcmp(key, "start") == 0)
		return read_start(rd, value);
	if (strcmp(key, "lever") == 0)
		return read_lever(rd, value);
	if (strcmp(key, "relay") == 0)
		return read_relay(rd, value);
	if (strcmp(key, "id") == 0)
		return read_id(rd, value);
	if (strcmp(key, "boards") == 0)
		return read_boards(rd, value);
	if (strcmp(key, "options") == 0)
		return read_map(rd, value, MAP_OPTIONS);
	if (strcmp(key, "delay") == 0)
		return read_map(rd, value, MAP_DELAY);
	if (strcmp(key, "tags") == 0)
		return read_map(rd, value, MAP_TAGS);
	json_object_del(rd->places, key);
	return wrong(rd, key_node,
		     "this key is not known; name, site, dates, timezone, rulebook, time, boards, options, "
		     "delay, tags, start, lever, relay and id are");
}

/* "Club Evening №3" as "club-evening-3" */
static int make_id(struct reading *rd)
{
	const char *name = rd->event->name;
	char id[EVENT_ID] = "";
	size_t n = 0;

	if (*rd->event->id)
		return 0;
	for (; *name && n + 1 < sizeof(id); name++)
		if (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80)
			id[n++] = (char)tolower((unsigned char)*name);
		else if (n > 0 && id[n - 1] != '-')
			id[n++] = '-';
	while (n > 0 && id[n - 1] == '-')
		n--;
	id[n] = '\0';
	if (!is_id(id)) {
		char digits[EVENT_ID];

		snprintf(digits, sizeof(digits), "%s", id);
		snprintf(id, sizeof(id), "event%s%.*s", *digits ? "-" : "", EVENT_ID - 8, digits);
	}
	strcpy(rd->event->id, id);
	return 0;
}

static int read_event(struct reading *rd, yaml_node_t *root)
{
	int r = 0;

	if (root->type != YAML_MAPPING_NODE)
		return wrong(
			rd, root,
			"this is no event's file: its lines are \"key: value\", as name, rulebook, time, boards; it is named before the pairings");
	for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top && r >= 0; p++) {
		const char *key = key_of(rd, root, p, &r);

		if (key)
			r = read_key(rd, key, yaml_document_get_node(&rd->doc, p->key),
				     yaml_document_get_node(&rd->doc, p->value));
	}
	if (r < 0)
		return r;
	if (!*rd->event->name)
		return wrong(rd, root, "name, the event's, is expected");
	return make_id(rd);
}

static int of_parser(struct reading *rd, const yaml_parser_t *parser)
{
	const bool has_mark = parser->error == YAML_SCANNER_ERROR || parser->error == YAML_PARSER_ERROR ||
			      parser->error == YAML_COMPOSER_ERROR;

	if (parser->error == YAML_MEMORY_ERROR)
		return -ENOMEM;
	return text_fault(rd->fault, has_mark ? (unsigned)parser->problem_mark.line + 1 : 1,
			  has_mark ? (unsigned)parser->problem_mark.column + 1 : 1, "this is no YAML: %s%s%s",
			  parser->context ? parser->context : "", parser->context ? ", " : "",
			  parser->problem ? parser->problem : "it cannot be read");
}

/* Deep nesting is refused before the document is built: libyaml would take minutes for it. */
static int check_depth(struct reading *rd, const char *text, size_t size)
{
	yaml_parser_t parser;
	yaml_event_t event;
	int depth = 0, r = 0;
	bool end = false;

	if (!yaml_parser_initialize(&parser))
		return -ENOMEM;
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	while (!end && r == 0) {
		if (!yaml_parser_parse(&parser, &event)) {
			r = of_parser(rd, &parser);
			break;
		}
		if (event.type == YAML_MAPPING_START_EVENT || event.type == YAML_SEQUENCE_START_EVENT)
			depth++;
		else if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT)
			depth--;
		if (depth > MAX_DEPTH)
			r = text_fault(rd->fault, (unsigned)event.start_mark.line + 1,
				       (unsigned)event.start_mark.column + 1,
				       "this is nested too deep for an event's file");
		else if (event.type == YAML_ALIAS_EVENT)
			r = text_fault(rd->fault, (unsigned)event.start_mark.line + 1,
				       (unsigned)event.start_mark.column + 1, "a value is expected here, not an alias");
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return r;
}

static int event_file_load(struct reading *rd, const char *text, size_t size)
{
	yaml_parser_t parser;
	yaml_node_t *root;
	int r;

	if (!yaml_parser_initialize(&parser))
		return -ENOMEM;
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	if (!yaml_parser_load(&parser, &rd->doc)) {
		r = of_parser(rd, &parser);
		yaml_parser_delete(&parser);
		return r;
	}
	root = yaml_document_get_root_node(&rd->doc);
	r = root ? read_event(rd, root) :
		   text_fault(rd->fault, 1, 1,
			      "there is nothing in it; name, rulebook, time, boards and so on are expected");
	yaml_document_delete(&rd->doc);
	yaml_parser_delete(&parser);
	return r;
}

int event_file_read(const char *text, size_t size, struct event_file **ret, json_t **places, struct text_fault *fault)
{
	struct reading rd = { .fault = fault };
	int r = text_check(text, size, fault);

	if (r < 0)
		return r;
	if (size > MAX_SIZE)
		return text_fault(fault, 1, 1, "this has %zu bytes; an event's file of at most %d is expected", size,
				  MAX_SIZE);
	rd.places = json_object();
	rd.event = event_file_new();
	r = rd.event && rd.places ? check_depth(&rd, text, size) : -ENOMEM;
	if (r >= 0)
		r = event_file_load(&rd, text, size);
	if (r < 0) {
		event_file_unref(rd.event);
		json_decref(rd.places);
		return r;
	}
	*ret = rd.event;
	*places = rd.places;
	return 0;
}
