"""Bodies are bounded one by one and together, and none of them ever becomes a file."""

from kb.serving.bodies import MEGABYTE, Bodies


def filled(body, megabytes):
    for _ in range(megabytes):
        body.append(bytes(MEGABYTE))
    return body


def test_a_body_is_what_was_appended():
    body = Bodies(10, 10).new()
    body.append(b"one ")
    body.append(b"two")
    assert (len(body), body.getfile().read()) == (7, b"one two")


def test_over_the_limit_bytes_are_counted_and_dropped():
    bodies = Bodies(2 * MEGABYTE, 10 * MEGABYTE)
    body = filled(bodies.new(), 5)
    assert (len(body), body.getfile().read(), bodies.held) == (5 * MEGABYTE, b"", 0)


def test_all_together_have_a_limit_and_whoever_pushes_over_it_is_refused():
    bodies = Bodies(10 * MEGABYTE, 4 * MEGABYTE)
    waiting = [filled(bodies.new(), 2), filled(bodies.new(), 2)]
    late = filled(bodies.new(), 3)
    assert late.refused and not any(body.refused for body in waiting)
    assert bodies.held <= 5 * MEGABYTE


def test_a_connection_that_is_gone_holds_nothing():
    bodies = Bodies(10 * MEGABYTE, 4 * MEGABYTE)
    gone = filled(bodies.new(), 3)
    del gone
    assert bodies.held == 0
