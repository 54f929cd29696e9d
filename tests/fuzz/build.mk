# SPDX-License-Identifier: GPL-2.0-or-later
# Each fuzz_NAME.c is a program; as a test it tries a fixed set of inputs, plain and under the sanitizers.
FUZZ_SRC := $(filter-out $(if $(WEB_SERVER),,%/fuzz_web.c),$(wildcard tests/fuzz/fuzz_*.c))
FUZZ := $(patsubst %.c,$(B)/%,$(FUZZ_SRC))
TESTS += $(FUZZ)
UNIT_SAN += $(patsubst build/%,build/san/%,$(FUZZ))
unit-programs: $(FUZZ)

# What make fuzz learned, as few inputs as reach the same code: make fuzz-keep packs them, and each is tried as a test, too.
LEARNED := $(patsubst tests/fuzz/corpus/%.tar.xz,%,$(wildcard tests/fuzz/corpus/*.tar.xz))
build/corpus/%/.unpacked: tests/fuzz/corpus/%.tar.xz
	@rm -rf $(@D) && mkdir -p $(@D) && tar -xJf $< -C $(@D) && touch $@
$(foreach f,$(LEARNED),$(eval $(B)/tests/fuzz/fuzz_$f: build/corpus/$f/.unpacked))

# Parts of the daemon's shell that can be called by themselves.
FUZZ_JOURNAL := $(wildcard daemon/journal/*.c)
FUZZ_SHELL := daemon/bus/details.c daemon/bus/errors.c $(FUZZ_JOURNAL)
$(B)/tests/fuzz/fuzz_journal: $(call objects,$(FUZZ_JOURNAL))
$(B)/tests/fuzz/fuzz_details: $(call objects,daemon/bus/details.c daemon/bus/errors.c)

$(B)/tests/fuzz/fuzz_%: $(O)/tests/fuzz/fuzz_%.o $(O)/tests/fuzz/fuzz-main.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS) -lm

# What reads requests, without sockets and without the page; behind it what would be asked for a game's record.
FUZZ_WEB := $(filter-out web/main.c web/http.c web/server.c web/request-form.c web/answer.c web/connections.c,$(wildcard web/*.c web/pages/*.c)) $(WEB_SHARED)
$(B)/tests/fuzz/fuzz_web: $(call objects,$(FUZZ_WEB))
build/fuzz/fuzz_web: $(patsubst %.c,build/fuzz/obj/%.o,$(FUZZ_WEB))
$(B)/tests/fuzz/fuzz_livechess: $(LIVECHESS)
build/fuzz/fuzz_livechess: $(patsubst $(O)/%,build/fuzz/obj/%,$(LIVECHESS))

# make fuzz-tracker [N=1000000] [SEED=1]: random sequences of events into the tracker, as many as asked; stopped and started
# again it goes on where it was. A million takes about half an hour.
STORM := $(B)/tests/fuzz/tracker_storm
TESTS += $(STORM)
UNIT_SAN += build/san/tests/fuzz/tracker_storm
unit-programs: $(STORM)
$(STORM): $(O)/tests/fuzz/tracker-storm.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(LIBS_ALL) $(PKG_LIBS) -lm

N ?= 1000000
fuzz-tracker: $(STORM)
	@mkdir -p build/fuzz
	nice $(STORM) -n $(N) -s $(or $(SEED),1) -k build/fuzz/tracker-storm.$(or $(SEED),1)
.PHONY: fuzz-tracker

# make fuzz [FUZZ_SECONDS=60] [FUZZERS="trace report"]: each of them under clang's libFuzzer with ASan and UBSan. What it learns is
# left in build/fuzz/NAME, for make fuzz-keep; an input that fails, as crash-…, is to be fixed and added to tests/fuzz/corpus/NAME.
FUZZ_SECONDS ?= 60
FUZZERS ?= $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ_SRC))
FUZZ_LIB_SRC = $(COMMON_SRC) $(CORE_SRC) $(RULES_SRC) $(BOARD_SRC) $(FUZZ_SHELL)
FUZZ_FLAGS = $(filter-out -fsanitize% -fno-sanitize%,$(CFLAGS_ALL)) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all

build/fuzz/obj/%.o: %.c | need-packages
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CLANG   $<";) clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

build/fuzz/fuzz_%: build/fuzz/obj/tests/fuzz/fuzz_%.o build/fuzz/obj/tests/fuzz/libfuzzer.o $(patsubst %.c,build/fuzz/obj/%.o,$(FUZZ_LIB_SRC)) $(LANGUAGE_OBJ)
	$(if $(V),,@echo "  LD      $@";) clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(PKG_LIBS) -lm

-include $(wildcard $(addsuffix .d,$(addprefix build/fuzz/obj/,*/* */*/* */*/*/* */*/*/*/* */*/*/*/*/*)))

fuzz: $(addprefix build/fuzz/fuzz_,$(FUZZERS)) $(addprefix $(B)/tests/fuzz/fuzz_,$(FUZZERS))
	@for f in $(FUZZERS); do \
		saved=$$(ls -d tests/fuzz/corpus/$$f build/corpus/$$f 2>/dev/null); \
		mkdir -p build/fuzz/$$f && $(B)/tests/fuzz/fuzz_$$f -w build/fuzz/$$f || exit 1; \
		echo "== $$f, $(FUZZ_SECONDS) s"; \
		build/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -dict=build/fuzz/$$f.dict \
			-artifact_prefix=build/fuzz/$$f/ build/fuzz/$$f $$saved >build/fuzz/$$f.log 2>&1 || \
			{ cat build/fuzz/$$f.log; exit 1; }; \
		grep -E '^#[0-9]+.*DONE|^Done' build/fuzz/$$f.log; \
	done
# make fuzz-keep [FUZZERS="trace report"]: packs what was learned into tests/fuzz/corpus/NAME.tar.xz, to be committed.
fuzz-keep: $(addprefix build/fuzz/fuzz_,$(FUZZERS))
	@for f in $(FUZZERS); do \
		kept=build/fuzz/kept/$$f; rm -rf $$kept && mkdir -p $$kept || exit 1; \
		build/fuzz/fuzz_$$f -set_cover_merge=1 -max_len=4096 $$kept $$(ls -d build/fuzz/$$f build/corpus/$$f 2>/dev/null) \
			>build/fuzz/$$f.log 2>&1 || { cat build/fuzz/$$f.log; exit 1; }; \
		tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C $$kept -cJf tests/fuzz/corpus/$$f.tar.xz . || exit 1; \
		echo "== $$f: $$(ls $$kept | wc -l) inputs"; \
	done
# Of make check-faults: each of them is built, which no other test does, and runs for a moment.
check-fuzzers:
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=10
check-faults: check-fuzzers
.PHONY: fuzz fuzz-keep check-fuzzers

# make fuzz-boards [FUZZ_COUNT=10000000] [FUZZ_SEED=1] [FUZZ_BOARDS="certabo dgt"]: so many mutated inputs for each decoder of a
# bought board, under ASan and UBSan, always the same ones for the same seed. It says how far it is each million; ten million
# take some minutes a decoder. An input that fails is printed, to be saved in tests/fuzz/corpus/NAME.
FUZZ_COUNT ?= 10000000
FUZZ_SEED ?= 1
FUZZ_BOARDS ?= dgt $(patsubst tests/fuzz/fuzz_%.c,%,$(shell grep -l '"tests/fuzz/snapshot-fuzz.h"' $(FUZZ_SRC)))

fuzz-boards:
	@$(MAKE) --no-print-directory SAN=1 $(FUZZ_BOARDS:%=build/san/tests/fuzz/fuzz_%)
	@for f in $(FUZZ_BOARDS); do build/san/tests/fuzz/fuzz_$$f -v -n $(FUZZ_COUNT) -s $(FUZZ_SEED) || exit 1; done
.PHONY: fuzz-boards
