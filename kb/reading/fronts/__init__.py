"""What launchers and collectors put around the lines of a program."""
