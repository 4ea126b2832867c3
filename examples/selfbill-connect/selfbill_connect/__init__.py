"""What a connector needs of Selfbill, with nothing but Python's library."""
