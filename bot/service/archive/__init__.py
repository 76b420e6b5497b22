"""Looking back at games: step by step, as an animation, and as records that go out and come in."""
