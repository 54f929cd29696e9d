# SPDX-License-Identifier: GPL-2.0-or-later
# make firmware: images for microcontrollers in build/firmware, and what they take of flash and RAM.

AVR_CC ?= avr-gcc
AVR_FLAGS := -std=gnu11 -mmcu=atmega32u4 -DF_CPU=16000000UL -O2 -g -flto -ffunction-sections -fdata-sections -I. -Wall -Wextra \
	-Wno-expansion-to-defined $(if $(WERROR),-Werror)
AVR_SRC := firmware/board.c $(wildcard firmware/avr/*.c)
AVR_HEX := build/firmware/board-8x8-atmega32u4.hex build/firmware/board-10x10-atmega32u4.hex
# Of 2560 bytes; the rest is for the stack, which a test measures.
AVR_STATIC_MOST := 1536

firmware: $(AVR_HEX)
.PHONY: firmware

build/firmware/board-8x8-atmega32u4.elf: AVR_SIZE := 8
build/firmware/board-10x10-atmega32u4.elf: AVR_SIZE := 10
build/firmware/%-atmega32u4.elf: $(AVR_SRC) $(wildcard firmware/*.h firmware/avr/*.h) kernel/wire.h kernel/wire-user.h firmware/build.mk
	@mkdir -p $(@D)
	@command -v $(AVR_CC) >/dev/null || { echo "$(AVR_CC) is not installed here (gcc-avr, avr-libc). Run: make deps" >&2; exit 1; }
	$(if $(V),,@echo "  AVR     $@";) $(AVR_CC) $(AVR_FLAGS) -DFIRMWARE_SIZE=$(AVR_SIZE) -Wl,--gc-sections -o $@ $(AVR_SRC)

build/firmware/%.hex: build/firmware/%.elf
	@avr-objcopy -O ihex -R .eeprom $< $@
	@avr-size -A $< | awk -v name=$(notdir $@) -v most=$(AVR_STATIC_MOST) ' \
		$$1 ~ /^\.(text|data|bss|noinit)$$/ { size[$$1] = $$2 } \
		END { flash = size[".text"] + size[".data"]; ram = size[".data"] + size[".bss"] + size[".noinit"]; \
		printf "%s: %d bytes of flash (28672 beside a bootloader), %d of static RAM (%d at most, of 2560)\n", name, flash, ram, most; \
		exit ram > most || flash > 28672 }' || { rm -f $@; exit 1; }
