import socket

import pytest

from tengen.cluster.ray import check_reachable
from tengen.parts.options import OptionError


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_a_cluster_that_is_not_there_is_told_at_once(form: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = form.format(server.getsockname()[1])
        check_reachable(address)
    with pytest.raises(OptionError, match=f"no Ray cluster at {address}"):
        check_reachable(address)


def test_words_for_a_cluster_are_left_to_ray() -> None:
    check_reachable("auto")
    check_reachable("local")
    with pytest.raises(OptionError, match="no Ray cluster at here:many"):
        check_reachable("here:many")
