/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flood URL SUBJECT REPLY BYTES: publishes a question for heads on the subject again and again, with blanks behind it
 * up to so many bytes, as fast as the server takes it, until it is ended.
 */
#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	static const char question[] = "{\"ask\":\"heads\",\"after\":0}";
	natsConnection *connection = NULL;
	const size_t size = argc == 5 ? strtoul(argv[4], NULL, 10) : 0;
	char *text = size >= strlen(question) ? malloc(size) : NULL;
	natsStatus s;

	if (!text) {
		fprintf(stderr, "usage: flood URL SUBJECT REPLY BYTES\n");
		return 2;
	}
	memset(text, ' ', size);
	memcpy(text, question, strlen(question));
	s = natsConnection_ConnectTo(&connection, argv[1]);
	while (s == NATS_OK)
		s = natsConnection_PublishRequest(connection, argv[2], argv[3], text, (int)size);
	fprintf(stderr, "flood: %s\n", natsStatus_GetText(s));
	free(text);
	return 1;
}
