"""The running engine of a player: set up for one game after another, and asked for moves."""

from tengen.board.grid import BLACK, WHITE, Colour
from tengen.game.clock import Clock
from tengen.match.client import Client, EngineFailure, Refused
from tengen.match.definition import MatchPlayer, Pairing, TimeControl
from tengen.match.finished import Side
from tengen.match.launch import launch_of
from tengen.match.response import Response

SEED_COMMANDS = ("tengen-seed", "set_random_seed")  # ours, GNU Go's
SIMULATIONS_COMMAND = "tengen-simulations"  # ours
PREPARE_COMMAND = "tengen-prepare"  # ours
PREPARE_SECONDS = 1800.0  # compiling takes minutes on a busy machine, and is not a hang
FISCHER_COMMAND = "kata-time_settings"  # KataGo's and ours
SEED_LIMIT = 10**9  # as many digits as our GTP reads; GNU Go's is an int of C
COLOURS: dict[Side, Colour] = {"black": int(BLACK), "white": int(WHITE)}


class SetupFailure(Exception):
    """The engine cannot be started, or refuses the board size, the komi or the handicap: the game is not played."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class MoveRefused(Exception):
    """The engine refused a legal move of the other side; the message is its own."""


class RunningEngine:
    """A player with its engine; made by ``start_engine``."""

    def __init__(self, player: MatchPlayer, client: Client) -> None:
        self.player = player
        self.client = client
        self.commands: frozenset[str] = frozenset()
        self.version = ""
        self.is_broken = False
        """Whether the engine must be restarted before the next game."""

    @property
    def takes_fractions(self) -> bool:
        """Whether it reads fractions of seconds. GTP has whole ones; engines with KataGo's commands read both."""
        return FISCHER_COMMAND in self.commands

    async def ask(self, command: str, seconds: float | None = None) -> str:
        """Send a command and return the reply; the time limit is the player's patience unless another is given.

        Raises Refused, EngineFailure.
        """
        try:
            return await self.client.ask(command, seconds or self.player.patience)
        except EngineFailure:
            self.is_broken = True
            raise

    async def ask_all(self, commands: list[str], seconds: float | None = None) -> list[Response]:
        """Send several commands in one go; raises EngineFailure."""
        try:
            return await self.client.ask_all(commands, seconds or self.player.patience)
        except EngineFailure:
            self.is_broken = True
            raise

    async def introduce(self) -> None:
        """Ask for name, version and commands, and send the player's own startup commands."""
        name = await self.ask_if_known("name") or ""
        version = await self.ask_if_known("version") or ""
        self.version = f"{name} {version}".strip()
        self.commands = frozenset((await self.ask_if_known("list_commands") or "").split())
        for command in self.player.startup:
            await self.ask(command)

    async def prepare(self, pairing: Pairing) -> None:
        """Let the engine compile and load what it needs, if it knows how, so that its first move takes no longer."""
        if PREPARE_COMMAND in self.commands:
            await self.ask_if_known(f"boardsize {pairing.size}")
            await self.ask_if_known(PREPARE_COMMAND, PREPARE_SECONDS)

    async def ask_if_known(self, command: str, seconds: float | None = None) -> str | None:
        """Return the reply to a command, None if the engine refuses it; raises EngineFailure."""
        try:
            return await self.ask(command, seconds)
        except Refused:
            return None

    async def set_up(self, pairing: Pairing, seed: int, start: list[str]) -> int | None:
        """Start a new game, with the commands that make its first position; return the seed if the engine takes one.

        Raises Refused with the command that the engine does not accept.
        """
        commands = [f"boardsize {pairing.size}", "clear_board", f"komi {pairing.komi:g}"]
        optional = []
        if "kgs-rules" in self.commands:
            optional.append(f"kgs-rules {pairing.rules}")  # some engines know only the rules of one server
        if pairing.time is not None and "time_settings" in self.commands:
            commands.append(time_command(pairing.time, takes_fractions=self.takes_fractions))
        seeding = next((command for command in SEED_COMMANDS if command in self.commands), None)
        if seeding:
            commands.append(f"{seeding} {seed}")
        commands += optional + start
        for command, response in zip(commands, await self.ask_all(commands), strict=True):
            if response.sign == "?" and command not in optional:
                hint = "; it may read only whole seconds" if command.startswith("time_settings") else ""
                raise Refused(f"{response.text} (asked {command!r}{hint})")
        return seed if seeding else None

    def handicap_command(self, names: list[str]) -> str:
        """Return the command that places handicap stones on the fixed points."""
        if "set_free_handicap" in self.commands:
            return f"set_free_handicap {' '.join(names)}"
        return f"fixed_handicap {len(names)}"

    async def choose(self, side: Side, clock: Clock | None, played: str | None) -> str:
        """Send the other side's last move, if there is one, and return the answer to ``genmove``.

        Raises Refused if the engine has no move, and MoveRefused if it refuses the other side's.
        """
        commands, seconds = [f"genmove {side}"], self.player.patience
        if clock is not None:
            colour = COLOURS[side]
            seconds = min(seconds, clock.longest_move(colour))
            if "time_left" in self.commands:
                left = clock.left(colour)
                seconds_left = f"{left.seconds:.3f}" if self.takes_fractions else f"{int(left.seconds)}"
                commands.insert(0, f"time_left {side} {seconds_left} {left.stones}")
        if played is not None:
            commands.insert(0, f"play {played}")
        responses = await self.ask_all(commands, seconds)
        if played is not None and responses[0].sign == "?":
            raise MoveRefused(responses[0].text)
        if responses[-1].sign == "?":
            raise Refused(responses[-1].text)
        return responses[-1].text

    async def dead_stones(self) -> list[str] | None:
        """Return the stones that the engine considers dead at the end of a game, None if it cannot tell."""
        try:
            return (await self.ask("final_status_list dead")).split()
        except (Refused, EngineFailure):
            return None

    async def mean_simulations(self) -> int | float | None:
        """Return the mean number of simulations for a move of the game, None if the engine cannot tell."""
        if SIMULATIONS_COMMAND not in self.commands or self.is_broken:
            return None
        try:
            mean = float(await self.ask(SIMULATIONS_COMMAND))
        except (Refused, EngineFailure, ValueError):
            return None
        return int(mean) if mean.is_integer() else mean

    async def close(self) -> None:
        """End the engine."""
        await (self.client.kill() if self.is_broken else self.client.quit())

    async def kill(self) -> None:
        """End the engine at once."""
        await self.client.kill()


