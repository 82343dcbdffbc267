"""A seat at the board: a player's running engine, set up for one game after another."""

from contextlib import suppress

from tengen.match.client import Client, EngineFailure, Refused
from tengen.match.clock import Clock
from tengen.match.definition import Pairing, Player
from tengen.match.launch import launch_of
from tengen.match.store import Side

SEED_COMMANDS = ("tengen-seed", "set_random_seed")  # ours, GNU Go's
SEED_LIMIT = 10**9  # as many digits as our GTP reads; GNU Go's is an int of C


class SetupFailure(Exception):
    """An engine that cannot be started, or refuses the board, the komi or the handicap: no game comes about."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Seat:
    """A player with its engine; made by ``open_seat``."""

    def __init__(self, player: Player, client: Client) -> None:
        self.player = player
        self.client = client
        self.commands: frozenset[str] = frozenset()
        self.version = ""
        self.is_broken = False
        """Whether the engine must be started anew before the next game."""

    async def ask(self, command: str, seconds: float | None = None) -> str:
        """Ask the engine, with the player's patience if no other limit is given; raises Refused, EngineFailure."""
        try:
            return await self.client.ask(command, seconds or self.player.patience)
        except EngineFailure:
            self.is_broken = True
            raise

    async def introduce(self) -> None:
        """Learn what the engine is and can do, and send the player's own commands."""
        name = await self._ask_if_answered("name")
        version = await self._ask_if_answered("version")
        self.version = f"{name} {version}".strip()
        self.commands = frozenset((await self._ask_if_answered("list_commands")).split())
        for command in self.player.startup:
            await self.ask(command)

    async def _ask_if_answered(self, command: str) -> str:
        try:
            return await self.ask(command)
        except Refused:
            return ""

    async def set_up(self, pairing: Pairing, seed: int) -> int | None:
        """Start a new game; return the seed if the engine took it."""
        await self.ask(f"boardsize {pairing.size}")
        await self.ask("clear_board")
        await self.ask(f"komi {pairing.komi:g}")
        if "kgs-rules" in self.commands:
            with suppress(Refused):  # it knows the names of one server only
                await self.ask(f"kgs-rules {pairing.rules}")
        if pairing.time is not None and "time_settings" in self.commands:
            time = pairing.time
            await self.ask(f"time_settings {time.main:g} {time.overtime:g} {time.stones}")
        for command in SEED_COMMANDS:
            if command in self.commands:
                await self.ask(f"{command} {seed}")
                return seed
        return None

    async def give_handicap(self, names: list[str]) -> None:
        """Place handicap stones."""
        if "set_free_handicap" in self.commands:
            await self.ask(f"set_free_handicap {' '.join(names)}")
        else:
            await self.ask(f"fixed_handicap {len(names)}")

    async def choose(self, side: Side, clock: Clock | None) -> str:
        """Return the engine's move, as it says it."""
        if clock is None or clock.is_unlimited:
            return await self.ask(f"genmove {side}")
        if "time_left" in self.commands:
            with suppress(Refused):
                await self.ask(f"time_left {side} {int(clock.seconds_left)} {clock.stones_left}")
        return await self.ask(f"genmove {side}", min(self.player.patience, clock.seconds_for_move))

    async def dead_stones(self) -> list[str] | None:
        """Return what the engine says is dead at the end, None if it cannot tell."""
        try:
            return (await self.ask("final_status_list dead")).split()
        except (Refused, EngineFailure):
            return None

    async def close(self) -> None:
        """End the engine."""
        await (self.client.kill() if self.is_broken else self.client.quit())

    async def kill(self) -> None:
        """End the engine at once."""
        await self.client.kill()


async def open_seat(player: Player, pairing: Pairing) -> Seat:
    """Start a player's engine; raises SetupFailure if that is not possible."""
    try:
        client = await Client.start(launch_of(player, pairing))
    except EngineFailure as error:
        raise SetupFailure("start", f"{player.name}: {error}") from None
    seat = Seat(player, client)
    try:
        await seat.introduce()
    except (Refused, EngineFailure) as error:
        await client.kill()
        raise SetupFailure("start", described(seat, error)) from None
    except BaseException:
        await client.kill()
        raise
    return seat


def described(seat: Seat, error: Exception | str) -> str:
    """Return what happened to an engine, with the end of its stderr."""
    errors = seat.client.stderr
    return f"{seat.player.name}: {error}" + (f"\nstderr ends:\n{errors}" if errors else "")
