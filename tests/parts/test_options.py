import tomllib
from typing import Annotated, Literal

import msgspec
import numpy as np
import pytest
from msgspec import Meta

from tengen import Engine
from tengen.compiled.jit import kernel
from tengen.parts import options as o
from tengen.parts.render import (
    PAGE_LINES,
    json_schema,
    option_group,
    option_pages,
    to_gogui,
    to_help,
    to_markdown,
    to_toml,
)
from tengen.parts.settings import Origin, Settings


class RaveOptions(o.Options, frozen=True):
    """Share values."""

    equivalence: Annotated[float, Meta(gt=0, description="simulations of equal weight")] = 2500.0
    is_on: Annotated[bool, Meta(description="whether to share")] = True


class SearchOptions(o.Options, frozen=True):
    """The search."""

    final_move: Annotated[Literal["robust", "max"], Meta(description="which child is played")] = "robust"
    threads: Annotated[int, Meta(ge=1, le=64, description="how many threads")] = 1
    terms: Annotated[tuple[str, ...], Meta(description="terms in their order")] = ("prior", "rave")
    rave: RaveOptions = RaveOptions()


def test_leaves_have_dotted_names_in_order() -> None:
    names = [leaf.name for leaf in o.knobs(SearchOptions())]
    assert names == ["final-move", "threads", "terms", "rave.equivalence", "rave.is-on"]


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("rave.equivalence", "3000", lambda x: x.rave.equivalence == 3000.0),
        ("rave.is_on", "off", lambda x: x.rave.is_on is False),
        ("RAVE.Is-On", "true", lambda x: x.rave.is_on is True),
        ("final-move", "max", lambda x: x.final_move == "max"),
        ("threads", 8, lambda x: x.threads == 8),
        ("terms", "a, b,c", lambda x: x.terms == ("a", "b", "c")),
        ("terms", "", lambda x: x.terms == ()),
        ("terms", "none", lambda x: x.terms == ()),
    ],
)
def test_values_are_read_from_text(name: str, text: object, read: object) -> None:
    assert read(o.with_value(SearchOptions(), name, text))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("+ucb", ("prior", "rave", "ucb")),
        ("-prior", ("rave",)),
        ("+rave", ("prior", "rave")),
        ("-prior,+ucb-tuned", ("rave", "ucb_tuned")),
        ("-policy-part", ("prior", "rave", "-policy_part")),
    ],
)
def test_lists_can_be_changed_by_what_comes_and_goes(text: str, terms: tuple[str, ...]) -> None:
    assert o.with_value(SearchOptions(), "terms", text).terms == terms
    with pytest.raises(o.OptionError, match="either the whole list"):
        o.with_value(SearchOptions(), "terms", f"{text},other")


class PairOptions(o.Options, frozen=True):
    """Two numbers that go together."""

    low: Annotated[int, Meta(ge=0, le=9, description="the smaller")] = 1
    high: Annotated[int, Meta(ge=0, le=9, description="the larger")] = 2

    def check(self) -> None:
        """Refuse a pair in the wrong order."""
        if self.low > self.high:
            raise o.OptionError("low is above high")


@pytest.mark.parametrize("words", [["low=5", "high=6"], ["high=6", "low=5"]])
def test_a_set_of_options_is_checked_when_it_is_complete(words: list[str]) -> None:
    settings = Settings(PairOptions())
    settings.assign(words, Origin.COMMAND_LINE)
    assert settings.options == PairOptions(low=5, high=6)
    with pytest.raises(o.OptionError, match="low is above high"):
        settings.set("high", 1, Origin.GTP)
    assert settings.options == PairOptions(low=5, high=6)


def test_none_takes_a_file_away_and_is_a_name_elsewhere() -> None:
    class GameOptions(o.Options, frozen=True):
        """The game."""

        book: Annotated[str, Meta(description="file to begin with")] = ""
        rules: Annotated[str, Meta(description="by name")] = "chinese"

    given = GameOptions(book="b.npz")
    assert o.with_value(given, "book", "none").book == ""
    assert o.with_value(given, "rules", "none").rules == "none"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("rave.equivalence", "-1", "rave.equivalence=-1 is not valid: number, more than 0"),
        ("rave.equivalence", "many", "rave.equivalence=many is not valid: number, more than 0"),
        ("threads", "65", "threads=65 is not valid: integer, 1 to 64"),
        ("threads", "1.5", "threads=1.5 is not valid: integer, 1 to 64"),
        ("final-move", "best", "final-move=best is not valid: robust|max"),
        ("rave.is-on", "perhaps", "rave.is-on=perhaps is not valid: true|false"),
        ("rave.equivalenc", "1", "unknown option 'rave.equivalenc'; did you mean 'rave.equivalence'?"),
    ],
)
def test_bad_values_are_refused_with_what_would_be_good(name: str, text: str, message: str) -> None:
    with pytest.raises(o.OptionError) as caught:
        o.with_value(SearchOptions(), name, text)
    assert str(caught.value) == message


