# `make` sets up, builds every game and says where the results are; `make test` is what CI runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TOOLS := $(VENV)/.tools
CHECKERS := axe-core@4.14.1 vnu-jar@26.9.27
CODE_SERVER := 4.100.3
TEXTMATE := vscode-textmate@9.3.2 vscode-oniguruma@2.0.1

# Byte code beside the modules, whatever the environment says: without it every start compiles the compiler anew. It is
# made of what is used when it is first used, not of all that is installed.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all setup build test judges style javascript node textmate vscode vscode-host tree-sitter zed omegat simulate classics books browser checkers thorough fuzz bench words outside weights web web-test site release format clean

all: build

# What a user needs: `make` waits for no more than this.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[it,pdf,books,watch]"
	@touch $@

# What a contributor needs, the same among it: in a clone pip is asked once.
$(TOOLS): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[dev]"
	@touch $(STAMP) $@

setup: $(TOOLS)

build: $(STAMP)
	@$(BIN)/regola build --docs

# That the rules of the games are laid out is held by tests/language/test_format.py, which reads them once. What node runs is
# collected together with the rest; where there is no node it is left out.
test:
	@$(MAKE) --no-print-directory -j 2 setup judges
	@$(MAKE) --no-print-directory -j 2 style books BOOKS=50 LISTEN=0
	$(BIN)/pytest -n 2 -m "not omegat and not web and not vscode"

style: $(TOOLS)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	@echo "mypy, and lint-imports beside it"; $(BIN)/lint-imports & walls=$$!; $(BIN)/mypy && wait $$walls

# JavaScript beside the interpreter: modules, pages and examples, run by node. Where there is none they are left out with a
# message, unless NODE is `required`.
NODE ?= where there is one
javascript: $(TOOLS) node textmate
	@if command -v node >/dev/null; then echo "$(BIN)/pytest -n 2 -m node"; $(BIN)/pytest -n 2 -m node; fi

node:
	@command -v node >/dev/null || { \
	echo "there is no node: what JavaScript answers is not compared"; test "$(NODE)" != required; }

# What tells words apart in Visual Studio Code and its kin, for the tests of the colours. Kept in a folder of its own, as npm
# throws out of one what is not named to it.
textmate:
	@command -v npm >/dev/null || { \
	echo "there is no npm: the colours of the editors are not looked at"; test "$(NODE)" != required; }
	@! command -v npm >/dev/null || test "$$(cat $(VENV)/.textmate 2>/dev/null)" = "$(TEXTMATE)" || \
	{ npm install --prefix $(VENV)/textmate --no-save --no-fund --no-audit --ignore-scripts $(TEXTMATE) >/dev/null 2>&1 \
	&& echo "$(TEXTMATE)" > $(VENV)/.textmate; } \
	|| { echo "$(TEXTMATE) cannot be installed here: the colours of the editors are not looked at"; \
	test "$(NODE)" != required; }

# The extension for Visual Studio Code, as one file to install.
vscode:
	@rm -rf build/vscode && mkdir -p build/vscode && cp -R editors/vscode/. LICENSE build/vscode/
	@cd build/vscode && npm install --no-fund --no-audit --ignore-scripts --loglevel=error \
	&& npx vsce package --no-dependencies --allow-missing-repository --out ../regola.vsix >/dev/null
	@echo "built build/regola.vsix; install it with: code --install-extension build/regola.vsix"

# The extension in a host: code-server is Visual Studio Code for a browser, and wants the node that its version names. Where
# it cannot be had, that is said.
vscode-host: $(TOOLS) browser vscode
	@test "$$(cat $(VENV)/.code-server 2>/dev/null)" = "$(CODE_SERVER)" || \
	{ sh tests/support/code_server.sh $(CODE_SERVER) $(VENV)/code-server >/dev/null 2>$(VENV)/code-server.log \
	&& echo "$(CODE_SERVER)" > $(VENV)/.code-server; } \
	|| echo "code-server $(CODE_SERVER) cannot be installed here: the extension is not tried in a host"
	$(BIN)/pytest -m vscode -rs

