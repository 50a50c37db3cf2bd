"""The parts of `bench.load`: a server of its own, people who use it, and the oracle that checks what is stored."""
