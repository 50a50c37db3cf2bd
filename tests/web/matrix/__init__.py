"""The authorization matrix: every route, asked by everybody, about designs in every state.

`table` says what is expected, a row for each route; `running` asks and compares; `world` has the people and designs.
"""
