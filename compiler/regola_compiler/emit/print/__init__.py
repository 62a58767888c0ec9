"""Paper: sheets, summaries and errata as documents, and the programs that set them."""