# The grammar for Helix and Neovim, to be copied. src/ is made again where there is the generator, a program of its own;
# from src/ the rest is made by any C compiler.
TREE_SITTER ?= tree-sitter
CC ?= cc
GRAMMAR := editors/tree-sitter-regola
tree-sitter:
	@if command -v $(TREE_SITTER) >/dev/null; then cd $(GRAMMAR) && $(TREE_SITTER) generate --no-bindings \
	&& rm -f package.json src/tree_sitter/a*.h; else echo "there is no $(TREE_SITTER): $(GRAMMAR)/src stays as it is"; fi
	@rm -rf build/helix build/vim && mkdir -p build && cp -R editors/helix editors/vim build/
	@mkdir -p build/helix/runtime/grammars build/vim/parser
	@$(CC) -O2 -shared -fPIC -I $(GRAMMAR)/src $(GRAMMAR)/src/parser.c -o build/vim/parser/regola.so
	@cp build/vim/parser/regola.so build/helix/runtime/grammars/
	@echo "built build/helix and build/vim; docs/editors.md says where they go"

# The extension for Zed, which compiles it itself, and takes the grammar from the commit that this folder is at.
zed:
	@rm -rf build/zed && mkdir -p build && cp -R editors/zed build/
	@sed -i.bak -e 's|REPOSITORY|$(CURDIR)|' -e "s|COMMIT|$$(git rev-parse HEAD)|" build/zed/extension.toml
	@rm build/zed/extension.toml.bak
	@echo "built build/zed; in Zed: Install Dev Extension"

# A book translated in OmegaT, a translator's program, and brought back. Where it cannot be had, that is said.
omegat: $(TOOLS)
	@command -v omegat >/dev/null || { \
	echo "installing OmegaT"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends omegat; } \
	>/dev/null 2>&1 || echo "OmegaT cannot be installed here: what it makes of a book is not looked at"; }
	$(BIN)/pytest -m omegat tests/exchange/test_omegat.py

# Games played to their end by chance, always the same ones: no phase may be stuck, no rule missing, no two at odds.
# The module plays on all cores; in a few games the interpreter listens to which rules have a say.
simulate: books classics

GAMES ?= 1000
HEARD = 8
# Draughts and Reversi take so much longer that they are played as often as they can be.
LONG = 300
LONGER = 60
classics: $(STAMP)
	$(BIN)/regola simulate games/lantern_pass --scenario first_frost -n $(GAMES) --seed 14 --listen $(HEARD)
	$(BIN)/regola simulate games/lantern_pass --scenario last_night -n $(GAMES) --seed 14 --listen $(HEARD)
	$(BIN)/regola simulate games/classics/tic_tac_toe.regola -n 500 --seed 14
	$(BIN)/regola simulate games/classics/duel.regola -n 500 --seed 14
	$(BIN)/regola simulate games/classics/draughts.regola -n $(LONG) --seed 14 --listen $(HEARD)
	$(BIN)/regola simulate games/classics/reversi.regola -n $(LONGER) --seed 14 --listen 2

# The same of the books that are played from set-up to victory, in every run of the tests: `make test` plays a quarter of the
# games, beside mypy, which keeps one core busy. The interpreter takes thirty times as long as the module: there it listens to
# none, and tests/games/test_games.py has it play the first moves of one, which are held to the module's.
BOOKS = 200
LISTEN = 2
books: $(STAMP)
	$(BIN)/regola simulate games/west_front --scenario trial -n $(BOOKS) --seed 14 --listen $(LISTEN)
	$(BIN)/regola simulate games/caucasus --scenario last_days -n $(BOOKS) --seed 14 --listen $(LISTEN)
	$(BIN)/regola simulate games/axis_allies --scenario small_world -n $(BOOKS) --limit 300 --seed 14 --listen $(LISTEN)

