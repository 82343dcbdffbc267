"""What there is to choose from: presets, levels, rules and parts."""

from typing import TYPE_CHECKING

from tengen import __version__
from tengen.board.rules import RULES
from tengen.presets.level import level_names
from tengen.presets.preset import preset_named
from tengen.web import messages as m
from tengen.web.setups import allowed_presets

if TYPE_CHECKING:
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
        parts=[],
        games=shared.store.games(),
        cores=shared.cores.count,
    )


def _summary(scoring: str) -> str:
    return "stones and surrounded points count" if scoring == "area" else "surrounded points and prisoners count"
