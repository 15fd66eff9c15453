"""What can be asked of any vectors: how alike they are, where they lie, whether they tell classes apart."""
