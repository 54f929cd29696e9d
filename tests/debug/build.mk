# SPDX-License-Identifier: GPL-2.0-or-later
# Hostile boards, and the module on a kernel that looks for faults: see README.md.

DEBUG_SRC := $(wildcard tests/debug/*.c)
LINUX_SOURCE := /usr/src/linux-source-6.1.tar.xz

$(B)/tests/guest/hostile: $(call objects,$(DEBUG_SRC))
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) -pthread

guest-programs: $(B)/tests/guest/hostile

# Debian's kernel has all but this one module, which its own source package holds.
ifneq ($(and $(KDIR),$(wildcard $(LINUX_SOURCE))),)
guest-programs: build/raw_gadget.ko
endif
build/raw_gadget.ko: $(LINUX_SOURCE)
	@echo "  MODULE  $@ ($(KVER))"
	@mkdir -p build/raw_gadget
	@tar -xJf $< -C build/raw_gadget --strip-components=5 --occurrence=1 linux-source-6.1/drivers/usb/gadget/legacy/raw_gadget.c
	@echo 'obj-m := raw_gadget.o' >build/raw_gadget/Kbuild
	$(MAKE) --no-print-directory -C $(KDIR) M=$(CURDIR)/build/raw_gadget modules
	@cp build/raw_gadget/raw_gadget.ko $@

debug-deps:
	@.ci/deps packages-debug
# KERNEL=kasan, or KERNEL=kcsan: the one that looks for races.
KERNEL ?= kasan
debug-kernel: debug-deps
	@tests/debug/kernel build $(KERNEL)

# The module for the debugging kernel, with kcov in it. Its dev_dbg() always speaks: that kernel has no dynamic debugging.
# PLANTED=use-after-free or PLANTED=race: a copy of it with a fault, to see it found.
DEBUG_BUILD := build/debug/$(KERNEL)$(PLANTED:%=-%)
debug-module: debug-kernel
	@mkdir -p $(DEBUG_BUILD)/module
	@for f in $(KSRC); do mkdir -p $(DEBUG_BUILD)/module/$$(dirname $$f) && cmp -s $$f $(DEBUG_BUILD)/module/$$f || cp $$f $(DEBUG_BUILD)/module/$$f; done
	$(if $(PLANTED),@tests/debug/plant $(PLANTED) $(DEBUG_BUILD)/module)
	$(MAKE) --no-print-directory -C "$$(tests/debug/kernel path $(KERNEL))/tree" M=$(CURDIR)/$(DEBUG_BUILD)/module KCOV_INSTRUMENT=y CFLAGS_MODULE=-DDEBUG modules
	@cp $(DEBUG_BUILD)/module/sensorboard.ko $(DEBUG_BUILD)/sensorboard.ko

# What of the guest's tests is about the module, and a while of hostile boards.
GUEST_DEBUG_TESTS ?= 10-module 11-bad-board 12-lifetime 13-trouble 14-reset 15-sim 17-idle 18-pinned-page 19-limits 20-udev 21-usb 60-hostile
guest-debug: all guest-programs debug-module
	tests/guest/run -$(if $(filter kcsan,$(KERNEL)),r,d) -t $(or $(SECONDS_EACH),900) $(or $(T),$(GUEST_DEBUG_TESTS))

# All that can be done to the module, for so many seconds: nothing may be reported.
check-storm: all guest-programs debug-module
	tests/debug/storm -a -k $(KERNEL) -l $(or $(SECONDS),60) $(if $(SEED),-s $(SEED)) $(if $(PLANTED),-m $(DEBUG_BUILD)/sensorboard.ko)

# The long one, which goes on where it stopped; and what of the module it runs.
debug-storm: all guest-programs debug-module
	tests/debug/storm -k $(KERNEL) $(if $(SEED),-s $(SEED))
debug-cover: all guest-programs debug-module
	tests/guest/run -d -t 400 -a loglevel=3 -a storm=$(or $(SECONDS_EACH),60) -a cover=1 60-hostile
.PHONY: debug-deps debug-kernel debug-module guest-debug check-storm debug-storm debug-cover
