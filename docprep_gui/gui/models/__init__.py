"""Which language model is asked: what is found on this machine, and what was chosen."""
