"""The ground floor: compiled structures and functions, random numbers, options, and the joining of parts."""