def test_settings_know_where_values_come_from() -> None:
    settings = Settings(SearchOptions())
    settings.update({"threads": 2, "rave": {"equivalence": 1000}}, Origin.FILE)
    settings.set("threads", "4", Origin.GTP)
    names = ("threads", "rave.equivalence", "final-move")
    assert [settings.origin(name) for name in names] == [Origin.GTP, Origin.FILE, Origin.DEFAULT]
    assert [settings.is_users(name) for name in names] == [True, True, False]
    assert "threads=4  [integer, 1 to 64; GTP]" in to_help(settings)


def test_a_bad_file_changes_nothing() -> None:
    settings = Settings(SearchOptions())
    with pytest.raises(o.OptionError):
        settings.update({"threads": 2, "rave": {"nonsense": 1}}, Origin.FILE)
    assert settings.options == SearchOptions()
    assert settings.origin("threads") is Origin.DEFAULT


def test_toml_reads_back() -> None:
    settings = Settings(o.with_value(SearchOptions(), "terms", "x,y"))
    again = Settings(SearchOptions())
    again.update(tomllib.loads(to_toml(settings)), Origin.FILE)
    assert again.options == settings.options


def test_json_reads_back_and_has_a_schema() -> None:
    options = o.with_value(SearchOptions(), "rave.equivalence", 7)
    assert msgspec.json.decode(msgspec.json.encode(options), type=SearchOptions) == options
    schema = json_schema(options)["$defs"]["SearchOptions"]["properties"]
    assert schema["threads"]["maximum"] == 64
    assert schema["threads"]["description"] == "how many threads"


def test_markdown_and_gogui_forms() -> None:
    assert "| `threads` | 1 | integer, 1 to 64 | how many threads |" in to_markdown(SearchOptions())
    assert to_gogui(o.knobs(SearchOptions())).splitlines() == [
        "[list/robust/max] final-move robust",
        "[string] threads 1",
        "[string] terms prior,rave",
        "[string] rave.equivalence 2500.0",
        "[bool] rave.is-on 1",
    ]


def test_compiled_code_reads_numbers_truth_values_and_words() -> None:
    @kernel
    def weight(options: SearchOptions) -> float:
        return options.rave.equivalence * options.threads if options.rave.is_on else 0.0

    robust, greatest = o.places(Literal["robust", "max"])
    assert o.to_record(SearchOptions()).final_move == robust
    assert o.to_record(SearchOptions(final_move="max")).final_move == greatest

    record = o.to_record(o.with_value(SearchOptions(), "threads", 2))
    assert record.dtype["rave"].names == ("equivalence", "is_on")
    assert weight(record) == 5000.0
    record.rave.is_on = np.bool_(False)
    assert weight(record) == 0.0


def test_an_option_without_description_is_a_mistake() -> None:
    class Bare(o.Options, frozen=True):
        """Lacks a description."""

        number: int = 1

    with pytest.raises(TypeError, match="description"):
        list(o.knobs(Bare()))


def test_pages_of_options_fit_on_a_screen_and_have_all() -> None:
    options = Engine("tengen").options
    pages = option_pages(options)
    assert sorted(leaf.name for page in pages.values() for leaf in page) == sorted(
        leaf.name for leaf in o.knobs(options)
    )
    assert max(map(len, pages.values())) <= PAGE_LINES
    assert {"general", "time", "tree-1", "playout-1"} <= set(pages)


def test_groups_of_options() -> None:
    options = Engine("tengen").options
    assert {leaf.name for leaf in option_group(options, "tree.rave")} == {"tree.rave.equivalence"}
    assert option_group(options, "TIME") == option_pages(options)["time"]
    assert option_group(options, "simulations") == []
