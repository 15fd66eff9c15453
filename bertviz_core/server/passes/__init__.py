"""Forward passes for other processes: the engine of `BERTSCOPE_ENGINE_URL`."""
