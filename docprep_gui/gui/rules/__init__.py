"""The place Rules: packs and rules as sentences, switched on and off with the effect at once."""
