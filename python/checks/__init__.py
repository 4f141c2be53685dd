"""Checks that run in full by hand and in small in the tests."""
