"""Training of the nets: games against itself, compiled, and a learner on PyTorch (the extra `train`)."""
