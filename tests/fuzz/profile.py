"""Hypothesis without luck: the same examples in every run."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fieldpost",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fieldpost")
FIELDPOST = settings.get_profile("fieldpost")
