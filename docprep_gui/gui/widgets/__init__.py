"""Small parts that the places share."""
