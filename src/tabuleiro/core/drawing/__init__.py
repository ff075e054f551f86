"""Pictures of scenes: SVG, PNG and text, drawn from geometry alone."""
