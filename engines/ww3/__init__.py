"""WW3: Military Chess, played by a search over a light position; in fog over several drawn ones."""
