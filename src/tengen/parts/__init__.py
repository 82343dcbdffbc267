"""Parts, one for each technique: their options, their families, and the code that is assembled from them."""
