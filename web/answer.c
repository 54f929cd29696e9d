/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct MHD_Response *answer_text(char *text, size_t length)
{
	struct MHD_Response *response = text ? MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE) :
					       NULL;

	if (!response)
		free(text);
	return response;
}

struct MHD_Response *answer_json(json_t *o)
{
	char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
	struct MHD_Response *response = answer_text(text, text ? strlen(text) : 0);

	json_decref(o);
	return answer_add(response, "content-type", "application/json");
}

struct MHD_Response *answer_sentence(const char *sentence)
{
	return answer_json(json_pack("{s:s}", "error", sentence));
}

struct MHD_Response *answer_add(struct MHD_Response *response, const char *name, const char *value)
{
	if (!response || MHD_add_response_header(response, name, value) == MHD_YES)
		return response;
	MHD_destroy_response(response);
	return NULL;
}

enum MHD_Result answer_send(struct connection *c, unsigned status, struct MHD_Response *response)
{
	enum MHD_Result r = MHD_NO;

	response = answer_add(response, "x-content-type-options", "nosniff");
	if (response)
		r = MHD_queue_response(c->mhd, status, response);
	if (response)
		MHD_destroy_response(response);
	return r;
}