# What looks at pages as a reader does. Where it cannot be had, those tests are left out with a message.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null && exit 0; \
	echo "installing Chromium, for the tests that look at pages"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
	>/dev/null 2>&1 || echo "Chromium cannot be installed here: the tests that look at pages are left out"

# What tests ask that pip does not bring, fetched beside it: one after the other, as a package manager serves one at a time.
judges:
	@for one in browser checkers node textmate; do $(MAKE) --no-print-directory $$one || exit 1; done

# What judges pages and is not of our making: axe-core in the browser, and the Nu HTML checker, which wants a Java. They
# are left out likewise. (What judges PDFs comes with the tools.)
checkers:
	@command -v java >/dev/null || { \
	echo "installing a Java, for the HTML checker"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless; } \
	>/dev/null 2>&1 || echo "Java cannot be installed here: pages are not checked as HTML"; }
	@command -v npm >/dev/null || { \
	echo "installing npm, for what judges pages"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm; } \
	>/dev/null 2>&1 || true; }
	@test "$$(cat $(VENV)/.checkers 2>/dev/null)" = "$(CHECKERS)" || \
	{ npm install --prefix $(VENV) --no-save --no-fund --no-audit --ignore-scripts $(CHECKERS) >/dev/null 2>&1 \
	&& echo "$(CHECKERS)" > $(VENV)/.checkers; } \
	|| echo "$(CHECKERS) cannot be installed here: what they judge is left out"

# All of `make test`, with all draws of what is drawn by chance, of which it tries a sixth, and with all games, errata and
# pages where it asks some (tests/support/effort.py): meant to run at night, and before a release.
thorough: $(TOOLS) browser checkers books
	REGOLA_PROFILE=thorough $(BIN)/pytest -n 2 -m "not omegat and not web and not vscode"

# The same properties, of programs that were never tried before: meant to run at night. The interpreter, the module and a
# reading written apart from both (tests/support/third) answer programs with hostile names, lists of rows, effects,
# sequences and paths; random games are played beside a naive player.
fuzz: $(TOOLS)
	REGOLA_PROFILE=fuzz $(BIN)/pytest -n 2 $(patsubst %,tests/analysis/test_%.py,positions properties tables diff) tests/language/test_format.py tests/incremental/test_session.py tests/play/test_third_opinion.py

# What the desk finds of faults in meaning words and of other kinds, on the texts that nothing was tuned on.
words: $(TOOLS)
	@$(BIN)/python tests/benchmarks/words.py

# What the rules alone tell of faults of all kinds, made anywhere in a book as somebody outside makes them.
outside: $(TOOLS)
	@$(BIN)/python tests/benchmarks/outside.py

# The weights of meaning words fitted again to the books they are fitted to, where those are: `make weights WRITE=--write`.
WRITE ?=
weights: $(TOOLS)
	@$(BIN)/python tests/benchmarks/fit_words.py $(WRITE)

# Every benchmark there is, one after the other: ratios measured in one run, never asserted.
bench: $(TOOLS)
	@for part in tests/benchmarks/*.py; do echo "== $$part"; $(BIN)/python $$part || exit 1; echo; done

# The compiler in a browser: a folder of files for any web server, that works without a network once it was opened.
web: $(STAMP)
	@$(BIN)/python editors/web/build.py

# It is opened, and used as a designer would. Where there is no browser or no npm, that is said.
web-test: $(TOOLS) browser checkers
	$(BIN)/pytest -m web -rs

# The documents as a site with a search, links held. The search wants a server; the pages can be read without.
site: $(TOOLS)
	@$(BIN)/mkdocs build --strict --quiet
	@echo "built build/site/index.html; with its search: $(PYTHON) -m http.server -d build/site"

# A release: versions, changelog, packages, the wheel tried in an empty folder, a commit and its tag. Nothing is sent.
# `make release VERSION=0.2.0 DRY=--dry` builds and tries, and commits nothing.
DRY ?=
release: $(TOOLS)
	@$(BIN)/python release/release.py $(VERSION) $(DRY)

format: $(TOOLS)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/regola fmt

clean:
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
