"""The engine of NME and of Protect the Ally."""
