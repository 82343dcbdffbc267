"""Builds the page before a wheel or an editable installation is made."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "scripts"))
import build_page


class PageHook(BuildHookInterface[Any]):
    """Calls ``scripts/build_page.py``."""

    def dependencies(self) -> list[str]:
        """Return what pip must install before the build: Node, if there is none and the page is not built."""
        return [] if build_page.is_built() or build_page.node_on_path() else [build_page.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page."""
        try:
            build_page.build()
        except build_page.PageError as error:
            sys.exit(f"tengen: {error}")
