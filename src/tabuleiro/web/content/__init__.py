"""The content of pages and files: pictures, texts, lists, downloads."""
