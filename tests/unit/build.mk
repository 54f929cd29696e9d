# SPDX-License-Identifier: GPL-2.0-or-later
# What single unit tests need besides the libraries.

# The firmware that doc/protocol.md prints, as it is printed.
$(O)/tests/unit/kernel/protocol-page.inc: doc/protocol.md
	@mkdir -p $(@D)
	@awk '/^```c$$/ { in_code = 1; next } /^```/ { in_code = 0 } in_code' $< >$@
	@test -s $@
$(O)/tests/unit/kernel/test_protocol_page.o: $(O)/tests/unit/kernel/protocol-page.inc
$(O)/tests/unit/kernel/test_protocol_page.o: CFLAGS_ALL += -I$(O)/tests/unit/kernel

# The firmware's own file, as the microcontrollers run it.
$(B)/tests/unit/firmware/test_board $(B)/tests/unit/firmware/test_lever_clock: $(O)/firmware/board.o \
	$(O)/tests/firmware/contact-history.o

# Calls of a line that give what is seldom given, and calls that save which fail in turn.
$(B)/tests/unit/libboard/test_saved_state: $(FAULT_POINTS)
$(B)/tests/unit/libboard/test_saved_state: private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS)
$(B)/tests/unit/libboard/test_serial_line: private LDFLAGS_ALL += $(addprefix -Wl$(comma)--wrap=,read write poll tcgetattr)

# A thread that cannot be had.
$(B)/tests/unit/common/test_worker: $(FAULT_POINTS)
$(B)/tests/unit/common/test_worker: private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS)

# Single parts of the daemon.
$(B)/tests/unit/shell/test_rulebook_shelf: $(call objects,daemon/games/rulebook-cache.c)
$(B)/tests/unit/shell/test_published_line: $(call objects,daemon/publish/published-line.c)
$(B)/tests/unit/shell/test_published_game: $(call objects,daemon/publish/published-game.c daemon/publish/published-line.c)
$(B)/tests/unit/shell/test_publication_queue: $(call objects,daemon/publish/publication-queue.c daemon/bus/errors.c \
	daemon/bus/method-reply.c)
$(addprefix $(B)/tests/unit/shell/test_,details game_date game_setup start_squares): $(SHELL_PARTS)
$(B)/tests/unit/shell/test_time_zone: $(call objects,daemon/time-zone.c)

# The centre's file, which needs no NATS.
$(B)/tests/unit/relay/test_store: $(call objects,$(filter-out %/status.c %/status-metrics.c,$(call sources,relay/store)))
$(B)/tests/unit/relay/test_folder: $(call objects,relay/centre/export-folder.c $(call sources,relay/store))
$(B)/tests/unit/relay/test_halls: $(call objects,relay/centre/consumer.c relay/centre/halls.c $(call sources,relay/store) \
	relay/nats/jetstream.c relay/nats/link-arguments.c)

# Relay and centre with servers and a time of the test's own, which need none either.
$(B)/tests/unit/relay/test_relay_by_chance: $(call objects,$(filter-out %/main.c,$(call sources,relay/hall relay/centre relay/store)) \
	relay/nats/jetstream.c relay/nats/link-arguments.c) $(O)/tests/unit/relay/made-servers.o
$(B)/tests/unit/relay/test_relay_by_chance: private LDFLAGS_ALL += -Wl,--wrap=clock_gettime
LINK_TEST := $(B)/tests/unit/relay/test_link
$(LINK_TEST): $(call objects,relay/nats/link.c) $(O)/tests/unit/relay/made-nats.o
$(LINK_TEST): private LDFLAGS_ALL += $(addprefix -Wl$(comma)--wrap=pthread_,mutex_lock mutex_unlock cond_wait cond_timedwait)
$(B)/tests/unit/relay/test_words: $(call objects,relay/hall/answers.c relay/hall/centre-word.c relay/hall/identity.c relay/nats/jetstream.c relay/nats/link-arguments.c relay/nats/program.c)

# The program for lichess, with a broadcast and waits of the test's own.
LICHESS_TEST := $(B)/tests/unit/lichess/test_program
$(LICHESS_TEST): $(call objects,$(LICHESS_SRC)) $(O)/tests/unit/lichess/made-curl.o $(FAULT_POINTS)
$(LICHESS_TEST): private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS) -Wl,--wrap=poll

# The stream database and the texts of the export, likewise.
$(B)/tests/unit/stream/test_stream_faults: $(FAULT_POINTS)
$(B)/tests/unit/stream/test_stream_faults: private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS) -Wl,--wrap=close -Wl,--wrap=mkdir

# An act on an event, between a journal and a bus that are the test's.
$(B)/tests/unit/shell/test_event_commit: $(call objects,daemon/tournaments/tournament-commit.c daemon/bus/errors.c daemon/time-zone.c formats/zone.c formats/zone-rule.c) $(FAULT_POINTS)
$(B)/tests/unit/shell/test_event_commit: private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS)

# What the page is told of, without its sockets.
PAGE_TEST := $(B)/tests/unit/web/test_page_by_chance
$(PAGE_TEST): $(call objects,$(addprefix web/,stream.c live-publication.c games-text.c page-files.c past-game.c) $(call sources,web/pages)) $(WEB_PAGE_OBJ) $(LIVECHESS) $(FAULT_POINTS)
$(PAGE_TEST): private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS) -Wl,--wrap=clock_gettime

# The centre's page, whose loop turns when the test does.
CENTRE_PAGE_TEST := $(B)/tests/unit/web/test_centre_page_by_chance
$(CENTRE_PAGE_TEST): $(call objects,$(addprefix web/,centre-source.c centre-games.c stream.c view.c live.c live-rulings.c live-publication.c) \
	$(call sources,relay/store))
$(CENTRE_PAGE_TEST): private LDFLAGS_ALL += -Wl,--wrap=clock_gettime
