# SPDX-License-Identifier: GPL-2.0-or-later
# The module, built in a copy so that no object file lands among the sources.

KVER ?= $(or $(patsubst /lib/modules/%/build,%,$(firstword $(wildcard /lib/modules/$(shell uname -r)/build))),$(notdir $(patsubst %/build,%,$(lastword $(sort $(wildcard /lib/modules/*-amd64/build))))))
KDIR ?= $(if $(KVER),/lib/modules/$(KVER)/build)
KSRC := Kbuild $(wildcard kernel/*.c kernel/*.h kernel/uapi/*.h)

ifneq ($(KDIR),)
module: build/sensorboard.ko
else
module:
	@echo "sensorboard.ko: no kernel headers in /lib/modules, module not built (make deps installs them)" >&2
endif

build/sensorboard.ko: $(KSRC)
	@echo "  MODULE  $@ ($(KVER))"
	@mkdir -p build/module
	@for f in $(KSRC); do mkdir -p build/module/$$(dirname $$f) && cmp -s $$f build/module/$$f || cp $$f build/module/$$f; done
	$(MAKE) --no-print-directory -C $(KDIR) M=$(CURDIR)/build/module FLAGFALL_VERSION=$(VERSION) $(KFLAGS) modules
	@cp build/module/sensorboard.ko $@

# What `make -C /lib/modules/.../build M=PWD modules` leaves at the top.
clean-module:
	@rm -f sensorboard.ko sensorboard.o sensorboard.mod* .sensorboard.*.cmd Module.symvers modules.order \
		.Module.symvers.cmd .modules.order.cmd kernel/*.o kernel/.*.cmd .checkpatch-camelcase*
.PHONY: clean-module

# The pure files of the module, for tests in user space (decode.c is in libboard).
$(B)/tests/unit/kernel/test_queue $(B)/tests/fuzz/fuzz_report: $(O)/kernel/queue.o
build/fuzz/fuzz_report: build/fuzz/obj/kernel/queue.o

print-kver:
	@echo $(KVER)

.PHONY: print-kver
