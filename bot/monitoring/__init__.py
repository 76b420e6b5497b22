"""For whoever watches the bot: /healthz, /readyz and Prometheus' /metrics, on a port of its own."""
