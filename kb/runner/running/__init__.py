"""Plan -> both programs run: with which interpreter, in which environment, behind which walls."""
