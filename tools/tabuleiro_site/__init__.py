"""The server without a server: the app of `tabuleiro.web` in a web worker, for one visitor.

`in_place` replaces threads and processes, which Python in a browser does not have; it must be
installed before the app is imported. `server` answers the requests of the pages, `engine` has the
computer players think in a second worker, and `network` has the browser run their networks.
"""
