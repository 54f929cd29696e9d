# SPDX-License-Identifier: GPL-2.0-or-later
#
# make           user space, and the kernel module where headers are installed
# make demo      a real blitz game on an emulated board, without hardware; WEB=1: on a page, too
# make check-web the page in a browser, 1,000 spectators, and an hour of bytes that no reader sends (RAW_S=600: ten minutes)
# make check     every test, the QEMU guest included
# make bench     measurements, one JSON object a line
# make lint      what can be said of the files without running them
# make format    all C files in the form that .clang-format asks for
# make firmware  images for boards that one builds oneself
# make deps      install the Debian packages that these need; demo installs only what building needs
# make install   DESTDIR= PREFIX=/usr/local; see install.mk
#
# make check-halls  two halls, three servers and a centre, and all that may fail between them (CUT=600: for ten minutes)
# make check-storm  the kernel module among hostile boards, on a kernel that looks for faults; KERNEL=kcsan: for races
# make check-arches  all programs and libraries for arm64, armhf and i386, and on the first two the unit tests of rules and core
# make tsan      the programs and tests that have threads, under ThreadSanitizer
# make coverage  how much of rules, core and journal the tests execute
# make mutate    small faults in product code: which of them no test finds
#
# WERROR=1 makes warnings errors; SAN=1 builds with ASan and UBSan in build/san, TSAN=1 with TSan in build/tsan, COV=1 for
# gcov in build/cov.

PREFIX ?= /usr/local
DESTDIR ?=
CC ?= gcc
VERSION := 0.1.0

SAN ?=
TSAN ?=
COV ?=
B := build$(if $(SAN),/san)$(if $(TSAN),/tsan)$(if $(COV),/cov)
O := $(B)/obj

all: programs module completion

PKGS := libsystemd libudev libusb-1.0 jansson yaml-0.1 sqlite3 libgcrypt libzstd
# Asked when the first recipe needs them, and once: deps may install them after this file is read.
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(shell pkg-config --cflags $(PKGS) 2>/dev/null))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $$(shell pkg-config --libs $(PKGS)))$(PKG_LIBS)

comma := ,
# Sanitized programs run as fast at -O1 and take half the time to compile.
CFLAGS ?= $(if $(SAN),-O1,$(if $(COV),-O0,-O2)) -g
# Branches are counted without atomic additions, which would take most of the time: threads that count the same one at the same instant
# may lose one of the two, and what is asked is only whether it was taken.
# Files and times have 64 bits everywhere. Where they are shorter unless they are asked for (on 64 bits the same would only give calls
# other names, by which tests would not find them), Debian 12's libraries have them shorter: no time goes to or comes from one.
WIDE = $(eval WIDE := $$(if $$(shell echo | $(CC) -dM -E - 2>/dev/null | grep __LP64__),,-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64))$(WIDE)
CFLAGS_ALL = -std=c11 -D_GNU_SOURCE $(WIDE) -I. $(CFLAGS) -Wall -Wextra -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wno-unused-parameter -fvisibility=hidden -fPIC -fno-common \
	-DFLAGFALL_VERSION='"$(VERSION)"' -DFLAGFALL_RULES_DIR='"$(PREFIX)/share/flagfall/rules"' \
	$(if $(WERROR),-Werror) $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer) \
	$(if $(TSAN),-fsanitize=thread) $(if $(COV),--coverage) $(PKG_CFLAGS)
LDFLAGS_ALL = $(LDFLAGS) -Wl,--as-needed $(if $(SAN),-fsanitize=address$(comma)undefined) $(if $(TSAN),-fsanitize=thread) \
	$(if $(COV),--coverage)

