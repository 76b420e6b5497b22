"""The pictures of New York 2047. `painting` draws them; the words load no drawing."""
