"""What pages show and send, as data: pictures, texts, lists, downloads."""
