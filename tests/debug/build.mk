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
debug-kernel: debug-deps
	@tests/debug/kernel build

# The module for the debugging kernel, with kcov in it. Its dev_dbg() always speaks: that kernel has no dynamic debugging.
debug-module: debug-kernel
	@mkdir -p build/debug/module
	@for f in $(KSRC); do mkdir -p build/debug/module/$$(dirname $$f) && cmp -s $$f build/debug/module/$$f || cp $$f build/debug/module/$$f; done
	$(MAKE) --no-print-directory -C "$$(tests/debug/kernel path)/tree" M=$(CURDIR)/build/debug/module KCOV_INSTRUMENT=y CFLAGS_MODULE=-DDEBUG modules
	@cp build/debug/module/sensorboard.ko build/debug/sensorboard.ko

# What of the guest's tests is about the module, and a while of hostile boards.
GUEST_DEBUG_TESTS ?= 10-module 11-bad-board 12-lifetime 13-trouble 15-sim 20-udev 21-usb 60-hostile
guest-debug: all guest-programs debug-module
	tests/guest/run -d -t $(or $(SECONDS_EACH),900) $(or $(T),$(GUEST_DEBUG_TESTS))

# The long one, which goes on where it stopped; and what of the module it runs.
debug-storm: all guest-programs debug-module
	tests/debug/storm $(if $(SEED),-s $(SEED))
debug-cover: all guest-programs debug-module
	tests/guest/run -d -t 400 -a loglevel=3 -a storm=$(or $(SECONDS_EACH),60) -a cover=1 60-hostile
.PHONY: debug-deps debug-kernel debug-module guest-debug debug-storm debug-cover
