"""Reads a line of input: JSON, then a query or an action whose fields have the right types."""

import re
from typing import Any, TypeVar

import msgspec

from tengen.analysis.messages import QUERY_FIELDS, Action, Query

_MISSING = re.compile(r"^Object missing required field `(?P<field>\w+)`$")
Kind = TypeVar("Kind", Action, Query)


class QueryError(Exception):
    """A request that cannot be carried out, with the field that is wrong and the request's id, where they are known."""

    def __init__(self, message: str, field: str | None = None, identity: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.id = identity


def read_request(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line; raises QueryError if there is none, or if it has no id."""
    try:
        request = msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise QueryError(f"Could not parse the input line as JSON: {error}: {_shortened(line)}") from None
    if not isinstance(request, dict):
        raise QueryError(f"The input line is JSON, but no object: {_shortened(line)}")
    if not isinstance(request.get("id"), str):
        raise QueryError('Request must have a string "id" field')
    return request


def read_action(request: dict[str, Any]) -> Action:
    """Return the action of a request; raises QueryError if it is not known, or has fields of another type."""
    action = _converted(request, Action)
    if action.action == "terminate" and action.terminate_id is msgspec.UNSET:
        raise QueryError('Requests for a terminate action must have a string "terminateId"', "terminateId", action.id)
    return action


def read_query(request: dict[str, Any]) -> Query:
    """Return the query of a request; raises QueryError if a field is missing or has another type."""
    return _converted(request, Query)


def unused_fields(request: dict[str, Any]) -> list[str]:
    """Return the fields of a query that nothing reads."""
    return [field for field in request if field not in QUERY_FIELDS]


def _converted(request: dict[str, Any], kind: type[Kind]) -> Kind:
    try:
        return msgspec.convert(request, kind)
    except msgspec.ValidationError as error:
        raise _mistake(str(error), request["id"]) from None


def _mistake(message: str, identity: str) -> QueryError:
    """Return the error for a field of the wrong type, from the sentence that msgspec has for it."""
    reason, _, place = message.partition(" - at `$.")
    path = place.removesuffix("`")
    missing = _MISSING.match(reason)
    if not path:
        field = missing["field"] if missing else None
        return QueryError(f"The query must have the field {field!r}" if field else reason, field, identity)
    field = re.split(r"[.\[]", path, maxsplit=1)[0]
    return QueryError(reason if path == field else f"{path}: {reason}", field, identity)


def _shortened(line: bytes) -> str:
    text = line.decode("utf-8", errors="replace").strip()
    return text if len(text) <= 200 else f"{text[:200]}..."
