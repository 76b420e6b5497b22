"""The pictures of NME and Protect the Ally. `painting` draws them; the words load no drawing."""
