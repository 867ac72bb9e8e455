# What `make install` does, behind `make release`. PREFIX is where it will be used, DESTDIR (for packagers) is put in front of it while installing.
#
#   bin/rtapenade                        the program
#   lib/libadtape.a, include/rtapenade/  the runtime, for adjoints in C and Fortran, and its headers
#   lib/pkgconfig/adtape.pc              how it is linked: pkg-config --cflags --libs adtape
#   lib/cmake/rtapenade/                 find_package(rtapenade): rtapenade_adjoint(...), rtapenade::adtape
#   share/rtapenade/adSpecial.f90        a module that some derivatives in Fortran use
#   share/man, share/bash-completion, share/zsh, share/fish, share/doc
PREFIX ?= /usr/local
DESTDIR ?=
CC ?= cc
RTAPENADE ?= target/release/rtapenade
INSTALL = install
# A tape that may become part of shared libraries too.
TAPEFLAGS = -O2 -fPIC

VERSION := $(shell $(RTAPENADE) --version | awk '{ print $$2 }')
BUILD = target/install
TO = $(DESTDIR)$(PREFIX)
FILL = sed -e 's|@VERSION@|$(VERSION)|g'

install: absolute
	rm -rf $(BUILD)
	mkdir -p $(BUILD)/man
	$(RTAPENADE) --emit-runtime $(BUILD)/runtime
	$(MAKE) -C $(BUILD)/runtime CC='$(CC)' CFLAGS='$(TAPEFLAGS)'
	$(RTAPENADE) generate man $(BUILD)/man
	$(RTAPENADE) generate completions bash > $(BUILD)/rtapenade.bash
	$(RTAPENADE) generate completions zsh > $(BUILD)/rtapenade.zsh
	$(RTAPENADE) generate completions fish > $(BUILD)/rtapenade.fish
	$(FILL) install/adtape.pc.in > $(BUILD)/adtape.pc
	$(FILL) install/rtapenade-config-version.cmake.in > $(BUILD)/rtapenade-config-version.cmake
	$(INSTALL) -d '$(TO)/bin' '$(TO)/lib/pkgconfig' '$(TO)/lib/cmake/rtapenade' '$(TO)/include/rtapenade' \
	  '$(TO)/share/rtapenade' '$(TO)/share/man/man1' '$(TO)/share/bash-completion/completions' \
	  '$(TO)/share/zsh/site-functions' '$(TO)/share/fish/vendor_completions.d' '$(TO)/share/doc/rtapenade'
	$(INSTALL) -m 755 $(RTAPENADE) '$(TO)/bin'
	$(INSTALL) -m 644 $(BUILD)/runtime/libadtape.a '$(TO)/lib'
	$(INSTALL) -m 644 $(BUILD)/runtime/*.h '$(TO)/include/rtapenade'
	$(INSTALL) -m 644 $(BUILD)/runtime/adSpecial.f90 '$(TO)/share/rtapenade'
	$(INSTALL) -m 644 $(BUILD)/adtape.pc '$(TO)/lib/pkgconfig'
	$(INSTALL) -m 644 install/rtapenade-config.cmake $(BUILD)/rtapenade-config-version.cmake '$(TO)/lib/cmake/rtapenade'
	$(INSTALL) -m 644 $(BUILD)/man/*.1 '$(TO)/share/man/man1'
	$(INSTALL) -m 644 $(BUILD)/rtapenade.bash '$(TO)/share/bash-completion/completions/rtapenade'
	$(INSTALL) -m 644 $(BUILD)/rtapenade.zsh '$(TO)/share/zsh/site-functions/_rtapenade'
	$(INSTALL) -m 644 $(BUILD)/rtapenade.fish '$(TO)/share/fish/vendor_completions.d'
	$(INSTALL) -m 644 LICENSE-APACHE LICENSE-MIT '$(TO)/share/doc/rtapenade'

# A relative PREFIX would be another place for whoever uses what is installed.
absolute:
	@case '$(PREFIX)' in /*) ;; *) echo "PREFIX=$(PREFIX): a path that begins with / is needed" >&2; exit 1 ;; esac

uninstall:
	rm -f '$(TO)/bin/rtapenade' '$(TO)/lib/libadtape.a' '$(TO)/lib/pkgconfig/adtape.pc' '$(TO)/share/man/man1/rtapenade'*.1 \
	  '$(TO)/share/bash-completion/completions/rtapenade' '$(TO)/share/zsh/site-functions/_rtapenade' \
	  '$(TO)/share/fish/vendor_completions.d/rtapenade.fish'
	rm -rf '$(TO)/lib/cmake/rtapenade' '$(TO)/include/rtapenade' '$(TO)/share/rtapenade' '$(TO)/share/doc/rtapenade'

.PHONY: install uninstall absolute
