"""Several machines: joining a Ray cluster."""
