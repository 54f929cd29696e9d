/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What relay and centre say of themselves as services, by which "flagfallctl doctor" knows how they are. */
#ifndef COMMON_SERVICE_WORDS_H
#define COMMON_SERVICE_WORDS_H

#define SERVICE_BEGINS "the servers are looked for" /* first */
#define SERVICE_CONNECTED "connected"		    /* … and nothing is wrong; more may follow these words */

#endif
