"""What travels over HTTP between a browser and the server, declared once (docs/protocol.md); `frames.py` has the WebSocket's.

Bodies and frames are these structures as JSON. An unknown field is an error. The front end's types are generated from them.
"""
