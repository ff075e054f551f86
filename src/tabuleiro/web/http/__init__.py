"""HTTP: protocol class, middleware for all requests, rate limits, cookies, errors."""
