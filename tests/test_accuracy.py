"""Nobody can quietly make the matcher worse: our own cases are scored and compared with the recorded figures."""

import json

from tests.accuracy import COLUMNS, RECORDED, figures, measured

# A share may fall by one case without failing, because samples and entries come and go; by more it must be recorded.
SLACK_CASES = 1


def test_no_figure_is_worse_than_the_recorded_one():
    """If this fails for a good reason: make accuracy, and say why in the commit."""
    recorded, now = json.loads(RECORDED.read_text()), figures(measured())
    worse = {}
    for kind, row in recorded.items():
        slack = SLACK_CASES / now[kind]["cases"]
        for column in COLUMNS[1:3]:
            if now[kind][column] < row[column] - slack:
                worse[f"{kind}: {column}"] = (row[column], now[kind][column])
        if now[kind]["answered wrongly"] > row["answered wrongly"] + slack:
            worse[f"{kind}: answered wrongly"] = (row["answered wrongly"], now[kind]["answered wrongly"])

    assert worse == {}


def test_there_are_enough_cases():
    assert sum(row["cases"] for row in json.loads(RECORDED.read_text()).values()) >= 400
