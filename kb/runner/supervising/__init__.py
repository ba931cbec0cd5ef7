"""Commands -> an outcome: run under supervision to their end or the deadline, with nothing left behind."""
