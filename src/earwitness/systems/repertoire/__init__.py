"""Recommenders of songs for a singer: the source's formula, its peers, and a better one."""
