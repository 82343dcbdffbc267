"""The rules of the house that the linters do not know."""

import doctest
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import tengen
from tengen.compiled.jit import KERNEL_FOLDERS
from tengen.engines.options_page import options_page
from tengen.gtp.reference import ARGUMENTS, TITLES, gtp_page
from tengen.gtp.session import COMMANDS, SUBJECTS
from tengen.parts.family import Family
from tengen.playout.policy import FILTERS, RULES, SAMPLERS
from tengen.tree.options import PARTS, PRIORS, STATISTICS, TERMS

PACKAGE = Path(tengen.__file__).parent
ROOT = Path(__file__).parents[2]
SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_only_one_file_compiles() -> None:
    compiles = r"\bn?jit\(|@(numba\.)?n?jit\b|= KernelDispatcher\("
    users = [path for path in SOURCES if re.search(compiles, path.read_text())]
    assert users == [PACKAGE / "compiled" / "jit.py"]


def test_kernels_are_only_where_the_cache_looks_for_changes() -> None:
    users = {
        path.relative_to(PACKAGE).parts[0]
        for path in SOURCES
        if re.search(r"^@(kernel|inlined)\b", path.read_text(), re.M)
    }
    assert users <= set(KERNEL_FOLDERS)


def guide() -> dict[str, list[str]]:
    """Return the modules that ARCHITECTURE.md has a sentence for, by folder, in its order."""
    folders: dict[str, list[str]] = {}
    for line in (ROOT / "ARCHITECTURE.md").read_text().splitlines():
        if heading := re.fullmatch(r"### `(.*)/`", line):
            folders[heading[1]] = []
        elif sentence := re.match(r"- `(\w+)\.py`: \w.*\.$", line):
            folders[[*folders][-1]].append(sentence[1])
    return folders


def test_every_module_has_a_sentence_in_the_guide_and_no_other() -> None:
    modules: dict[str, list[str]] = {}
    for path in SOURCES:
        if path.name != "__init__.py" and path.parent != PACKAGE:
            modules.setdefault(path.parent.relative_to(PACKAGE).as_posix(), []).append(path.stem)
    assert {folder: sorted(sentences) for folder, sentences in guide().items()} == modules


def test_the_guide_goes_bottom_up() -> None:
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    heights = {folder: height for height, layer in enumerate(reversed(layers)) for folder in layer.split(" | ")}
    seen = [heights[folder.partition("/")[0]] for folder in guide()]
    assert seen == sorted(seen)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_gtp_command_has_its_function_and_no_other(subject: str) -> None:
    module = import_module(f"tengen.gtp.commands.{subject}")
    functions = {name for name, f in vars(module).items() if getattr(f, "__module__", "") == module.__name__}
    public = {name for name in functions if not name.startswith("_")}
    assert public == {name.replace("-", "_") for name, home in COMMANDS.items() if home == subject}


@pytest.mark.parametrize("part", [*RULES.names, *FILTERS.names, *SAMPLERS.names])
def test_every_part_has_a_page(part: str) -> None:
    assert (ROOT / "docs" / "techniques" / f"{part}.md").exists()


@pytest.mark.parametrize("family", [TERMS, PRIORS, PARTS, STATISTICS], ids=lambda family: family.name)
def test_every_part_of_the_tree_has_a_page(family: Family) -> None:
    folder = ROOT / "docs" / "techniques" / family.package.rsplit(".", 1)[-1]
    assert {path.stem for path in folder.glob("*.md")} == set(family.names)


def test_the_page_of_options_is_fresh() -> None:
    page = (ROOT / "docs" / "options.md").read_text()
    assert page == options_page(), "write it anew: tengen show options --format page > docs/options.md"


def test_the_page_of_gtp_commands_is_fresh() -> None:
    page = (ROOT / "docs" / "gtp.md").read_text()
    assert page == gtp_page(), "write it anew: tengen show gtp > docs/gtp.md"


def test_the_page_of_gtp_commands_knows_no_others() -> None:
    assert set(ARGUMENTS) <= set(COMMANDS)
    assert set(TITLES) == set(SUBJECTS)


def test_the_readme_tells_the_truth() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 6
    assert results.failed == 0
