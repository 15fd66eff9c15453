"""The views of the attention page: one module a view, named like its chart and its analysis."""
