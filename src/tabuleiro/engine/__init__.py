"""The engine protocol, UGI."""
