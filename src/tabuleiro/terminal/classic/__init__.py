"""The line-by-line interface: classic with menus and boards, plain for screen readers and pipes."""
