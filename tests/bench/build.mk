# SPDX-License-Identifier: GPL-2.0-or-later
$(B)/tests/bench/score_traces: $(O)/tests/bench/score_traces.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)
