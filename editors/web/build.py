"""The page: the compiler in a browser, as a folder of files that any web server can hand out.

The compiler is its own wheel, run by Pyodide; what that and the editor are made of is fetched from npm and PyPI by the
hashes in `package-lock.json` and `wheels.txt`, once, into `build/web-parts`. Nothing of it is in the repository.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import polib
from regola_dsl.wording import CATALOGUES, ENGLISH, languages, later

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ROOT / "build" / "web-parts"
# The platforms that wheels are taken for, the browser's own first.
PLATFORMS = ("pyemscripten_2026_0_wasm32", "any", "manylinux2014_x86_64")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MODULES = {
    "@codemirror/commands": "dist/index.js",
    "@codemirror/language": "dist/index.js",
    "@codemirror/lint": "dist/index.js",
    "@codemirror/state": "dist/index.js",
    "@codemirror/view": "dist/index.js",
    "@lezer/common": "dist/index.js",
    "@lezer/highlight": "dist/index.js",
    "@marijn/find-cluster-break": "src/index.js",
    "crelt": "index.js",
    "style-mod": "src/style-mod.js",
    "w3c-keyname": "index.js",
}
# What the browser never runs: the translator's desk and the editors' server.
LEFT_OUT = ("regola_crosscheck/", "regola_lsp/", "jsonschema/tests/", "jsonschema/benchmarks/", "referencing/tests/")
EXAMPLES = {
    later("Tic-tac-toe"): "games/classics/tic_tac_toe.regola",
    later("A duel"): "games/classics/duel.regola",
    later("Reversi"): "games/classics/reversi.regola",
    later("Draughts"): "games/classics/draughts.regola",
    later("The Lantern Pass, a game with its rulebook"): "games/lantern_pass",
}
NEW = "my_game"
TEXTS = {".regola", ".yaml", ".md"}
# Languages by what they call themselves; one that is not here is shown by its code.
OWN_NAMES = {ENGLISH: "English", "it": "Italiano"}


def main() -> None:
    """Write the page to a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build" / "web")
    output = parser.parse_args().output
    _fetch()
    with TemporaryDirectory(dir=ROOT / "build") as place:
        new = Path(place) / "web"
        _write(new)
        shutil.rmtree(output, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(new, output)
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    sys.stdout.write(f"built {output}/index.html, {size / 1e6:.1f} MB; try: python3 -m http.server -d {output}\n")


def _fetch() -> None:
    """Fetch what others made, where that was not done: npm and pip hold each to its hash."""
    wanted = sha256(b"".join((HERE / name).read_bytes() for name in ("package-lock.json", "wheels.txt"))).hexdigest()
    stamp = PARTS / "fetched"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    shutil.rmtree(PARTS, ignore_errors=True)
    PARTS.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, PARTS)
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", at=PARTS)
    words = [word for platform in PLATFORMS for word in ("--platform", platform)]
    _run(
        *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-deps"),
        *(
            "--only-binary",
            ":all:",
            "--python-version",
            "314",
            "--implementation",
            "cp",
            "--abi",
            "cp314",
            "--abi",
            "none",
        ),
        *(*words, "--require-hashes", "-r", str(HERE / "wheels.txt"), "-d", str(PARTS / "wheels")),
    )
    stamp.write_text(wanted, "utf-8")


def _run(*words: str, at: Path = ROOT) -> None:
    subprocess.run(words, cwd=at, check=True, stdout=subprocess.DEVNULL)


