"""Browser components: plain ES modules and the thin Python wrappers that mount them."""
