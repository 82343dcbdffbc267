"""``tengen show``: what there is, and how it is set."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.group import CommandGroup
from tengen.cli.options import Config, EngineChoice, Json, Preset, Set, Size
from tengen.cli.playout import playout_options
from tengen.presets.preset import DEFAULT_PRESET

if TYPE_CHECKING:
    from tengen.parts.family import Part
    from tengen.parts.options import Options

show_app = typer.Typer(
    cls=CommandGroup, help="Show presets, levels, options, parts, and where things are.", no_args_is_help=True
)
Form = Annotated[str, typer.Option("--format", help="text, toml, json, schema, markdown, or page for all presets.")]


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(show_app, name="show")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


@show_app.command("presets")
def presets(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the presets.

    Example: tengen show presets
    """
    from tengen.presets.preset import preset_named, preset_names

    for name in preset_names():
        preset = preset_named(name)
        about = {"preset": name, "engine": preset.engine, "about": preset.about, "options": preset.options}
        _print(json.dumps(about) if as_json else f"{name:12} {preset.about}")


@show_app.command("levels")
def levels(size: Size = 19, as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the levels, the weakest first, and what each sets on a board size.

    Example: tengen show levels --size 9
    """
    from tengen.presets.level import level_named, level_names

    if not as_json:
        _print(f"On {size}x{size}; --size shows another board. The weakest comes first.")
    for name in level_names():
        options = level_named(name, size).options()
        words = " ".join(f"{option}={value}" for option, value in options.items())
        _print(json.dumps({"level": name, "size": size, "options": options}) if as_json else f"{name:5} {words}")


@show_app.command("options")
def options(
    preset: Preset = DEFAULT_PRESET,
    assignments: Set = [],  # noqa: B006  # typer copies it
    config: Config = None,
    form: Form = "text",
) -> None:
    """List the options of a preset, with range, meaning, and where each value comes from.

    Example: tengen show options --preset amaf --format toml > my.toml
    """
    import msgspec

    from tengen.engines.options_page import options_page
    from tengen.parts import render

    settings = EngineChoice(preset, assignments, config).engine().settings
    forms = {
        "text": lambda: render.to_help(settings) or "this preset has no options",
        "toml": lambda: render.to_toml(settings),
        "json": lambda: msgspec.json.encode(settings.options).decode(),
        "schema": lambda: json.dumps(render.json_schema(settings.options), indent=1),
        "markdown": lambda: render.to_markdown(settings.options),
        "page": lambda: options_page().rstrip(),
    }
    if form not in forms:
        from tengen.parts.names import unknown_name

        raise ValueError(unknown_name("format", form, forms))
    _print(forms[form]())


@show_app.command("policies")
def policies(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the playout policies and the parts that each is made of.

    Example: tengen show policies
    """
    from tengen.playout.policy import POLICIES

    for name, recipe in POLICIES.items():
        text = ", ".join((*recipe.rules, *(recipe.samplers or ("uniform",))))
        text += f"; filters: {', '.join(recipe.filters)}" if recipe.filters else ""
        _print(json.dumps({"policy": name, **recipe._asdict()}) if as_json else f"{name:10} {text}")


@show_app.command("policy")
def policy(
    name: Annotated[str, typer.Argument(help="Name of a playout policy.")] = "random",
    assignments: Set = [],  # noqa: B006  # typer copies it
) -> None:
    """Print the assembled code of a playout policy.

    Example: tengen show policy moggy --set rules=atari,pattern
    """
    from tengen.playout.policy import policy_assembly

    _print(policy_assembly(playout_options(name, assignments)).source())


@show_app.command("terms")
def terms(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the terms that a tree search can choose a child by.

    Example: tengen show terms
    """
    _print_family("terms", as_json=as_json)


@show_app.command("priors")
def priors(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the kinds of knowledge that a tree search can have of moves before it tries them.

    Example: tengen show priors
    """
    _print_family("priors", as_json=as_json)


@show_app.command("parts")
def parts(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the other parts that a tree search can have: what it searches, how it judges, what continues a leaf.

    Example: tengen show parts
    """
    _print_family("parts", as_json=as_json)


def _print_family(family: str, *, as_json: bool) -> None:
    from tengen import all_parts

    for part in all_parts():
        if part.family == family:
            fact = {part.title: part.name, "about": part.summary, "page": part.page}
            _print(json.dumps(fact) if as_json else f"{part.name:17} {part.summary}")


@show_app.command("preset")
def preset(
    name: Annotated[str, typer.Argument(help="Name of a preset.")],
    assignments: Set = [],  # noqa: B006  # typer copies it
    code: Annotated[bool, typer.Option("--code", help="Print the assembled code of its search.")] = False,  # noqa: FBT002
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Tell what a preset is made of, what it changes, and what it lacks of the program that it is named after.

    Example: tengen show preset mogo --code
    """
    from tengen.parts.options import knob
    from tengen.presets.preset import preset_named
    from tengen.search.options import SearchOptions

    found = preset_named(name)
    settings = EngineChoice(name, assignments).engine().settings
    if code:
        from tengen.tree.recipe import search_source

        if not isinstance(settings.options, SearchOptions):
            raise ValueError(f"preset {name!r} searches no tree; see `tengen show policy`")
        _print(search_source(settings.options))
        return
    changed = {leaf: knob(settings.options, leaf).text for leaf in settings.origins}
    facts = {"preset": name.strip().lower(), "engine": found.engine, "about": found.about}
    made_of = _made_of(settings.options)
    if as_json:
        _print(json.dumps(facts | {"parts": made_of, "changed": changed, "missing": found.missing}))
        return
    lines = [found.about, f"engine: {found.engine}"]
    lines += [f"{kind}: {', '.join(parts) or 'none'}" for kind, parts in made_of.items()]
    lines += ["changed options:" if changed else "changed options: none"]
    lines += [f"  {leaf}={value}" for leaf, value in changed.items()]
    if found.missing:
        lines += ["missing of the described program:", *(f"  {one}" for one in found.missing)]
    _print("\n".join(lines))


def _made_of(options: "Options") -> dict[str, list[str]]:
    """Return the parts that options name, by kind."""
    from tengen.playout.policy import PlayoutOptions, recipe_of
    from tengen.search.options import SearchOptions

    parts: dict[str, list[str]] = {}
    if isinstance(options, SearchOptions):
        parts |= {"terms": list(options.tree.terms), "parts": list(options.tree.parts)}
        parts |= {"priors": list(options.prior.parts)}
    playout = getattr(options, "playout", None)
    if isinstance(playout, PlayoutOptions):
        recipe = recipe_of(playout)
        parts |= {
            "playout rules": list(recipe.rules),
            "playout choosers": list(recipe.choosers),
            "playout filters": list(recipe.filters),
            "playout samplers": list(recipe.samplers),
        }
    return parts


@show_app.command("part")
def part(
    name: Annotated[
        str,
        typer.Argument(
            help="Name of a playout rule, chooser, filter or sampler, or of a term, prior or other part of the tree."
        ),
    ],
) -> None:
    """Print what a part does, and its options.

    Example: tengen show part nakade
    """
    from tengen.parts.names import unknown_name
    from tengen.playout.policy import FAMILIES
    from tengen.tree.options import PARTS, PRIORS, STATISTICS, TERMS

    families = (*FAMILIES, TERMS, PARTS, STATISTICS, PRIORS)
    key = name.strip().lower().replace("-", "_")
    found = [(family.title, family.part(key)) for family in families if key in family.names]
    if not found:
        raise ValueError(unknown_name("part", name, {one for family in families for one in family.names}))
    texts = [_described(one) for _, one in found]
    for (title, _), text in list(zip(found, texts, strict=True))[1:]:
        texts[0] += f"\n\nThere is a {title} of the same name:\n\n{text}"
    _print(texts[0])


def _described(part: "Part") -> str:
    """Return a part's docstring, and the table of its options."""
    from tengen.parts.render import to_markdown

    text = (part.module.__doc__ or "").strip()
    return text if part.options is None else f"{text}\n\n{to_markdown(part.options())}"


@show_app.command("rules")
def rules(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the rule sets.

    Example: tengen show rules
    """
    import msgspec

    from tengen.board.rules import RULES

    for one in RULES.values():
        facts = msgspec.to_builtins(one)
        text = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in facts.items() if key != "name")
        _print(json.dumps(facts) if as_json else f"{one.name:14} {text}")


@show_app.command("gtp")
def gtp() -> None:
    """Print the page of GTP commands, in Markdown.

    Example: tengen show gtp
    """
    from tengen.gtp.reference import gtp_page

    sys.stdout.write(gtp_page())


@show_app.command("paths")
def paths(as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """Tell where the program, its compiled code and its temporary files are.

    Example: tengen show paths
    """
    from tengen.compiled.jit import PACKAGE, cache_folder

    places = {"package": str(PACKAGE), "python": sys.executable, "cache": str(cache_folder())}
    if as_json:
        _print(json.dumps(places))
    else:
        _print("\n".join(f"{what:8} {where}" for what, where in places.items()))
