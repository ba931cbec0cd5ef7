"""What `rankdown watch` does beyond `kb.collect --watch`: it answers, once a job, on the terminal and to a webhook."""
