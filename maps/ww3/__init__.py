"""The pictures of WW3: Military Chess. `painting` draws them; the words load no drawing."""
