"""What is derived from content/ and kept between starts: built once, checked when read, rebuilt where in doubt."""
