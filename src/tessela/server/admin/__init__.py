"""House keeping: what whoever runs a server orders from beside it, who is shut out, and who never came back."""
