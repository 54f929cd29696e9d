/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which requests lws may go on with. lws 4.1 loops for ever on a body that comes behind another request, reads freed
 * memory when a later request on a connection asks for an upgrade that it does not know, and keeps what it has made of
 * CONNECT and h2c. So a request is GET, without a body, and the only one on its connection: each answer is the last
 * thing that its connection says, and lws never looks for what may stand behind the request.
 */
#ifndef WEB_GATE_H
#define WEB_GATE_H

#include "web/server.h"

/*
 * Asked for whatever lws tells of a connection, before anybody else. True: it was refused, with a sentence; -1 is to be
 * returned.
 */
bool gate_refuses(struct lws *wsi, enum server_kind kind, enum lws_callback_reasons reason, const char *in);

#endif
