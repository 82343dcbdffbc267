"""What is known about a move before it is tried, one kind of knowledge a file."""
