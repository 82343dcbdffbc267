"""A seat at the board: a player's running engine, set up for one game after another."""

from tengen.match.client import Client, EngineFailure, Refused, Response
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


class MoveRefused(Exception):
    """The engine did not take a move of the other side; the message is its own."""


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

    async def ask_all(self, commands: list[str], seconds: float | None = None) -> list[Response]:
        """Ask several things in one go; raises EngineFailure."""
        try:
            return await self.client.ask_all(commands, seconds or self.player.patience)
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

    async def set_up(self, pairing: Pairing, seed: int, start: list[str]) -> int | None:
        """Start a new game, with the commands that make up its first position; return the seed if the engine has one.

        Raises Refused with the command that the engine does not take.
        """
        commands = [f"boardsize {pairing.size}", "clear_board", f"komi {pairing.komi:g}"]
        optional = []
        if "kgs-rules" in self.commands:
            optional.append(f"kgs-rules {pairing.rules}")  # it may know the names of one server only
        if pairing.time is not None and "time_settings" in self.commands:
            time = pairing.time
            commands.append(f"time_settings {time.main:g} {time.overtime:g} {time.stones}")
        seeding = next((command for command in SEED_COMMANDS if command in self.commands), None)
        if seeding:
            commands.append(f"{seeding} {seed}")
        commands += optional + start
        for command, response in zip(commands, await self.ask_all(commands), strict=True):
            if response.sign == "?" and command not in optional:
                raise Refused(f"{response.text} (asked {command!r})")
        return seed if seeding else None

    def handicap_command(self, names: list[str]) -> str:
        """Return the command that places handicap stones on the customary points."""
        if "set_free_handicap" in self.commands:
            return f"set_free_handicap {' '.join(names)}"
        return f"fixed_handicap {len(names)}"

    async def choose(self, side: Side, clock: Clock | None, played: str | None) -> str:
        """Tell the engine the other side's move, if there is one, and return its own, as it says it.

        Raises Refused if it has no move, and MoveRefused if it does not take the other's.
        """
        commands, seconds = [f"genmove {side}"], self.player.patience
        if clock is not None and not clock.is_unlimited:
            seconds = min(seconds, clock.seconds_for_move)
            if "time_left" in self.commands:
                commands.insert(0, f"time_left {side} {int(clock.seconds_left)} {clock.stones_left}")
        if played is not None:
            commands.insert(0, f"play {played}")
        responses = await self.ask_all(commands, seconds)
        if played is not None and responses[0].sign == "?":
            raise MoveRefused(responses[0].text)
        if responses[-1].sign == "?":
            raise Refused(responses[-1].text)
        return responses[-1].text

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
