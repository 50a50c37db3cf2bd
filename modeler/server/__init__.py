"""The front of the server: it reads requests without trusting their senders and hands them on.

Bodies are read with a deadline before anything else happens. Then quick pages go to threads of this
process, changes to threads of their own, and whatever compiles a design to the worker processes.
"""
