"""The pictures of Nemein. `painting` draws them; the words load no drawing."""
