/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What flagfalld tells by itself: objects that are there, and its signals. */
#ifndef WEB_BUS_NEWS_H
#define WEB_BUS_NEWS_H

#include "web/bus-source.h"

/* interfaces: {"org.flagfall1.Game": {"Id": …}}, as the object manager has them. */
void bus_news_object(struct bus_source *source, const char *path, const json_t *interfaces);
void bus_news_signal(struct bus_source *source, sd_bus_message *m);

#endif
