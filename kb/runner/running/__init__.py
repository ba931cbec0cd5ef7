"""Plan -> both programs run under supervision, with nothing left behind."""
