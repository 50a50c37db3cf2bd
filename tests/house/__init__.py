"""The rules of the house as pure functions over sources; tests/test_house_rules.py applies them."""
