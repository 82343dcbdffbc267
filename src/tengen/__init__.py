"""A Go engine and a laboratory for Monte-Carlo tree search.

    import tengen
    game = tengen.Game(size=9, komi=7.0, rules="chinese")
    game.play("E5")
    with tengen.Engine("pachi", seed=1) as engine:
        print(engine.play(game, tengen.Limit(simulations=1000)))

``import tengen`` itself loads nothing: each name is loaded when it is first used. Messages and warnings go to the
logger ``tengen`` of the standard library; a program sees them if it configures logging.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    from tengen._version import __version__  # written when the package is built or installed, from git's tags
except ImportError:
    __version__ = "unknown"

if TYPE_CHECKING:
    from tengen.board.grid import BLACK as BLACK
    from tengen.board.grid import EMPTY as EMPTY
    from tengen.board.grid import PASS as PASS
    from tengen.board.grid import RESIGN as RESIGN
    from tengen.board.grid import WHITE as WHITE
    from tengen.board.grid import Move as Move
    from tengen.board.rules import IllegalMove as IllegalMove
    from tengen.board.rules import Rules as Rules
    from tengen.board.rules import Score as Score
    from tengen.compiled.progress import PROGRESS as PROGRESS
    from tengen.compiled.progress import Progress as Progress
    from tengen.engines.engine import Engine as Engine
    from tengen.engines.engine import NoSearchError as NoSearchError
    from tengen.engines.part_info import OptionInfo as OptionInfo
    from tengen.engines.part_info import PartInfo as PartInfo
    from tengen.engines.part_info import all_parts as all_parts
    from tengen.game.clock import Clock as Clock
    from tengen.game.game import Game as Game
    from tengen.game.limit import Limit as Limit
    from tengen.game.restriction import Restriction as Restriction
    from tengen.parts.options import OptionError as OptionError
    from tengen.playout.example import Playout as Playout
    from tengen.playout.example import PlayoutMove as PlayoutMove
    from tengen.report.report import MoveReport as MoveReport
    from tengen.report.report import NodeReport as NodeReport
    from tengen.report.report import Report as Report
    from tengen.report.report import UrgencyReport as UrgencyReport
    from tengen.sgf.error import SgfError as SgfError

_HOMES = {
    "BLACK": "tengen.board.grid",
    "Clock": "tengen.game.clock",
    "EMPTY": "tengen.board.grid",
    "Engine": "tengen.engines.engine",
    "Game": "tengen.game.game",
    "IllegalMove": "tengen.board.rules",
    "Limit": "tengen.game.limit",
    "Move": "tengen.board.grid",
    "MoveReport": "tengen.report.report",
    "NoSearchError": "tengen.engines.engine",
    "NodeReport": "tengen.report.report",
    "OptionError": "tengen.parts.options",
    "OptionInfo": "tengen.engines.part_info",
    "PASS": "tengen.board.grid",
    "PartInfo": "tengen.engines.part_info",
    "Playout": "tengen.playout.example",
    "PlayoutMove": "tengen.playout.example",
    "PROGRESS": "tengen.compiled.progress",
    "Progress": "tengen.compiled.progress",
    "RESIGN": "tengen.board.grid",
    "Report": "tengen.report.report",
    "Restriction": "tengen.game.restriction",
    "Rules": "tengen.board.rules",
    "Score": "tengen.board.rules",
    "SgfError": "tengen.sgf.error",
    "UrgencyReport": "tengen.report.report",
    "WHITE": "tengen.board.grid",
    "all_parts": "tengen.engines.part_info",
}

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "PROGRESS",
    "RESIGN",
    "WHITE",
    "Clock",
    "Engine",
    "Game",
    "IllegalMove",
    "Limit",
    "Move",
    "MoveReport",
    "NoSearchError",
    "NodeReport",
    "OptionError",
    "OptionInfo",
    "PartInfo",
    "Playout",
    "PlayoutMove",
    "Progress",
    "Report",
    "Restriction",
    "Rules",
    "Score",
    "SgfError",
    "UrgencyReport",
    "__version__",
    "all_parts",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tengen' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
