"""Who plays whom, and on which seat: pure, from values, with lots that anybody can draw again."""
