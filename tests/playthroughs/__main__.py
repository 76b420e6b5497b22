"""Write every golden playthrough again: ``python -m tests.playthroughs``."""

from tests.playthroughs.record import FOLDER, PLANS, text_of

for name, plan in PLANS.items():
    path = FOLDER / f"{name}.json"
    text = text_of(plan)
    was = path.read_text("utf-8") if path.exists() else ""
    path.write_text(text, "utf-8")
    print(f"{path.name}: {'unchanged' if was == text else 'CHANGED'}, {len(text.splitlines())} lines")
