"""The table server: live games between people and bots, over HTTP and WebSockets."""
