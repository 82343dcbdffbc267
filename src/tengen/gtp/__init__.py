"""The Go Text Protocol, version 2: how Go programs talk to each other and to their front ends."""
