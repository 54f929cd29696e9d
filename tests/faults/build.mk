# SPDX-License-Identifier: GPL-2.0-or-later
# Libraries that are loaded before the C library: one lets a program's disk fail, one lets time pass, one looks on.

# Calls of a test's own process that fail: those for memory and to the system lead to fault-points.c.
FAULT_POINTS = $(O)/tests/faults/fault-points.o
FAULT_POINTS_LDFLAGS := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc reallocarray strdup strndup asprintf open openat read pread write pwrite fsync \
	fdatasync rename renameat linkat unlinkat mkdir mkdirat fchmodat fstatat stat fstat fdopendir readdir flock dup getrandom eventfd \
	pthread_create nanosleep)

FAULT_BUS := $(addprefix $(B)/tests/bus/journal/test_journal_,faults replay reply)
$(FAULT_BUS): $(FAULT_POINTS)
$(addprefix $(B)/tests/bus/journal/test_journal_,faults replay): private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS)
$(B)/tests/bus/journal/test_journal_reply: private LDFLAGS_ALL += $(FAULT_POINTS_LDFLAGS) $(addprefix -Wl$(comma)--wrap=sd_bus_message_,append \
	new_method_return open_container close_container)

DISK_FAULTS := $(B)/tests/faults/disk-faults.so

# Other programs than those under test load it, too, and it is there before a sanitizer's library is.
$(DISK_FAULTS): override TSAN :=
$(DISK_FAULTS): $(O)/tests/faults/disk-faults.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS) $(if $(COV),--coverage) -shared -o $@ $< -ldl

FULL_BUS := $(call bus,records full_disk full_points slow_disk end export flood places)
$(patsubst %,$(O)/%.o,$(FULL_BUS) tests/bus/evening/evening): CFLAGS_ALL += -DDISK_FAULTS='"$(abspath $(DISK_FAULTS))"'
$(addprefix $(B)/,$(FULL_BUS) tests/bus/evening/kills): | $(DISK_FAULTS)

CLOCK_SHIFT := $(B)/tests/faults/clock-shift.so

$(CLOCK_SHIFT): $(O)/tests/faults/clock-shift.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS) $(if $(COV),--coverage) -shared -o $@ $< -ldl

$(O)/tests/bus/records/test_delay.o: CFLAGS_ALL += -DCLOCK_SHIFT='"$(abspath $(CLOCK_SHIFT))"'
$(B)/tests/bus/records/test_delay: | $(CLOCK_SHIFT)
$(O)/tests/web/test_public.o $(O)/tests/web/test_limits.o: CFLAGS_ALL += -DCLOCK_SHIFT='"$(abspath $(CLOCK_SHIFT))"'
$(B)/tests/web/test_public $(B)/tests/web/test_limits: | $(CLOCK_SHIFT)

# A loop that is caught: what tests/cli asks of watchdogs.
CAUGHT := $(B)/tests/faults/caught.so

$(CAUGHT): $(O)/tests/faults/caught.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS) $(if $(COV),--coverage) -shared -o $@ $< -ldl

$(addprefix tests/cli/,92-lichess.sh 93-web.sh 94-relay.sh): | $(CAUGHT)

$(O)/tests/web/test_journal_fault.o: CFLAGS_ALL += -DDISK_FAULTS='"$(abspath $(DISK_FAULTS))"'
$(B)/tests/web/test_journal_fault: | $(DISK_FAULTS)

check-build: $(DISK_FAULTS) $(CLOCK_SHIFT) $(CAUGHT)

# make check-faults: what make check tries a slice of.
check-journals: $(B)/tests/bus/journal/test_journal_damage
	JOURNALS=1000 tests/run $<
check-journal-calls: $(addprefix $(B)/tests/bus/journal/test_journal_,faults replay)
	FAULTS=all tests/run $^
check-full: $(B)/tests/bus/journal/test_full_points
	POINTS=200 tests/run $<
check-faults: check-journals check-journal-calls check-full
.PHONY: check-journals check-journal-calls check-full
