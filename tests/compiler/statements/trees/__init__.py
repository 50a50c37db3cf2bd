"""Tests of trees."""
