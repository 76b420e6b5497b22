"""The pictures of Commander-In-Chief. `painting` draws them; the words load no drawing."""
