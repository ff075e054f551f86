"""The browser app: a server that lets people play and watch, on one machine or many."""
