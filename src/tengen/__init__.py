"""A Go engine and a laboratory for Monte-Carlo tree search.

    import tengen
    game = tengen.Game(size=9, komi=7.0, rules="chinese")
    game.play("E5")
    print(game, game.score())

The names below are loaded when they are first used: compiled code takes a moment to load.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tengen.board.grid import Move as Move
    from tengen.board.rules import IllegalMove as IllegalMove
    from tengen.board.rules import Rules as Rules
    from tengen.board.rules import Score as Score
    from tengen.game.game import Game as Game

_HOMES = {
    "Game": "tengen.game.game",
    "IllegalMove": "tengen.board.rules",
    "Move": "tengen.board.grid",
    "Rules": "tengen.board.rules",
    "Score": "tengen.board.rules",
}

__all__ = ["Game", "IllegalMove", "Move", "Rules", "Score", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tengen' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
