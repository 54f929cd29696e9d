# SPDX-License-Identifier: GPL-2.0-or-later
# flagfallctl with a core that says which functions are entered (follow.c). Each file's functions lie in a section of its own, by which
# they are known.

FOLLOW := $(B)/tests/follow/flagfallctl
FOLLOWED_SRC := $(call sources,daemon/core daemon/core/stage)
FOLLOWED := $(patsubst %.c,$(O)/tests/follow/%.o,$(FOLLOWED_SRC))
FOLLOWED_NAMES := $(patsubst daemon/core/%.c,%,$(FOLLOWED_SRC))
section_of = followed_$(subst -,_,$(subst /,_,$(1)))

$(FOLLOWED): $(O)/tests/follow/daemon/core/%.o: daemon/core/%.c | need-packages
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC      $@";) $(CC) $(CFLAGS_ALL) -O0 -finstrument-functions -MMD -MP -c -o $@ $<
	@objcopy --rename-section .text=$(call section_of,$*) $@
-include $(FOLLOWED:.o=.d)

$(O)/tests/follow/files.c: tests/follow/build.mk $(FOLLOWED_SRC)
	@mkdir -p $(@D)
	@{ echo '#include "tests/follow/follow.h"'; \
		$(foreach n,$(FOLLOWED_NAMES),echo 'extern const char __start_$(call section_of,$n)[], __stop_$(call section_of,$n)[];';) \
		echo 'const struct followed_file followed[] = {'; \
		$(foreach n,$(FOLLOWED_NAMES),echo '{ "$n", __start_$(call section_of,$n), __stop_$(call section_of,$n) },';) \
		echo '};'; echo 'const unsigned followed_count = sizeof(followed) / sizeof(followed[0]);'; } >$@
$(O)/tests/follow/files.o: $(O)/tests/follow/files.c
	$(if $(V),,@echo "  CC      $<";) $(CC) $(CFLAGS_ALL) -c -o $@ $<

$(FOLLOW): $(call objects,$(CTL_SRC)) $(FOLLOWED) $(O)/tests/follow/follow.o $(O)/tests/follow/files.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) $(patsubst %,-Wl$(comma)--wrap=%,core_input core_input_group core_end_instant \
		deliver_publications on_press) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lm

TESTS += $(if $(SAN)$(TSAN)$(COV),,tests/follow/roads.sh)
check-build: $(if $(SAN)$(TSAN)$(COV),,$(FOLLOW))
follow: $(FOLLOW)
.PHONY: follow
