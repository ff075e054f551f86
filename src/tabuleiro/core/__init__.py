"""Vocabulary and contract of all games and front ends; imports no other package of ours."""
