"""What is made of any vectors."""
