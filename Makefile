# A thin cover over meson and ninja: what people type. `make help` lists it.

PREFIX ?= /usr/local
LIBDIR ?= lib
DESTDIR ?=
FUZZ_SECONDS ?= 60
BUILD ?= build
INSTALL_BUILD ?= build-install
export FUZZ_SECONDS JOBS

NINJA = ninja $(if $(JOBS),-j $(JOBS))

.DEFAULT_GOAL := all
.PHONY: all help deps demo docs check install bench fuzz format lint coverage valgrind clean deb wheel abi check-packages

all: deps $(BUILD)/build.ninja	## install what is missing and build (default)
	@$(NINJA) -C $(BUILD)

help:	## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1#/p' Makefile | awk -F'#' '{ printf "make %-14s %s\n", $$1, $$2 }'

deps:
	@scripts/install-deps build

$(BUILD)/build.ninja:
	@meson setup $(BUILD)

demo:	## the main job end to end: a SYCL program, and from kernel source to results checked on the CPU
	@scripts/install-deps build demo
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@$(NINJA) -C $(BUILD) programs
	@scripts/demo $(BUILD)

docs: all	## docs/ and the manual as a site: build/site/index.html
	@scripts/install-deps docs
	@scripts/docs --build=$(BUILD)

check:	## all tests, two compilers, sanitizers; ends with "N passed, N failed"
	@scripts/check

# Names of folders may be relative to this one; meson wants whole paths.
install:	## PREFIX=/usr/local DESTDIR= : tools, libraries, headers, man pages, completion
	@scripts/install-deps build $(if $(DESTDIR),,use)
	@prefix=$$(realpath -ms '$(PREFIX)') && \
	if [ -f $(INSTALL_BUILD)/build.ninja ]; then \
		meson configure $(INSTALL_BUILD) -Ddefault_library=both --prefix="$$prefix" --libdir='$(LIBDIR)'; \
	else \
		meson setup $(INSTALL_BUILD) --buildtype=release -Dtests=false -Ddefault_library=both --prefix="$$prefix" --libdir='$(LIBDIR)'; \
	fi
	@$(NINJA) -C $(INSTALL_BUILD)
	@destdir='$(DESTDIR)' && DESTDIR=$${destdir:+$$(realpath -ms "$$destdir")} \
		meson install -C $(INSTALL_BUILD) --no-rebuild
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

bench: all	## speed, as ratios to something measured in the same run
	@scripts/install-deps build test
	@bench/run $(BUILD)

fuzz:	## every fuzz target for FUZZ_SECONDS (60) each
	@scripts/install-deps build test
	@scripts/fuzz build-fuzz

format:	## lay out the C sources with clang-format
	@scripts/install-deps lint
	@git ls-files -- '*.c' '*.h' ':!frontend' | xargs clang-format -i

lint: all	## clang-format, clang-tidy, cppcheck, shellcheck, mandoc
	@scripts/install-deps lint
	@scripts/lint $(BUILD)

coverage:	## which lines the tests reach: build-coverage/html/index.html
	@scripts/install-deps build test lint
	@scripts/coverage build-coverage

valgrind: all	## unit and command line tests under valgrind
	@scripts/install-deps build test
	@scripts/valgrind $(BUILD)

deb:	## Debian packages, in build-deb
	@scripts/install-deps build pack
	@scripts/deb build-deb

wheel:	## the Python package as a wheel, in build-wheel
	@scripts/install-deps wheel
	@scripts/wheel build-wheel

abi: all	## say what changed in the binary interface, and keep it as it is now (abi/)
	@scripts/install-deps pack
	@scripts/abi refresh $(BUILD)

check-packages:	## packages: built, looked over by lintian, tried in a clean Debian; ends with "N passed, N failed"
	@scripts/check-packages

clean:	## remove everything that was built; downloads in build-peers stay
	@rm -rf $(filter-out build-peers,$(wildcard build build-*))
