# SPDX-License-Identifier: GPL-2.0-or-later
# make install, uninstall: programs, library, rulebooks, man pages, completion, and what udev, systemd and D-Bus read.
# make install-module: the kernel module for the kernel it was built for. make install-dkms: its sources, for DKMS.
#
# Everything goes below PREFIX, where udev, systemd and D-Bus look too; only the D-Bus policy goes to /etc when PREFIX is
# not /usr, because dbus-daemon reads policies nowhere else.

BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MODULE_DIR ?= /lib/modules/$(KVER)/updates
DKMS_DIR ?= /usr/src/flagfall-$(VERSION)

# put MODE FOLDER FILES
define put
	install -d $(DESTDIR)$(2)
	install -m $(1) $(3) $(DESTDIR)$(2)/
endef

# A file in /etc/flagfall is its reader's once it is there.
define configured
	install -d $(DESTDIR)/etc/flagfall
	for f in $(1); do [ -e $(DESTDIR)/etc/flagfall/$${f##*/} ] || install -m 644 $$f $(DESTDIR)/etc/flagfall/ || exit 1; done
endef

MAN_SECTIONS := $(patsubst man/man%,%,$(wildcard man/man*))

# Of each program, from its own help, for three shells. It runs here, so programs for another machine are installed with COMPLETED= .
COMPLETED := $(notdir $(B)/flagfallctl $(LICHESS) $(LIVECHESS_READER) $(WEB_SERVER) $(RELAY))
completion: $(COMPLETED:%=$(B)/completion/%)
$(B)/completion/%: $(B)/% completion/generate
	$(if $(V),,@echo "  WORDS   $@";) completion/generate $< $(@D)

# Rules with the ids of boards that one can buy.
UDEV_RULES := $(wildcard udev/*.rules) $(patsubst udev/%.in,build/data/%,$(wildcard udev/*.in))
build/data/%: udev/%.in udev/fill-in $(wildcard libboard/*.c)
	@mkdir -p $(@D)
	@udev/fill-in $< >$@
programs: $(UDEV_RULES)

install: programs completion install-libboard install-daemon
	$(call put,755,$(BINDIR),$(B)/flagfallctl $(LICHESS) $(LIVECHESS_READER) $(WEB_SERVER))
	$(call put,644,$(DATADIR)/flagfall/rules,$(wildcard rules/books/*.yaml))
	$(call put,644,$(PREFIX)/lib/udev/rules.d,$(UDEV_RULES))
	$(call put,644,$(PREFIX)/lib/udev/hwdb.d,$(wildcard udev/*.hwdb))
	$(if $(COMPLETED),$(call put,644,$(DATADIR)/bash-completion/completions,$(COMPLETED:%=$(B)/completion/%)))
	$(if $(COMPLETED),$(call put,644,$(DATADIR)/zsh/site-functions,$(COMPLETED:%=$(B)/completion/_%)))
	$(if $(COMPLETED),$(call put,644,$(DATADIR)/fish/vendor_completions.d,$(COMPLETED:%=$(B)/completion/%.fish)))
	$(call put,644,$(DATADIR)/metainfo,udev/org.flagfall.flagfall.metainfo.xml)
	$(call put,644,$(DATADIR)/doc/flagfall,README.md $(wildcard doc/*.md doc/*.rst doc/ABI/* udev/*.example))
	for s in $(MAN_SECTIONS); do install -d $(DESTDIR)$(DATADIR)/man/man$$s && \
		install -m 644 man/man$$s/* $(DESTDIR)$(DATADIR)/man/man$$s/ || exit 1; done
ifeq ($(DESTDIR),)
	-ldconfig
	@echo "Now, as root: systemd-sysusers; systemctl daemon-reload; systemctl reload dbus; systemd-hwdb update; udevadm control --reload"
	@echo "Members of the group flagfall may do everything, of flagfall-operator start games and claim. The kernel module: make install-module."
endif

# What would be installed is what is taken away, but for a file in /etc/flagfall that was changed.
uninstall: programs
	@t=$$(mktemp -d) && $(MAKE) --no-print-directory -s install DESTDIR=$$t && (cd $$t && find . ! -type d) | \
	while read -r f; do \
		case $$f in ./etc/flagfall/*) [ ! -e "$(DESTDIR)$${f#.}" ] || cmp -s $$t/$$f "$(DESTDIR)$${f#.}" || { echo "kept: $(DESTDIR)$${f#.}"; continue; } ;; esac; \
		echo "rm -f $(DESTDIR)$${f#.}"; rm -f "$(DESTDIR)$${f#.}"; \
	done; rm -rf "$$t"
	-rmdir $(DESTDIR)$(DATADIR)/flagfall/rules $(DESTDIR)$(DATADIR)/flagfall $(DESTDIR)$(DATADIR)/doc/flagfall
	-rmdir $(DESTDIR)/etc/flagfall

install-module: build/sensorboard.ko
	install -d $(DESTDIR)$(MODULE_DIR)
	install -m 644 build/sensorboard.ko $(DESTDIR)$(MODULE_DIR)/
	$(if $(DESTDIR),,depmod $(KVER))

# Then: dkms install flagfall/VERSION, and the module is built anew for each new kernel.
install-dkms:
	install -d $(DESTDIR)$(DKMS_DIR)/kernel/uapi
	install -m 644 Kbuild LICENSE $(DESTDIR)$(DKMS_DIR)/
	install -m 644 $(wildcard kernel/*.c kernel/*.h) $(DESTDIR)$(DKMS_DIR)/kernel/
	install -m 644 $(wildcard kernel/uapi/*.h) $(DESTDIR)$(DKMS_DIR)/kernel/uapi/
	sed 's|@VERSION@|$(VERSION)|g' kernel/dkms.conf.in >$(DESTDIR)$(DKMS_DIR)/dkms.conf

# Debian's packages, in build/deb.
deb:
	@command -v dpkg-buildpackage dh >/dev/null || { echo "dpkg-buildpackage is not installed: apt-get build-dep ." >&2; exit 1; }
	rm -rf build/deb && mkdir -p build/deb/flagfall-$(VERSION)
	git ls-files -z | xargs -0 cp --parents -t build/deb/flagfall-$(VERSION)
	cd build/deb/flagfall-$(VERSION) && dpkg-buildpackage -us -uc -b
	rm -rf build/deb/flagfall-$(VERSION)
	@ls build/deb/*.deb

.PHONY: completion deb install uninstall install-module install-dkms
