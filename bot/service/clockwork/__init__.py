"""Time: when turns end, what happens then, outages and faults."""
