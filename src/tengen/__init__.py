"""A Go engine and a laboratory for Monte-Carlo tree search.

    import tengen
    game = tengen.Game(size=9, komi=7.0, rules="chinese")
    game.play("E5")
    print(game, game.score())

``import tengen`` itself loads nothing: each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

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
    from tengen.game.game import Game as Game
    from tengen.sgf.error import SgfError as SgfError

_HOMES = {
    "BLACK": "tengen.board.grid",
    "EMPTY": "tengen.board.grid",
    "Game": "tengen.game.game",
    "IllegalMove": "tengen.board.rules",
    "Move": "tengen.board.grid",
    "PASS": "tengen.board.grid",
    "RESIGN": "tengen.board.grid",
    "Rules": "tengen.board.rules",
    "Score": "tengen.board.rules",
    "SgfError": "tengen.sgf.error",
    "WHITE": "tengen.board.grid",
}

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "RESIGN",
    "WHITE",
    "Game",
    "IllegalMove",
    "Move",
    "Rules",
    "Score",
    "SgfError",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tengen' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
