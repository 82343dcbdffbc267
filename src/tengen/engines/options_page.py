"""The page of options: every option once, and of each preset what it changes."""

from collections import defaultdict

from tengen.engines.catalogue import ENGINES, default_options, preset_settings
from tengen.parts.options import Knob, knob, knobs
from tengen.presets.preset import preset_named, preset_names

HEAD = """# Options

Every technique is a part, and switched on by naming it in its family's list. An option is set in the same words
everywhere; a set of options is checked as a whole, so their order does not matter.

| where | how |
| --- | --- |
| command line | `tengen gtp --preset pachi --set tree.parts=-dynamic_komi --set tree.terms=prior,rave` |
| GTP | `tengen-option tree.parts -dynamic_komi`; `tengen-option` alone lists all |
| file | `tengen gtp --config my.toml`, from an edited `tengen show options --format toml > my.toml` |
| match and experiment | `set = { tree.parts = ["-dynamic_komi"] }` of a player |
| Python | `tengen.Engine("pachi", {"tree.parts": "-dynamic_komi"}, threads=2)`, later `engine.set({...})` |

A list is given as a whole (`tree.terms=prior,rave`), emptied by `none`, or changed by adding and removing
names (`tree.terms=+criticality,-prior`). A name that ends in `.py` is [a part of your own](../CONTRIBUTING.md).

`tengen show options --format page` writes this page; a test keeps it fresh."""


def options_page() -> str:
    """Return the whole page, in Markdown."""
    parts = [HEAD, "## What each preset changes", *map(_preset, preset_names())]
    for engines, leaves in _by_engines().items():
        title = "all engines" if len(engines) == len(ENGINES) else ", ".join(f"`{name}`" for name in engines)
        parts += [f"## Options of {title}", _table(leaves)]
    return "\n\n".join(parts) + "\n"


def _preset(name: str) -> str:
    preset = preset_named(name)
    settings = preset_settings(preset)
    changed = [f"`{leaf}={knob(settings.options, leaf).text}`" for leaf in settings.origins]
    return f"**{name}** (engine `{preset.engine}`): {', '.join(changed) or 'nothing'}. {preset.about}"


def _by_engines() -> dict[tuple[str, ...], list[Knob]]:
    """Return the options, by the engines that have them with the same default and meaning."""
    engines: dict[str, list[str]] = defaultdict(list)
    leaves: dict[str, Knob] = {}
    for name in ENGINES:
        for leaf in knobs(default_options(name)):
            row = _row(leaf)
            engines[row].append(name)
            leaves.setdefault(row, leaf)
    found: dict[tuple[str, ...], list[Knob]] = defaultdict(list)
    for row, leaf in leaves.items():
        found[tuple(engines[row])].append(leaf)
    return found


def _table(leaves: list[Knob]) -> str:
    return "\n".join(["| option | default | allowed | meaning |", "| --- | --- | --- | --- |", *map(_row, leaves)])


def _row(leaf: Knob) -> str:
    allowed = leaf.allowed.replace("|", " or ")
    return f"| `{leaf.name}` | {leaf.text or '(none)'} | {allowed} | {leaf.meta.description} |"
