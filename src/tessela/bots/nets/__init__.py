"""Small nets, evaluated in compiled code: the value net, and the policy net."""