def time_command(time: TimeControl, *, takes_fractions: bool) -> str:
    """Return the command that tells an engine the time settings.

    GTP itself knows neither fractions of seconds nor increments. An engine that reads only this gets the whole seconds,
    rounded down, and no increments: ``time_left`` tells it before each move what it really has.
    """
    if time.increment and takes_fractions:
        cap = "" if time.cap is None else f" {time.cap:g} -1"
        return f"{FISCHER_COMMAND} fischer{'-capped' if cap else ''} {time.main:g} {time.increment:g}{cap}"
    main, overtime = int(time.main), int(time.overtime)
    if takes_fractions or not (main or overtime):  # 0 0 0 would mean that there is no limit
        return f"time_settings {time.main:g} {time.overtime:g} {time.stones}"
    return f"time_settings {main} {overtime} {time.stones if overtime else 0}"


def clock_note(player: MatchPlayer, time: TimeControl) -> str:
    """Return what a player's engine is told instead of the real time settings; empty if it is told these.

    Only of GNU Go it is known beforehand that it reads nothing but whole seconds.
    """
    told = time_command(time, takes_fractions=False)
    if not player.is_gnugo or told == time_command(time, takes_fractions=True):
        return ""
    return f"{player.name} is told {told!r}, since GNU Go reads only whole seconds and no increments"


async def start_engine(player: MatchPlayer, pairing: Pairing) -> RunningEngine:
    """Start a player's engine; raises SetupFailure if that is not possible."""
    try:
        client = await Client.start(launch_of(player, pairing))
    except EngineFailure as error:
        raise SetupFailure("start", f"{player.name}: {error}") from None
    engine = RunningEngine(player, client)
    try:
        await engine.introduce()
        await engine.prepare(pairing)
    except (Refused, EngineFailure) as error:
        await client.kill()
        raise SetupFailure("start", described(engine, error)) from None
    except BaseException:
        await client.kill()
        raise
    return engine


def described(engine: RunningEngine, error: Exception | str) -> str:
    """Return what happened to an engine, with the end of its stderr."""
    errors = engine.client.stderr
    return f"{engine.player.name}: {error}" + (f"\nstderr ends:\n{errors}" if errors else "")
