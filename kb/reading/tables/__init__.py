"""Tables that people paste about their machines -> facts: a named value with the line that shows it."""
