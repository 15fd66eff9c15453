"""Charts: pure functions from a result to a Plotly figure."""
