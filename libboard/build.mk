# SPDX-License-Identifier: LGPL-2.1-or-later
# What belongs to the library besides its objects: its names, its pkg-config file, its installation.

LIBDIR ?= $(PREFIX)/lib
BOARD_PC := $(B)/libboard.pc
BOARD_PKGS := libudev libusb-1.0 jansson

programs: $(BOARD_LIB) $(B)/libboard.so.0 $(BOARD_PC)

# The name that programs linked with the library look for.
$(B)/libboard.so.0: $(BOARD_SO)
	@ln -sf $(notdir $<) $@

$(BOARD_PC): libboard/libboard.pc.in libboard/build.mk Makefile
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' -e 's|@VERSION@|$(VERSION)|' -e 's|@REQUIRES@|$(BOARD_PKGS)|' $< >$@

# The prefix may differ from the one of the last build, so the .pc file is written anew here.
install-libboard: $(BOARD_SO) $(BOARD_LIB)
	install -d $(DESTDIR)$(PREFIX)/include/libboard $(DESTDIR)$(LIBDIR)/pkgconfig \
		$(DESTDIR)$(PREFIX)/share/man/man3 $(DESTDIR)$(PREFIX)/share/man/man7
	install -m 644 libboard/board.h $(DESTDIR)$(PREFIX)/include/libboard/
	install -m 644 kernel/uapi/sensorboard.h $(DESTDIR)$(PREFIX)/include/
	install -m 755 $(BOARD_SO) $(DESTDIR)$(LIBDIR)/libboard.so.$(VERSION)
	ln -sf libboard.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libboard.so.0
	ln -sf libboard.so.0 $(DESTDIR)$(LIBDIR)/libboard.so
	install -m 644 $(BOARD_LIB) $(DESTDIR)$(LIBDIR)/libboard.a
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' -e 's|@VERSION@|$(VERSION)|' -e 's|@REQUIRES@|$(BOARD_PKGS)|' \
		libboard/libboard.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/libboard.pc
	chmod 644 $(DESTDIR)$(LIBDIR)/pkgconfig/libboard.pc
	install -m 644 man/man3/libboard.3 $(DESTDIR)$(PREFIX)/share/man/man3/
	install -m 644 man/man7/board_uri.7 $(DESTDIR)$(PREFIX)/share/man/man7/
.PHONY: install-libboard
