"""Connections that nobody answers."""

from tests.reading.tables.reading import tables, told, values

HEADER = "State         Recv-Q  Send-Q             Local Address:Port              Peer Address:Port\n"
UP = "ESTAB              0       0                127.0.0.1:46087                127.0.0.1:41556\n"
ASKED = "SYN-SENT           0       1                 10.0.0.2:41948              10.255.255.1:29500\n"


def unanswered(text):
    return [fact.value for block in tables(text) for fact in block.said.facts if fact.name == "connections_unanswered"]


def test_connections_without_an_answer_are_counted():
    assert unanswered(HEADER + ASKED + ASKED + UP) == [2]


def test_a_table_of_answered_ones_says_nothing():
    assert unanswered(HEADER + UP) == []


def test_netstat_has_the_state_last():
    text = """\
Active Internet connections (w/o servers)
Proto Recv-Q Send-Q Local Address           Foreign Address         State
tcp        0      1 10.0.0.4:41234          10.0.0.3:29500          SYN_SENT
tcp        0      0 10.0.0.4:22             10.0.0.9:51200          ESTABLISHED
"""
    assert told(text) == [("connections_unanswered", 1, "")]


def test_rows_without_their_head_count_where_nobody_answers():
    row = '{state}  0      1          10.0.0.5:43720       10.0.0.4:29500 users:(("python",pid=4711,fd=33))\n'

    assert values(row.format(state="SYN-SENT") + row.format(state="ESTAB"), "connections_unanswered") == [1]
    assert values("SYN_SENT is a state of TCP\n", "connections_unanswered") == []
