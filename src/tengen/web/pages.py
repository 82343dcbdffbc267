"""The files of the page, and the pages about techniques."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

if TYPE_CHECKING:
    from tengen.web.security import App, Receive, Scope, Send

STATIC = Path(str(files("tengen.web"))) / "static"
_NAME = re.compile(r"(?:[a-z_0-9]+/)?[a-z_0-9]+")
NOT_BUILT = """The page is not built. In the folder of the project, `python scripts/build_page.py` builds it; then load
this address again. An installed tengen has it built in. `tengen play --terminal` plays without it."""
STYLE = """
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.92em; }
pre { overflow-x: auto; padding: 0.7rem; background: #8881; border-radius: 6px; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: 0.2rem 0.6rem; text-align: left; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1d; color: #ddd; } a { color: #8bf; } }
"""


async def front_page(_: Request) -> Response:
    """Return the page, or say how to build it."""
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(_document("tengen", f"<h1>tengen</h1><p>{escape(NOT_BUILT)}</p>"), 503)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def static_files() -> "App":
    """Return the application that serves the files of the page, and nothing outside their folder."""
    from starlette.staticfiles import StaticFiles

    found = StaticFiles(directory=STATIC, check_dir=False)

    async def serve(scope: "Scope", receive: "Receive", send: "Send") -> None:
        if STATIC.is_dir():
            await found(scope, receive, send)
        else:
            await Response("The page is not built.\n", 404)(scope, receive, send)

    return serve


async def technique_page(request: Request) -> Response:
    """Return the page about a technique: ``terms/rave`` or ``nakade``."""
    name = str(request.path_params["name"]).removesuffix(".md")
    text = technique_text(name)
    if text is None:
        return HTMLResponse(_document("Not found", "<h1>There is no such page</h1>"), 404)
    return HTMLResponse(rendered(text))


async def technique_style(_: Request) -> Response:
    """Return the style of these pages."""
    return Response(STYLE, media_type="text/css")


def technique_text(name: str) -> str | None:
    """Return the text of a technique's page; None if there is none."""
    folder = techniques_folder()
    if folder is None or not _NAME.fullmatch(name):
        return None
    path = folder / f"{name}.md"
    return path.read_text("utf-8") if path.is_file() else None


@cache
def techniques_folder() -> Path | None:
    """Return the folder of the pages: in the installed package, or in the project that it is installed from."""
    package = Path(str(files("tengen.web")))
    for folder in (package / "techniques", package.parents[2] / "docs" / "techniques"):
        if folder.is_dir():
            return folder
    return None


def rendered(text: str) -> str:
    """Return a page of Markdown as a document; HTML in it is shown as text."""
    from markdown_it import MarkdownIt

    title = next((line.lstrip("# ") for line in text.splitlines() if line.startswith("#")), "tengen")
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return _document(title, body)


def _document(title: str, body: str) -> str:
    head = (
        "<meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>{escape(title)}</title><link rel='stylesheet' href='/techniques/style.css'>"
    )
    return f"<!doctype html><html lang='en-GB'><head>{head}</head><body>{body}</body></html>"
