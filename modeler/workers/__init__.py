"""Worker processes for requests that compile a design.

`broker` runs as one process beside the server. It keeps a fair queue, hands each request to a worker
process that has Django and the compiler loaded, and ends a worker that asks for more than it may.
`client` is the server's side of it.
"""
