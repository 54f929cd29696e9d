/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/publish/publication-queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/replies.h"

/* Room for so many. False: no memory. */
static bool reserve(struct publication_queue_item **items, size_t *size, size_t count)
{
	size_t larger = *size ? *size : 32;
	struct publication_queue_item *more;

	if (count <= *size)
		return true;
	while (larger < count)
		larger *= 2;
	more = reallocarray(*items, larger, sizeof(*more));
	if (!more)
		return false;
	*items = more;
	*size = larger;
	return true;
}

/* Room for one more; count is the caller's. */
static struct publication_queue_item *add(struct publication_queue *queue, enum queued type, struct live_game *game)
{
	if (!reserve(&queue->items, &queue->size, queue->count + 1))
		return NULL;
	queue->items[queue->count] =
		(struct publication_queue_item){ .type = type, .number = queue->last + 1, .game = game };
	return &queue->items[queue->count];
}

static void added(struct publication_queue *queue)
{
	queue->count++;
	queue->last++;
}

static void strings_free(char **strings)
{
	for (char **s = strings; s && *s; s++)
		free(*s);
	free(strings);
}

static void item_done(struct publication_queue_item *item)
{
	free(item->publication);
	sd_bus_message_unref(item->prepared.typed);
	free(item->prepared.json);
	free(item->prepared.observed);
	sd_bus_message_unref(item->call);
	strings_free(item->answer);
}

/* A move that is only set down may be heard before it is on disk, and so may an observation that rules nothing. */
static bool must_be_durable(const struct publication *p)
{
	if (p->type == PUBLISH_MOVE)
		return p->state == MOVE_COMMITTED || p->state == MOVE_UNDONE;
	return p->is_public || p->type == PUBLISH_RULING;
}

