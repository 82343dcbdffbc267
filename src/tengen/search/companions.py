"""Which companions a search needs: see ``tree.companion``."""

from tengen.search.area import SearchArea
from tengen.search.komi import KomiCompanion
from tengen.search.maps import CriticalityReport
from tengen.search.options import SearchOptions
from tengen.search.scaling import ValueScaling
from tengen.tree.companion import Companion, SearchContext
from tengen.tree.recipe import uses_local_tree


class LocalTreeMemory(Companion):
    """Forgets the sequences of local trees when another game is searched, where they would mislead."""

    def begin(self, context: SearchContext) -> bool:
        """Forget all sequences unless the game goes on."""
        if not context.continues_tree:
            context.ratings[:] = 0
        return True


def companions_for(options: SearchOptions) -> list[Companion]:
    """Return the companions of the techniques that the options switch on, in the order in which they are called."""
    found: list[Companion] = [CriticalityReport()]
    if uses_local_tree(options):
        found.append(LocalTreeMemory())
    if options.reward.dynamic != "none":
        found.append(ValueScaling(options.reward))
    if options.komi.dynamic != "none":
        found.append(KomiCompanion(options.komi))
    if options.tree.zone != "none":
        found.append(SearchArea(options))
    return found