# Sorted here: wildcard sorts as the locale does, and what is built may not depend on that.
sources = $(sort $(wildcard $(addsuffix /*.c,$(1))))
objects = $(patsubst %.c,$(O)/%.o,$(1))

RULES_SRC := $(call sources,rules rules/*)
CORE_SRC := $(call sources,daemon/core daemon/core/* daemon/core/*/* formats formats/standings replay stream)
COMMON_SRC := $(call sources,common)
BOARD_SRC := $(call sources,libboard) kernel/decode.c kernel/numbering.c
SHELL_SRC := $(call sources,daemon $(addprefix daemon/,journal bus boards games publish records tournaments))
CTL_SRC := $(call sources,flagfallctl flagfallctl/*)
LICHESS_SRC := $(call sources,lichess)
SIM_SRC := $(call sources,tests/sim)

RULES_LIB := $(B)/librules.a
CORE_LIB := $(B)/libcore.a
COMMON_LIB := $(B)/libcommon.a
BOARD_LIB := $(B)/libboard.a
BOARD_SO := $(B)/libboard.so
EMULATOR_LIB := $(B)/libemulator.a
# What tests play on: their own hands and faults, on the emulated boards that flagfallctl has, too.
SIM_LIB := $(B)/libsim.a $(EMULATOR_LIB)

LIBS_ALL = $(CORE_LIB) $(RULES_LIB) $(BOARD_LIB) $(COMMON_LIB)

# Needs libcurl, and nothing else does: left out where that is not installed.
LICHESS := $(if $(shell pkg-config --exists libcurl 2>/dev/null && echo yes),$(B)/flagfall-lichess)

programs: $(BOARD_SO) $(B)/flagfalld $(B)/flagfallctl $(LICHESS)

# Sentences: a language is a text file, and a table of C in the programs.
LANGUAGES := $(sort $(wildcard rules/sentences/*.txt))
LANGUAGE_OBJ := $(patsubst %.txt,$(O)/%.o,$(LANGUAGES))
$(LANGUAGE_OBJ:.o=.c): $(O)/%.c: %.txt rules/sentences/compile
	@mkdir -p $(@D)
	$(if $(V),,@echo "  TEXTS   $<";) rules/sentences/compile $< $@ >$@
$(LANGUAGE_OBJ): %.o: %.c | need-packages
	$(if $(V),,@echo "  CC      $<";) $(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(RULES_LIB): $(call objects,$(RULES_SRC)) $(LANGUAGE_OBJ)
$(CORE_LIB): $(call objects,$(CORE_SRC))
$(COMMON_LIB): $(call objects,$(COMMON_SRC))
$(BOARD_LIB): $(call objects,$(BOARD_SRC))
$(EMULATOR_LIB): $(call objects,$(call sources,emulator))
# main programs are named tests/sim/*-main.c and are linked by tests/sim/build.mk
$(B)/libsim.a: $(call objects,$(filter-out %-main.c,$(SIM_SRC)))
$(B)/%.a:
	@mkdir -p $(@D)
	$(if $(V),,@echo "  AR      $@"; rm -f $@;) ar rcsD $@ $^

$(BOARD_SO): $(call objects,$(BOARD_SRC)) libboard/libboard.sym
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -shared -Wl,-soname,libboard.so.0 \
		-Wl,--version-script=libboard/libboard.sym -o $@ $(filter %.o,$^) $(shell pkg-config --libs $(BOARD_PKGS))

$(B)/flagfalld: $(call objects,$(SHELL_SRC)) $(LIBS_ALL)
$(B)/flagfallctl: $(call objects,$(CTL_SRC)) $(EMULATOR_LIB) $(LIBS_ALL)
$(B)/flagfalld $(B)/flagfallctl:
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) $(MORE_LIBS) -lm
$(B)/flagfallctl: private MORE_LIBS = $(shell pkg-config --libs libarchive)

$(B)/flagfall-lichess: $(call objects,$(LICHESS_SRC))
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(shell pkg-config --libs jansson libcurl libsystemd)

$(O)/%.o: %.c | need-packages
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC      $<";) $(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(wildcard $(addsuffix .d,$(addprefix $(O)/,*/* */*/* */*/*/* */*/*/*/* */*/*/*/*/*)))

# Each part adds its own rules and, where it has tests, names them in TESTS (see tests/run).
include kernel/build.mk libboard/build.mk daemon/build.mk livechess-reader/build.mk web/build.mk relay/build.mk firmware/build.mk install.mk tests/build.mk $(sort $(wildcard tests/*/build.mk))

# PREFIX is compiled into who looks for rulebooks: another one means building that anew.
$(patsubst %.c,$(O)/%.o,$(shell grep -rl --include='*.c' FLAGFALL_RULES_DIR rules daemon)): $(O)/prefix
$(O)/prefix: FORCE
	@mkdir -p $(@D)
	@echo '$(PREFIX)' | cmp -s - $@ || echo '$(PREFIX)' >$@

need-packages:
	@command -v $(CC) >/dev/null && pkg-config --exists $(PKGS) || { \
		echo "A compiler or a library that Flagfall needs is not installed here: $(PKGS)." >&2; \
		echo "Run: make deps" >&2; exit 1; }

# What demo, check and bench need is installed first; a second make then sees headers, tools and flags
# as they are after that. The parts define demo-run, check-run and bench-run.
deps:
	@.ci/deps

demo:
	@.ci/deps $(if $(VM),,packages-build)
	@$(MAKE) --no-print-directory $(jobs) $@-run

bench: deps
	@$(MAKE) --no-print-directory $(jobs) $@-run

check: deps
	@$(MAKE) --no-print-directory $(jobs) WERROR=1 check-run

# As many compilers as there are processors, unless the caller said how many.
jobs = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

clean: clean-module
	rm -rf build

.PHONY: all programs module clean deps need-packages demo check bench demo-run check-run bench-run FORCE
.DELETE_ON_ERROR:
.SECONDARY:
