"""Run the generated scripts on MongoDB's wire protocol, against an engine that is not ours (mongoeco).

Takes the designs of the library and the handbook, plays the same steps on it and on the in-memory engine of
tests/mongosh, and compares documents, answers, and refusals. MongoDB's manual decides where they differ: differences.py
lists those, each with its page. The engine has an environment of its own, .venv-engine, which setup/second_engine.sh
makes; serve.py alone runs in it, and nothing else here imports from it.
"""
