# SPDX-License-Identifier: GPL-2.0-or-later
$(B)/tests/bench/score_traces: $(O)/tests/bench/score_traces.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)

BENCH += $(B)/tests/bench/bench_chess
$(B)/tests/bench/bench_chess: $(O)/tests/bench/bench_chess.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS) -lm
