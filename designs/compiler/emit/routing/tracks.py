"""The tracks of a channel: where between two columns lines turn up or down, so that few of them cross."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .columns import ChannelPass, Key

_CLEAR = 12.0
"""Points between two that turn in one track."""
_TOGETHER, _ALONG = 4.0, 3
"""How near two lines run as one, and what that costs beside a crossing."""
_MOST_TRIED = 40
"""Lines in a channel up to which every order of two is tried."""
_SAME = 0.5


class Net(msgspec.Struct):
    """Lines that turn at one place. starts, ends: how high they come in and go out."""

    passes: list[ChannelPass]
    starts: list[float]
    ends: list[float]

    @property
    def lowest(self) -> float:
        """Return how far down it reaches."""
        return min(*self.starts, *self.ends)

    @property
    def highest(self) -> float:
        """Return how far up it reaches."""
        return max(*self.starts, *self.ends)

    @property
    def is_straight(self) -> bool:
        """Return whether it turns nowhere."""
        return self.highest - self.lowest < _SAME

    def spans(self, height: float) -> bool:
        """Return whether its turn passes there."""
        return self.lowest - _TOGETHER < height < self.highest + _TOGETHER


def tracks(passes: Sequence[ChannelPass]) -> list[list[Net]]:
    """Return what turns in each track of a channel, from left to right."""
    nets = [net for net in _nets(passes) if not net.is_straight]
    nets.sort(key=_leaning)
    if len(nets) <= _MOST_TRIED:
        nets = _with_few_crossings(nets)
    rows: list[list[Net]] = []
    for net in nets:
        if rows and all(_is_clear(net, other) for other in rows[-1]):
            rows[-1].append(net)
        else:
            rows.append([net])
    return rows


def _is_clear(net: Net, other: Net) -> bool:
    return net.lowest > other.highest + _CLEAR or other.lowest > net.highest + _CLEAR


def _nets(passes: Sequence[ChannelPass]) -> list[Net]:
    """Lines that end at one place turn as one; else those that begin at one."""
    leaving: dict[Key, list[ChannelPass]] = {}
    for crossed in passes:
        leaving.setdefault(crossed.leaves, []).append(crossed)
    alone: dict[Key, list[ChannelPass]] = {}
    groups = []
    for together in leaving.values():
        if len(together) > 1:
            groups.append(together)
        else:
            alone.setdefault(together[0].enters, []).append(together[0])
    return [
        Net(group, [crossed.start for crossed in group], [crossed.end for crossed in group])
        for group in (*groups, *alone.values())
    ]


def _leaning(net: Net) -> tuple[bool, float]:
    """Lines that lead down turn from the lowest to the highest, those that lead up the other way round."""
    start, end = sum(net.starts) / len(net.starts), sum(net.ends) / len(net.ends)
    is_up = end > start
    return is_up, -start if is_up else start


def _cost(left: Net, right: Net) -> int:
    """How often two cross, and run as one, where one turns left of the other."""
    crossed = sum(map(left.spans, right.starts)) + sum(map(right.spans, left.ends))
    along = sum(abs(start - end) < _TOGETHER for start in right.starts for end in left.ends)
    return crossed + _ALONG * along


def _with_few_crossings(nets: list[Net]) -> list[Net]:
    """Each net moved to where it costs least, until none moves."""
    cost = {(id(a), id(b)): _cost(a, b) for a in nets for b in nets if a is not b}
    for _ in nets:
        moved = False
        for net in [*nets]:
            place = nets.index(net)
            best, gain = place, 0
            for way, reached in ((1, range(place + 1, len(nets))), (-1, range(place - 1, -1, -1))):
                saved = 0
                for at in reached:
                    other = nets[at]
                    before, after = (id(net), id(other)), (id(other), id(net))
                    saved += cost[before] - cost[after] if way > 0 else cost[after] - cost[before]
                    if saved > gain:
                        best, gain = at, saved
            if best != place:
                nets.insert(best, nets.pop(place))
                moved = True
        if not moved:
            break
    return nets
