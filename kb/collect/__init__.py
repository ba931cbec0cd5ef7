"""A machine with a frozen, slow or dead job -> one text file (README.md beside this). Python 3.10+, nothing else."""
