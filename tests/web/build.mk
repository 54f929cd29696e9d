# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-web beside the daemon, on a private bus with an emulated board.

WEB_TESTS := $(if $(WEB_SERVER),$(patsubst %.c,$(B)/%,$(wildcard tests/web/test_*.c)))
TESTS += $(WEB_TESTS)

# Once more under the sanitizers, with daemon and page.
SAN_WEB := $(addprefix $(B)/tests/web/,$(if $(WEB_SERVER),test_server test_public test_pages))
UNIT_SAN += $(patsubst build/%,build/san/%,$(SAN_WEB))
unit-programs: $(if $(SAN),$(SAN_WEB))

# Raw bytes for a minute, under the sanitizers alone: the script runs it beside other tests.
RAW_BYTES := $(B)/tests/web/raw_bytes
TESTS += $(if $(WEB_SERVER),$(if $(SAN),,tests/web/raw-bytes.sh tests/web/paths.sh))
unit-programs: $(if $(SAN),$(if $(WEB_SERVER),$(RAW_BYTES)))
$(RAW_BYTES): $(O)/tests/web/raw-client.o

$(O)/tests/web/%.o: CFLAGS_ALL += -DWEB_PROGRAM='"$(abspath $(B))/flagfall-web"'
$(WEB_TESTS) $(RAW_BYTES): $(B)/tests/web/%: $(O)/tests/web/%.o $(O)/tests/web/web-rig.o $(O)/tests/web/program.o $(RIG) $(O)/tests/bus/rig-round.o $(SIM_LIB) $(LIBS_ALL) | $(B)/flagfalld $(B)/flagfall-web
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o %.a,$^) $(PKG_LIBS) -lcmocka -lm -lpthread

web-tests: $(WEB_TESTS)
	tests/run $(WEB_TESTS)
.PHONY: web-tests

# The long form: the page in a browser, many spectators, a crowd of one address, and an hour of raw bytes.
SPECTATORS := $(B)/tests/web/spectators
CROWD := $(B)/tests/web/crowd
$(SPECTATORS) $(CROWD): $(B)/%: $(O)/%.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $^

RAW_S ?= 3600
check-web: programs $(B)/flagfall-sim $(B)/flagfall-hands $(SPECTATORS) $(CROWD) $(RELAY_TOOLS)
	for n in 1 12 40 64; do tests/web/pictures $$n || exit 1; done
	tests/run tests/web/look $(if $(RELAY),tests/relay/look)
	tests/web/hall 64 1 bash -c '$(SPECTATORS) $$(tr -dc 0-9 <<<"$${WEB_URL##*:}") $$WEB_PID 1000 20'
	tests/web/hall 64 10 bash -c '$(SPECTATORS) $$(tr -dc 0-9 <<<"$${WEB_URL##*:}") $$WEB_PID 20 25 5'
	tests/web/hall 4 1 bash -c '$(CROWD) $$(tr -dc 0-9 <<<"$${WEB_URL##*:}") 5000 200 20'
	tests/web/look load
	$(MAKE) --no-print-directory SAN=1 build/san/tests/web/raw_bytes
	tests/web/raw-bytes.sh $(RAW_S)
.PHONY: check-web

# The picture in the README.
page-picture: programs $(B)/flagfall-sim $(B)/flagfall-hands
	tests/web/look doc/page.png
.PHONY: page-picture
