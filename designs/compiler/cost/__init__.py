"""What strategies and whole designs cost a day on the cost model's forms, and the cheapest whole design."""
