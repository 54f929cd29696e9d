/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <string.h>
#include <strings.h>

struct form {
	unsigned lengths;
	bool has_body, is_broken;
};

/* A name that somebody in between may read otherwise: "Content-Length : 4". */
static bool is_name(const char *name)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	return *name && !name[strspn(name, token)];
}

static enum MHD_Result look_at_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct form *form = cls;

	if (!is_name(name) || (value && strpbrk(value, "\r\n")))
		form->is_broken = true;
	else if (strcasecmp(name, "Transfer-Encoding") == 0)
		form->has_body = true;
	else if (strcasecmp(name, "Content-Length") == 0) /* a length of nothing is none */
		form->has_body |= form->lengths++ > 0 || !value || strcmp(value, "0") != 0;
	return MHD_YES;
}

const char *request_header(struct MHD_Connection *mhd, const char *name)
{
	const char *value = MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, name);

	return value ? value : "";
}

const char *request_fault(struct MHD_Connection *mhd, enum server_kind kind, const char *method, unsigned *status)
{
	const char *upgrade = MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, "Upgrade");
	struct form form = { 0 };

	MHD_get_connection_values(mhd, MHD_HEADER_KIND, look_at_header, &form);
	*status = 405;
	if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		return "GET and HEAD are all that is answered here";
	*status = 400;
	if (form.is_broken)
		return "A header's name or value has what none has";
	if (form.has_body)
		return "A request has no body here";
	if (upgrade && kind != SERVER_LIVECHESS)
		return "There is no upgrade here";
	if (upgrade && (strcasecmp(upgrade, "websocket") != 0 || strcmp(method, "GET") != 0))
		return "GET with Upgrade: websocket is the only one here";
	return NULL;
}
