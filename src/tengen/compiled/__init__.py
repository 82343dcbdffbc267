"""What compiled code is built on: record types, the decorators that compile, bits, random numbers, atomics."""
