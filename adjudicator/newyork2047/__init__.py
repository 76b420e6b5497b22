"""New York 2047: seven factions, sealed orders, spring and fall."""

from adjudicator.newyork2047.game import NewYork2047

__all__ = ["NewYork2047"]