int publication_queue_add(struct publication_queue *queue, struct live_game *game,
			  const struct publication *publication, char *json, bool silent)
{
	struct publication *copy;

	if (!reserve(&queue->held, &queue->held_size, queue->held_count + 1) ||
	    !reserve(&queue->items, &queue->size, queue->count + 1))
		return -ENOMEM;
	copy = malloc(sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	*copy = *publication;
	copy->evidence = NULL; /* borrowed */
	const struct publication_queue_item item = { .type = QUEUED_PUBLICATION,
						     .number = ++queue->last,
						     .game = game,
						     .publication = copy,
						     .prepared.json = json };

	if (silent && !publication->is_public) {
		queue->held[queue->held_count++] = item;
		return 0;
	}
	queue->items[queue->count++] = item;
	/* what is held comes before what is heard later, and that is on disk then */
	queue->durable_first |= silent || must_be_durable(publication);
	return 0;
}

/* Both are in order. */
int publication_queue_release(struct publication_queue *queue)
{
	size_t count = queue->count, held = queue->held_count, to = count + held;

	if (!reserve(&queue->items, &queue->size, to))
		return -ENOMEM;
	while (held > 0) {
		const bool is_held = count == 0 || queue->items[count - 1].number < queue->held[held - 1].number;

		queue->items[--to] = is_held ? queue->held[--held] : queue->items[--count];
	}
	queue->count += queue->held_count;
	queue->held_count = 0;
	return 0;
}

bool publication_queue_holds(const struct publication_queue *queue, const struct live_game *game)
{
	for (size_t i = 0; i < queue->held_count; i++) {
		const struct publication_queue_item *item = &queue->held[i];

		if (item->game == game &&
		    (item->publication->type == PUBLISH_RULING || item->publication->type == PUBLISH_QUESTION))
			return true;
	}
	return false;
}

int publication_queue_add_reply(struct publication_queue *queue, struct live_game *game, sd_bus_message *call,
				char **answer)
{
	struct publication_queue_item *item = add(queue, QUEUED_REPLY, game);

	if (!item)
		return -ENOMEM;
	item->call = sd_bus_message_ref(call);
	item->answer = answer;
	queue->durable_first = true;
	added(queue);
	return 0;
}

int publication_queue_add_end(struct publication_queue *queue, struct live_game *game, bool over, const char *result)
{
	struct publication_queue_item *item = add(queue, QUEUED_END, game);

	if (!item)
		return -ENOMEM;
	item->over = over;
	item->result = result;
	queue->durable_first = true;
	added(queue);
	return 0;
}

int publication_queue_add_mark(struct publication_queue *queue)
{
	if (!add(queue, QUEUED_MARK, NULL))
		return -ENOMEM;
	queue->durable_first = true;
	added(queue);
	return 0;
}

int publication_queue_add_act(struct publication_queue *queue, struct queued_act act)
{
	struct publication_queue_item *item = add(queue, QUEUED_ACT, NULL);

	if (!item)
		return -ENOMEM;
	item->act = act;
	queue->durable_first = true;
	added(queue);
	return 0;
}

bool publication_queue_has_act(const struct publication_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		if (queue->items[i].type == QUEUED_ACT)
			return true;
	return false;
}

size_t publication_queue_count_to_act(const struct publication_queue *queue, uint64_t number)
{
	size_t count = 0;

	while (count < queue->count && queue->items[count].number <= number)
		if (queue->items[count++].type == QUEUED_ACT)
			break;
	return count;
}

bool publication_queue_take_act(struct publication_queue *queue, size_t first, struct queued_act *ret)
{
	size_t i = first;

	while (i < queue->count && queue->items[i].type != QUEUED_ACT)
		i++;
	if (i >= queue->count)
		return false;
	*ret = queue->items[i].act;
	queue->count--;
	memmove(&queue->items[i], &queue->items[i + 1], (queue->count - i) * sizeof(*queue->items));
	queue->sealed -= i < queue->sealed;
	return true;
}

bool publication_queue_has(const struct publication_queue *queue, const struct live_game *game)
{
	for (size_t i = 0; i < queue->count; i++)
		if (queue->items[i].game == game)
			return true;
	return false;
}

static bool changes(const struct publication_queue_item *item)
{
	const struct publication *p = item->publication;

	if (!p)
		return item->type == QUEUED_END;
	switch (p->type) {
	case PUBLISH_MOVE:
		return p->state == MOVE_REVISED || p->state == MOVE_UNDONE;
	case PUBLISH_CLOCK:
		return p->is_set;
	case PUBLISH_RULING:
		return p->ruling != RULING_MOVE_ACCEPTED;
	case PUBLISH_QUESTION:
	case PUBLISH_POSITION:
	case PUBLISH_UNDONE:
		return true;
	default:
		return false;
	}
}

bool publication_queue_only_adds(const struct publication_queue *queue, const struct live_game *game)
{
	for (size_t i = 0; i < queue->count; i++)
		if (queue->items[i].game == game && changes(&queue->items[i]))
			return false;
	return true;
}

bool publication_queue_has_sent(const struct publication_queue *queue, uint64_t number)
{
	return queue->count == 0 || queue->items[0].number > number;
}

void publication_queue_seal(struct publication_queue *queue)
{
	queue->sealed = queue->count;
	queue->durable_first = false;
}

void publication_queue_unseal(struct publication_queue *queue)
{
	queue->durable_first |= queue->sealed > 0;
	queue->sealed = 0;
}

void publication_queue_send_reply(const struct publication_queue_item *item)
{
	sd_bus_message *reply = NULL;
	int r = sd_bus_message_new_method_return(item->call, &reply);

	if (r >= 0)
		r = sd_bus_message_append_strv(reply, item->answer);
	reply_send(reply, r);
}

void publication_queue_refuse_replies(struct publication_queue *queue, const char *sentence)
{
	size_t kept = 0, sealed = 0;

	for (size_t i = 0; i < queue->count; i++) {
		struct publication_queue_item *item = &queue->items[i];

		if (item->type != QUEUED_REPLY) {
			sealed += i < queue->sealed;
			queue->items[kept++] = *item;
			continue;
		}
		sd_bus_reply_method_errorf(
			item->call, ERROR_JOURNAL,
			"This was accepted; rulings follow as soon as the journal can be written: %s", sentence);
		item_done(item);
	}
	queue->count = kept;
	queue->sealed = sealed;
}

void publication_queue_forget(struct publication_queue *queue, const struct live_game *game)
{
	size_t kept = 0, sealed = 0;

	for (size_t i = 0; i < queue->held_count; i++)
		if (queue->held[i].game == game)
			item_done(&queue->held[i]);
		else
			queue->held[kept++] = queue->held[i];
	queue->held_count = kept;
	kept = 0;

	for (size_t i = 0; i < queue->count; i++) {
		if (queue->items[i].game == game) {
			item_done(&queue->items[i]);
			continue;
		}
		sealed += i < queue->sealed;
		queue->items[kept++] = queue->items[i];
	}
	queue->count = kept;
	queue->sealed = sealed;
}

void publication_queue_drop(struct publication_queue *queue, size_t count)
{
	for (size_t i = 0; i < count; i++)
		item_done(&queue->items[i]);
	queue->count -= count;
	if (queue->count) /* of none there may be no list at all */
		memmove(queue->items, queue->items + count, queue->count * sizeof(*queue->items));
	queue->sealed -= count < queue->sealed ? count : queue->sealed;
}

void publication_queue_free(struct publication_queue *queue)
{
	publication_queue_drop(queue, queue->count);
	for (size_t i = 0; i < queue->held_count; i++)
		item_done(&queue->held[i]);
	free(queue->held);
	free(queue->items);
}