def _write(folder: Path) -> None:
    vendor = folder / "vendor"
    (vendor / "pyodide").mkdir(parents=True)
    for name in PYODIDE:
        shutil.copy(PARTS / "node_modules" / "pyodide" / name, vendor / "pyodide")
    imports = {}
    for name, entry in MODULES.items():
        flat = f"{name.strip('@').replace('/', '-')}.js"
        shutil.copy(PARTS / "node_modules" / name / entry, vendor / flat)
        imports[name] = f"./vendor/{flat}"
    (folder / "packages.zip").write_bytes(_packages())
    (folder / "examples.json").write_text(json.dumps(_given(), ensure_ascii=False), "utf-8")
    for language in languages():
        if language != ENGLISH:
            (folder / f"messages-{language}.json").write_text(json.dumps(_said(language), ensure_ascii=False), "utf-8")
    for path in sorted((HERE / "page").iterdir()):
        if path.name not in {"index.html", "sw.js"}:
            shutil.copy(path, folder)
    mapped = json.dumps({"imports": imports})
    (folder / "index.html").write_text(
        (HERE / "page" / "index.html")
        .read_text("utf-8")
        .replace("@IMPORTS@", mapped)
        .replace("@POLICY@", policy(mapped)),
        "utf-8",
    )
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    version = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    worker = (HERE / "page" / "sw.js").read_text("utf-8")
    (folder / "sw.js").write_text(worker.replace("@VERSION@", version).replace("@FILES@", json.dumps(names)), "utf-8")


def policy(inline: str) -> str:
    """What the page may do: run what lies beside it, and speak to nobody else."""
    known = base64.b64encode(sha256(inline.encode()).digest()).decode()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{known}'",
            "style-src 'self' 'unsafe-inline'",  # the editor writes its own style sheet
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _packages() -> bytes:
    """The compiler with all that it needs, as one zip file: the same parts are the same bytes."""
    with TemporaryDirectory() as place:
        _run(
            *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"),
            *("-w", place, str(ROOT)),
        )
        wheels = [*sorted((PARTS / "wheels").glob("*.whl")), *Path(place).glob("*.whl")]
        files = dict(item for wheel in wheels for item in _files(wheel))
    files["rpds.py"] = (HERE / "rpds.py").read_bytes()
    files["regola_page_host.py"] = (HERE / "host.py").read_bytes()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return packed.getvalue()


def _files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """What a wheel holds, without what is compiled for another machine."""
    native = "wasm32" in wheel.name
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.startswith(LEFT_OUT) and (native or not name.endswith((".so", ".pyd"))):
                yield name, archive.read(name)


def _given() -> dict[str, object]:
    """The examples, as the page opens them, and the words of the language."""
    from regola_dsl.declarations import KINDS
    from regola_dsl.parsing.words import keywords

    new = {language: _new(language) for language in languages()}
    examples: list[dict[str, object]] = [
        {"title": later("A new ruleset"), "place": NEW, "files": new.pop(ENGLISH), "in": new}
    ]
    for title, name in EXAMPLES.items():
        path = ROOT / name
        examples.append({"title": title, "place": path.name, "files": _texts(path)})
    return {"examples": examples, "words": sorted({*keywords(), *KINDS}), "languages": _languages()}


def _new(language: str) -> dict[str, str]:
    """A new ruleset in a language, whatever this machine speaks."""
    with TemporaryDirectory() as place:
        made = Path(place) / NEW
        _run(sys.executable, "-m", "regola_cli", "--messages", language, "new", str(made))
        return _texts(made)


def _languages() -> dict[str, str]:
    return {language: OWN_NAMES.get(language, language) for language in languages()}


def _said(language: str) -> dict[str, str]:
    """What this page says, in another language: the part of its catalogue that comes from here."""
    here = HERE.relative_to(ROOT).as_posix()
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"))
    return {
        entry.msgid: entry.msgstr
        for entry in catalogue
        if entry.msgstr and any(file.startswith(here) for file, _ in entry.occurrences)
    }


def _texts(place: Path) -> dict[str, str]:
    """The texts of a game by their path from where it lies."""
    paths = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
    return {
        path.relative_to(place.parent).as_posix(): path.read_text("utf-8")
        for path in paths
        if path.suffix in TEXTS and "damaged" not in path.parts
    }


if __name__ == "__main__":
    main()
