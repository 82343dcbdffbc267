"""What there is to choose from: presets, levels, rules and parts."""

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from tengen import __version__
from tengen.board.rules import RULES
from tengen.presets.level import level_names
from tengen.presets.preset import preset_named
from tengen.web import messages as m
from tengen.web.setups import allowed_presets, at_level, check, level_options, new_engine

if TYPE_CHECKING:
    from tengen import Engine, OptionInfo
    from tengen.web.shared import Shared


def welcome(shared: "Shared", session: str) -> m.Welcome:
    """Return the answer to a new page. Without the engine's code, which is still loading, there are no parts yet."""
    return m.Welcome(
        version=__version__,
        session=session,
        presets=[m.Choice(name=name, summary=preset_named(name).about) for name in allowed_presets()],
        levels=level_names(),
        rules=[
            m.RulesChoice(name=rules.name, summary=_summary(rules.scoring), komi=rules.komi, scoring=rules.scoring)
            for rules in RULES.values()
        ],
        parts=_parts() if shared.preparer.is_loaded else [],
        games=shared.store.games(),
        cores=shared.cores.count,
        new_game=shared.new_game,
    )


@cache
def _parts() -> list[m.PartView]:
    """Return all parts that can be switched on and off."""
    from tengen import all_parts

    return [
        m.PartView(
            name=part.name,
            family=part.family,
            switch=part.listed_in,
            summary=part.summary,
            options=[_option(option) for option in part.options],
            page=f"/{part.page.removesuffix('.md')}" if part.page else None,
        )
        for part in all_parts()
    ]


def _option(option: "OptionInfo") -> m.OptionView:
    return m.OptionView(
        name=option.name,
        description=option.description,
        kind=option.allowed,
        choices=list(option.choices) or None,
        default=option_text(option.default),
    )


def option_text(value: Any) -> str:
    """Return the value of an option as a user would type it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def description(slot: int, setup: m.Setup, size: int) -> m.SetupDescription:
    """Return which parts the engine of a setup uses on a board size; raises OptionError if the setup is not valid."""
    check(setup)
    usual = msgspec.structs.replace(setup, options={})
    with new_engine(at_level(setup, size), 1) as engine, new_engine(at_level(usual, size), 1) as before:
        return _description(slot, setup, size, engine, before)


def _description(slot: int, setup: m.Setup, size: int, engine: "Engine", usual: "Engine") -> m.SetupDescription:
    """Return which parts an engine uses; ``usual`` is the engine of its preset and level without changes."""
    before = {option.name: option.value for part in usual.parts() for option in part.options}
    used = [part for part in engine.parts() if part.is_used]
    return m.SetupDescription(
        slot=slot,
        setup=setup,
        on=[f"{part.family}/{part.name}" for part in used],
        needed=[f"{part.family}/{part.name}" for part in used if not part.is_listed],
        values=[
            m.OptionValue(
                name=option.name, value=option_text(option.value), is_changed=option.value != before.get(option.name)
            )
            for part in used
            for option in part.options
        ],
        level_options=[
            m.OptionValue(name=name, value=value, is_changed=name in setup.options)
            for name, value in ({} if setup.level is None else level_options(setup.level, size)).items()
        ],
    )


def _summary(scoring: str) -> str:
    return "stones and surrounded points count" if scoring == "area" else "surrounded points and prisoners count"
