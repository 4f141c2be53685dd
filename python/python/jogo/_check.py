"""Arguments that are numbers, checked before they reach anything that could overflow."""

import operator
from typing import SupportsIndex

from jogo._native import Error

SEED_MAX = 2**64 - 1


def bounded(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """Return the value as an integer, or say what it may be."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{name} must be an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise Error(f"{name} must be {low} to {high}")
    return number


def maybe_bounded(name: str, value: SupportsIndex | None, low: int, high: int) -> int | None:
    """Likewise, where there may be none."""
    return None if value is None else bounded(name, value, low, high)
